/** The route that each framework mounts. */
import { PlantStoreClient } from "plant-store-sdk";
import { plantRoute } from "plant-store-sdk/route";

let client;
export const route = plantRoute({
  client: () => (client ??= new PlantStoreClient({ baseUrl: `${process.env.STORE}/plant`, token: "any" })),
  authorize: "anyone",
});
