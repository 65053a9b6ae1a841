import { createFileRoute } from "@tanstack/react-router";
import { safe, uncaught } from "../functions";

export const Route = createFileRoute("/")({
  component: () => (
    <button type="button" onClick={() => [safe(), uncaught()]}>
      Create
    </button>
  ),
  // Tells the test the URLs of the server functions.
  server: { handlers: { GET: () => Response.json({ safe: safe.url, uncaught: uncaught.url }) } },
});
