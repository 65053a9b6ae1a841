import type { APIRoute } from "astro";
import { route } from "../../../../plant-route.mjs";

export const POST: APIRoute = ({ request }) => route(request);
