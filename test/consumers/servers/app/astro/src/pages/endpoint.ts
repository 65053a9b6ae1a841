import type { APIRoute } from "astro";
import { create, pathOf } from "../../../create-plant.mjs";

export const GET: APIRoute = async ({ url }) => Response.json(await create(pathOf(url)));
