import { createFileRoute } from "@tanstack/react-router";
import { create, pathOf } from "../../../create-plant.mjs";

export const Route = createFileRoute("/endpoint")({
  server: { handlers: { GET: async ({ request }) => Response.json(await create(pathOf(request.url))) } },
});
