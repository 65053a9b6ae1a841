import { load } from "./entry-points.mjs";
import { runSmoke } from "./smoke.mjs";

console.log(JSON.stringify(await runSmoke(load, JSON.parse(process.env.urls))));
