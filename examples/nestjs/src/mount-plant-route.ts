import type { INestApplication } from "@nestjs/common";
import { createRequestListener } from "@remix-run/node-fetch-server";
import { PlantStoreClient } from "plant-store-sdk";
import { plantRoute } from "plant-store-sdk/route";

/** Mounts the route for a page. Call it before `listen()` or `init()`, which add the parser that would read the body. */
export function mountPlantRoute(app: INestApplication): void {
  const route = plantRoute({ client: app.get(PlantStoreClient, { strict: false }), authorize: "anyone" });
  app.use("/api/plants", createRequestListener(route));
}
