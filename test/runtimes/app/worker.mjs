import { load } from "./entry-points.mjs";
import { runSmoke } from "./smoke.mjs";

// `workerd test` calls this object.
export default {
  async test(_controller, env) {
    console.log(JSON.stringify(await runSmoke(load, JSON.parse(env.urls))));
  },
};
