/** The route as a file of Nitro 3's `routes` folder, whose functions are those of h3 2. */
import { defineHandler } from "h3";
import { route } from "./plant-route.mjs";

export default defineHandler((event) => route(event.req, event));
