import { load } from "./entry-points.mjs";
import { runSmoke } from "./smoke.mjs";

// What `workerd test` calls.
export default {
  async test(_controller, env) {
    console.log(JSON.stringify(await runSmoke(load, JSON.parse(env.urls))));
  },
};
