/** The route as a file of Nuxt's `server` folder, whose functions are those of h3. */
import { defineEventHandler, toWebRequest } from "h3-1";
import { route } from "./plant-route.mjs";

export default defineEventHandler((event) => route(toWebRequest(event), event));
