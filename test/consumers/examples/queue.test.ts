/** The queue example: workers on a real Redis, one of which is killed in the middle of requests. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import { createPlantStore, faults, listen } from "plant-store-sdk/mocks/server";
import { expect, onTestFinished, test, vi } from "vitest";
import { findProgram } from "../../support/installed-programs.ts";
import { expectRun, installApp } from "../app.ts";

const app = installApp(resolve(import.meta.dirname, "../../../examples/queue"));

/** In ms. Far longer than anything takes. */
const WAIT = { timeout: 60_000, interval: 100 };

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await new Promise((done) => server.once("listening", done));
  const { port } = server.address() as { port: number };
  await new Promise((done) => server.close(done));
  return port;
}

/** Starts Redis, whose data is in a folder of the application. */
async function startRedis(): Promise<string> {
  const program = findProgram("redis-server");
  if (program === undefined) expect.fail("redis-server is missing. Run `npm run setup:browsers`.");
  const [port, folder] = [await freePort(), join(app.folder, "../redis")];
  await mkdir(folder);
  const options = ["--bind", "127.0.0.1", "--dir", folder, "--save", "", "--appendonly", "yes"];
  const redis = spawn(program, ["--port", String(port), ...options, "--appendfsync", "always"], {
    stdio: "ignore",
  });
  onTestFinished(() => void redis.kill());
  return `redis://127.0.0.1:${port}`;
}

test("its types are correct", () => expectRun(app.folder, ["--run", "typecheck"]));

test("a worker that is killed in the middle of requests creates no plant twice, and no plant is forgotten", async () => {
  const store = createPlantStore();
  const server = await listen(store);
  onTestFinished(() => server.close());
  const env = {
    PATH: process.env.PATH,
    PLANT_STORE_BASE_URL: server.url,
    PLANT_STORE_TOKEN: "any",
    REDIS_URL: await startRedis(),
    LOCK_DURATION: "1000",
  };
  const start = (script: string): ChildProcess & { output: string } => {
    const child = spawn(process.execPath, [`src/${script}.ts`], { cwd: app.folder, env });
    onTestFinished(() => void child.kill("SIGKILL"));
    const started = Object.assign(child as ChildProcess, { output: "" });
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (text) => {
        started.output += text;
      });
    }
    return started;
  };
  const ended = (child: ChildProcess) => new Promise((done) => child.once("close", done));
  const status = async () => {
    const script = start("status");
    expect(await ended(script), script.output).toBe(0);
    return JSON.parse(script.output);
  };

  const ids = Array.from({ length: 30 }, (_, index) => index + 1);
  const [HANGS, HANGS_AFTERWARDS] = [3, 4]; // When the first worker is killed.
  const [REJECTED, LOST, LIMITED] = [10, 15, 20];
  store.enqueue(
    faults.hang({ id: HANGS }),
    faults.hang({ id: HANGS_AFTERWARDS, afterCreate: true }),
    faults.status(400, { id: REJECTED, body: { error: 7, message: "no more ferns" } }),
    faults.reset({ id: LOST, afterCreate: true }),
    faults.rateLimit(1, { id: LIMITED }),
  );
  const add = async (some: number[]) => {
    const script = start("add");
    script.stdin?.end(
      some
        .map(
          (id) => `${JSON.stringify({ id: String(id), name: `Fern ${id}` })}
`,
        )
        .join(""),
    );
    expect(await ended(script), script.output).toBe(0);
  };
  await add(ids.slice(0, 8));

  const first = start("worker");
  await vi
    .waitUntil(() => [HANGS, HANGS_AFTERWARDS].every((id) => sent(id)), WAIT)
    .catch(() => expect.fail(first.output));
  first.kill("SIGKILL");
  await ended(first);
  await add(ids.slice(8));
  const others = [start("worker"), start("worker")];
  await vi.waitUntil(async () => (await status()).left === 0, WAIT);

  const { failed, unknown } = await status();
  const unknownIds: number[] = unknown.map(({ id }: { id: string }) => Number(id));
  const created = store.plants.map(({ id }) => Number(id));
  expect(new Set(created).size).toBe(created.length);
  expect(failed).toEqual([{ id: String(REJECTED), reason: "no more ferns" }]);
  expect(unknownIds).toEqual(expect.arrayContaining([HANGS, HANGS_AFTERWARDS, LOST]));
  expect(created).toEqual(expect.arrayContaining([HANGS_AFTERWARDS, LOST, LIMITED]));
  // Whatever the killed worker was about to do.
  expect(unknownIds.length).toBeLessThanOrEqual(3 + 2);
  const accounted = new Set([...created, ...unknownIds, REJECTED]);
  expect([...accounted].sort((a, b) => a - b)).toEqual(ids);
  expect(store.requests.filter(({ body }) => JSON.parse(body).id === LIMITED)).toHaveLength(2);
  for (const worker of others) {
    worker.kill("SIGTERM");
    expect(await ended(worker), worker.output).toBe(0);
  }

  function sent(id: number): boolean {
    return store.requests.some(({ body }) => JSON.parse(body).id === id);
  }
});
