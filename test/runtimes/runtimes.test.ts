/** One smoke program, with the packed package, in every runtime. */
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Fault, MockStoreOptions } from "plant-store-sdk/mocks/server";
import { expect, test } from "vitest";
import { CLOSED_PORT } from "../support/servers.ts";
import { app, BUN, DENO, denoArgs, NODE_20, NODE_22, NODE_24, NODE_26, run, WORKERD } from "./programs.ts";
import { bundleWorker } from "./worker.ts";

/** Each check by name: "ok", or what the runtime does instead. */
type Results = Record<string, string>;
/** The checks that do not pass in a runtime. If one of them passes, the test fails too. */
type Differences = Record<string, unknown>;

const lostConnection = expect.stringContaining("PlantStoreConnectionError");

const IN_NODE: Differences = { "status 407": expect.stringContaining("kind is connection") };

/** Unsupported. The client works; the error of the mock names the required version. */
const IN_NODE_20: Differences = {
  ...IN_NODE,
  "store.fetch": expect.stringContaining("Node 22.13"),
  route: expect.stringContaining("Node 22.13"),
  listen: expect.stringContaining("Node 22.13"),
  setupServer: expect.stringContaining("Node 22.13"),
  connectMockStore: expect.stringContaining("Node 22.13"),
  check: expect.stringContaining("cannot write a bigint"),
  import: "Error [ERR_UNKNOWN_BUILTIN_MODULE]: No such built-in module: node:sqlite",
};

/** Only Node reports that a TLS handshake failed. */
const unknownHandshake = expect.stringContaining("outcome is unknown, not not-created");

const IN_BUN: Differences = {
  "https to an http port": unknownHandshake,
  // MSW's setupServer does not intercept Bun's fetch: use store.fetch or a port.
  setupServer: lostConnection,
};

/** A network failure has no code, so that the outcome is unknown and the call is not retried. */
const noCode = expect.stringContaining(
  "code is undefined, not ECONNREFUSED; outcome is unknown, not not-created; attempts is 1, not 2",
);

const IN_DENO: Differences = {
  // Deno's fetch retries a request if its reused connection is lost.
  "lost, reused connection": "Error: the call succeeds",
  "connection refused": noCode,
  "https to an http port": unknownHandshake,
  // MSW's setupServer does not intercept Deno's fetch: use store.fetch or a port.
  setupServer: lostConnection,
  // Once imported, MSW keeps the process alive: import plant-store-sdk/mocks/store instead.
  ends: "does not end",
};

const IN_WORKERD: Differences = {
  "connection refused": noCode,
  "https to an http port": unknownHandshake,
  // A Worker has no ports: use store.fetch.
  listen: expect.stringContaining("The keepAliveTimeout option is not implemented"),
  // A Worker cannot write into its folder.
  import: "Error: operation not permitted",
  // msw/node is only for Node: use store.fetch.
  setupServer: expect.stringContaining('No such module "msw/node"'),
};

const DENO_ARGS = denoArgs("net=127.0.0.1", "env", "read=.", "write=.", "sys=hostname,statfs,uid");

test.concurrent.each<[name: string, program: string, args: string[], differences?: Differences]>([
  ["Node 20, import", NODE_20, ["import.mjs"], IN_NODE_20],
  ["Node 20, require", NODE_20, ["require.cjs"], IN_NODE_20],
  ["Node 22, import", NODE_22, ["import.mjs"], IN_NODE],
  ["Node 22, require", NODE_22, ["require.cjs"], IN_NODE],
  ["Node 24, import", NODE_24, ["import.mjs"], IN_NODE],
  ["Node 24, require", NODE_24, ["require.cjs"], IN_NODE],
  ["Node 26, import", NODE_26, ["import.mjs"], IN_NODE],
  ["Node 26, require", NODE_26, ["require.cjs"], IN_NODE],
  ["Bun, import", BUN, ["import.mjs"], IN_BUN],
  ["Bun, require", BUN, ["require.cjs"], IN_BUN],
  ["Deno", DENO, [...DENO_ARGS, "import.mjs"], IN_DENO],
  ["workerd", WORKERD, ["test", "worker/worker.capnp"], IN_WORKERD],
])("%s", async (name, program, args, differences = {}) => {
  const { urls, close } = await startStores(
    createRequire(join(app, "app.js"))("plant-store-sdk/mocks/server"),
  );
  const environment = {
    PLANT_STORE_BASE_URL: urls.ordinary,
    PLANT_STORE_TOKEN: "from-the-environment",
    urls: JSON.stringify(urls),
  };
  if (name === "workerd") await bundleWorker(app, "worker", environment);
  const results = await runSmoke(program, args, environment);
  await close();
  expect(Object.fromEntries(Object.entries(results).filter(([, result]) => result !== "ok"))).toEqual(
    differences,
  );
});

