/** Checks, tests and runs Deno programs, with the permissions of the guide. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { faults, listen, MockStore } from "../../../mocks/server.ts";
import { runProgram } from "../../support/run-program.ts";
import { installApp } from "../app.ts";

const app = installApp();

/** Runs Deno in the application with only these environment variables. */
function deno(args: string[], env: Record<string, string> = {}) {
  const cwd = join(app.folder, "deno/app");
  const DENO_DIR = join(app.folder, "../deno-cache");
  const own = { DENO_DIR, DENO_NO_UPDATE_CHECK: "1", NO_COLOR: "1", HOME: app.folder };
  return runProgram(join(app.folder, "node_modules/deno/deno"), args, { cwd, env: { ...own, ...env } });
}

test("deno check finds no error in a script, a route and a test", async () => {
  const { code, stderr } = await deno(["check", "create-plant.ts", "serve.ts", "create_plant_test.ts"]);
  expect(code, stderr).toBe(0);
});

test("deno test passes", async () => {
  const { code, stdout, stderr } = await deno(["test"]);
  expect(code, stdout + stderr).toBe(0);
  expect(stdout).toContain("1 passed | 0 failed");
});

test("a script creates a plant with the flags of the guide, and says what a lost response means", async () => {
  const store = new MockStore();
  await using server = await listen(store);
  const env = { PLANT_STORE_BASE_URL: server.url, PLANT_STORE_TOKEN: "t" };
  const allowEnv = `--allow-env=${Object.keys(env)}`;
  const flags = [allowEnv, `--allow-net=${new URL(server.url).host}`];
  const run = (more: string[]) =>
    deno(["run", ...more, "create-plant.ts", "9223372036854775807", "Fern"], env);
  expect(await run(flags)).toMatchObject({ code: 0, stdout: "created\n", stderr: "" });
  expect(store.plants).toEqual([{ id: 2n ** 63n - 1n, name: "Fern" }]);
  store.enqueue(faults.reset({ afterCreate: true }));
  expect((await run(flags)).stdout).toMatch(/^unknown connection /);
  // Without a flag, nothing is sent.
  store.clear();
  expect((await run([allowEnv])).stdout).toMatch(/^not-created connection .*--allow-net=127\.0\.0\.1:/);
  expect((await run([flags[1] as string])).stdout).toMatch(/^not-created configuration .*--allow-env/);
  expect(store.requests).toEqual([]);
});
