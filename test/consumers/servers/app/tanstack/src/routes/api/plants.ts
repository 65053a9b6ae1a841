import { createFileRoute } from "@tanstack/react-router";
import { route } from "../../../../plant-route.mjs";

export const Route = createFileRoute("/api/plants")({
  server: { handlers: { POST: ({ request }) => route(request) } },
});