test("without --allow-net, Node 26 sends nothing, and the call is not retried", async () => {
  const program = `
    import { safeCreatePlant } from "plant-store-sdk";
    const plant = { id: 1, name: "Fern" };
    const errors = ["127.0.0.1", "localhost"].map(async (host) => {
      const options = { baseUrl: \`http://\${host}:4010\`, token: "any", retryUnknown: true };
      return (await safeCreatePlant(plant, options)).error;
    });
    console.log(JSON.stringify(await Promise.all(errors)));`;
  const flags = ["--permission", "--allow-fs-read=*", "--input-type=module", "--eval"];
  const { stdout } = await run(NODE_26, [...flags, program]);
  const error = { outcome: "not-created", code: "ERR_ACCESS_DENIED", permanent: true, attempts: 1 };
  expect(JSON.parse(stdout)).toMatchObject([error, error]);
});

/** The time in which the process must exit after it has printed its results, in ms. */
const EXIT_TIMEOUT = 5_000;

/** Returns the result of each check of the program, and of the additional check "ends": the process exits. */
async function runSmoke(
  program: string,
  args: string[],
  environment: Record<string, string>,
): Promise<Results> {
  const running = run(program, args, environment);
  running.child.stdout?.once("data", () => setTimeout(() => running.child.kill(), EXIT_TIMEOUT).unref());
  const { stdout, stderr, code, signal } = await running.then(
    (output) => ({ ...output, code: 0, signal: null }),
    (error) => error,
  );
  const line = stdout.split("\n").find((line: string) => line.startsWith("{"));
  const ending = signal ? "does not end" : `ends with code ${code}`;
  if (line === undefined) return { ends: `${ending}, without results: ${stderr}` };
  return { ...JSON.parse(line), ends: code === 0 ? "ok" : ending };
}

/** Starts mocks on ports, one for each kind of response, for one run of the smoke program, which consumes their faults. @param mocks of the packed package */
async function startStores(mocks: typeof import("plant-store-sdk/mocks/server")) {
  const { MockStore, faults, listen } = mocks;
  const start = (options: MockStoreOptions = {}, ...queued: Fault[]) => {
    const store = new MockStore(options);
    store.enqueue(...queued);
    return listen(store);
  };
  const servers = {
    ordinary: await start(),
    rejecting: await start({ auth: () => false }),
    exact: await start({
      rules: { duplicates: { status: 400 } },
      plants: [{ id: 2n ** 63n - 1n, name: "Fern" }],
    }),
    silent: await start({}, faults.hang(), faults.hang()),
    busy: await start({}, faults.status(429, { headers: { "retry-after": "0" } })),
    unauthenticated: await start({}, faults.status(407)),
    moved: await start({}, faults.status(307, { body: "", headers: { location: "http://127.0.0.1:9/" } })),
    resetting: await start({}, faults.reset()),
    resettingLater: await start({}, faults.delay(0), faults.reset()),
    resettingBlobs: await start({}, faults.delay(0), faults.reset()),
    truncating: await start({}, faults.truncate(5)),
    controlled: await listen(new MockStore(), { admin: true, sessions: () => new MockStore() }),
  };
  const urls: Record<keyof typeof servers | "closed", string> = Object.assign(
    { closed: `http://127.0.0.1:${CLOSED_PORT}` },
    ...Object.entries(servers).map(([name, { url }]) => ({ [name]: url })),
  );
  const close = async () => {
    await Promise.all(Object.values(servers).map((server) => server.close()));
  };
  return { urls, close };
}
