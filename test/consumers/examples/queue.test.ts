/** The queue example: its programs as real processes, with a real Redis and the mock on a real port. */
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import type { MockStore } from "plant-store-sdk/mocks/server";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { outputOf } from "../../support/run-program.ts";
import { CLOSED_PORT } from "../../support/servers.ts";
import { expectRun, installApp, kill, runNode, startNode } from "../app.ts";
import { type Redis, startRedis } from "./redis.ts";

const app = installApp(resolve(import.meta.dirname, "../../../examples/queue"));

/** How long the job of a killed worker waits for another worker, ms. Shorter locks expire when this machine is busy. */
const LOCK_MS = 3_000;

test("its types are correct", () => expectRun(app.folder, ["--run", "typecheck"]));

describe("the queue", () => {
  /** Of the packed package, which the app uses. */
  let mocks: typeof import("plant-store-sdk/mocks/server");
  let store: MockStore;
  let env: Record<string, string>;
  let redis: Redis;
  let queue: Queue;
  let cleanUp: (() => unknown)[];

  beforeEach(async () => {
    cleanUp = [];
    const require = createRequire(join(app.folder, "app.js"));
    mocks = require("plant-store-sdk/mocks/server");
    store = new mocks.MockStore();
    const server = await mocks.listen(store);
    cleanUp.push(() => server.close());
    redis = await startRedis(app.folder);
    cleanUp.push(() => redis.remove());
    const { Queue } = require("bullmq");
    queue = new Queue("plants", { connection: { url: redis.url } });
    queue.on("error", () => {}); // A test ends Redis.
    cleanUp.push(() => queue.close());
    const ofStore = { PLANT_STORE_BASE_URL: server.url, PLANT_STORE_TOKEN: "any" };
    env = { ...ofStore, REDIS_URL: redis.url, LOCK_MS: `${LOCK_MS}`, REQUESTS_PER_SECOND: "1000" };
  });
  afterEach(async () => {
    for (const step of cleanUp.reverse()) await step();
  });

  async function startWorker(more: Record<string, string> = {}): Promise<ChildProcess> {
    const worker = startNode(app.folder, ["src/worker.ts"], { ...env, ...more });
    cleanUp.push(() => kill(worker));
    await outputOf(worker, /The worker is ready\./);
    return worker;
  }

  async function run(...args: string[]): Promise<string> {
    const { code, output } = await runNode(app.folder, args, env);
    expect(code, output).toBe(0);
    return output;
  }

  async function add(ids: (number | bigint)[]): Promise<void> {
    const lines = ids.map((id) => `{"id":${id},"name":"Fern ${id}"}\n`);
    await writeFile(join(app.folder, "new-plants.ndjson"), lines.join(""));
    await run("src/add.ts", "new-plants.ndjson");
  }

  /** Resolves when no job is left to run. */
  async function finished(): Promise<void> {
    const states = () => queue.getJobCounts("waiting", "active", "delayed");
    const none = { waiting: 0, active: 0, delayed: 0 };
    await vi.waitFor(async () => expect(await states()).toEqual(none), { timeout: 60_000, interval: 100 });
  }

  const requestsOf = (id: number) => store.requests.filter(({ plant }) => Number(plant?.id) === id);
  const received = (id: number) =>
    vi.waitFor(() => expect(requestsOf(id)).toHaveLength(1), { timeout: 30_000 });

  const createdIds = () => store.plants.map(({ id }) => Number(id)).sort((a, b) => a - b);

  async function unknownPlants(): Promise<UnknownPlant[]> {
    const lines = (await run("src/unknown.ts")).split("\n").filter(Boolean);
    return lines.map((line) => JSON.parse(line)).sort((a, b) => a.id - b.id);
  }
  const unknownIds = async () => (await unknownPlants()).map(({ id }) => Number(id));

  async function failures(): Promise<Record<string, string>> {
    const jobs = await queue.getJobs(["failed"]);
    return Object.fromEntries(jobs.map(({ data, failedReason }) => [data.id, failedReason]));
  }

  test("creates each plant once, with all digits of its id, even if its file is added again, also after BullMQ has forgotten its job", async () => {
    await add([1, 2n ** 63n - 1n]);
    await startWorker();
    await finished();
    await add([1, 2n ** 63n - 1n, 2]);
    await finished();
    expect(await queue.clean(0, 10, "completed")).toHaveLength(3);
    await add([1]);
    await finished();
    expect(store.plants).toEqual([
      { id: 1, name: "Fern 1" },
      { id: 2n ** 63n - 1n, name: `Fern ${2n ** 63n - 1n}` },
      { id: 2, name: "Fern 2" },
    ]);
    expect(store.requests).toHaveLength(3);
    expect(await unknownIds()).toEqual([]);
  });

  test("a line that is not a plant is reported, and the others are added", async () => {
    const lines = ['{"id":1,"name":"Fern"}', '{"name":"Ivy"}', '{"id":1.5,"name":"Moss"}', "Rose"];
    await writeFile(join(app.folder, "bad-plants.ndjson"), lines.join("\n"));
    const { code, output } = await runNode(app.folder, ["src/add.ts", "bad-plants.ndjson"], env);
    expect(code).toBe(1);
    expect(output.match(/(?<=Line )\d(?= is not a plant)/g)).toEqual(["2", "3", "4"]);
    expect((await queue.getJobs(["waiting"])).map(({ data }) => data)).toEqual([{ id: "1", name: "Fern" }]);
  });

  test("workers that die before they mark a plant do not keep others from sending it, or from listing it", async () => {
    store.enqueue(mocks.faults.hang({ id: 1 }));
    await add([1]);
    const { Worker } = createRequire(join(app.folder, "app.js"))("bullmq");
    const dead = new Worker("plants", null, { connection: { url: redis.url }, lockDuration: 1 });
    expect(await dead.getNextJob("token")).toMatchObject({ id: "plant-1" });
    await dead.close();
    const worker = await startWorker();
    await received(1);
    await kill(worker);
    await startWorker();
    await finished();
    expect(requestsOf(1)).toHaveLength(1);
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
    const reason = "A worker ended or froze while it created the plant.";
    expect(await unknownPlants()).toEqual([{ id: "1", name: "Fern 1", time, reason }]);
  });

  test("workers that are killed at any moment leave no plant out, and send none twice", async () => {
    const ids = Array.from({ length: 60 }, (_, index) => index + 1);
    store.configure({ latency: [0, 200] });
    await add(ids);
    for (const requests of [5, 17, 29, 41]) {
      const workers = await Promise.all([startWorker(), startWorker()]);
      await vi.waitUntil(() => store.requests.length >= requests, { timeout: 60_000, interval: 5 });
      await Promise.all(workers.map(kill));
    }
    await startWorker();
    await finished();
    expect(ids.filter((id) => requestsOf(id).length > 1)).toEqual([]);
    const unknown = await unknownIds();
    expect(new Set([...createdIds(), ...unknown])).toEqual(new Set(ids));
    expect(new Set(Object.keys(await failures()).map(Number))).toEqual(new Set(unknown));
  });

  test("a crash of Redis and of the worker loses no mark", async () => {
    store.enqueue(mocks.faults.hang({ id: 1, afterCreate: true }));
    await add([1, 2]);
    const worker = await startWorker();
    await Promise.all([1, 2].map(received)); // Otherwise, the crash may leave the second one unsent and unknown.
    await Promise.all([kill(worker), redis.kill()]);
    await redis.start();
    await startWorker();
    await finished();
    expect(requestsOf(1)).toHaveLength(1);
    expect(createdIds()).toEqual([1, 2]);
    expect(await unknownIds()).toContain(1);
  });

  test("a worker that was frozen, and whose job another worker has taken, does no harm", async () => {
    store.configure({ latency: 5_000 });
    await add([1]);
    const frozen = await startWorker();
    await received(1);
    frozen.kill("SIGSTOP");
    await startWorker();
    await finished();
    frozen.kill("SIGCONT");
    await outputOf(frozen, /Missing lock|lock mismatch|not in the active state/);
    expect(requestsOf(1)).toHaveLength(1);
    expect(createdIds()).toEqual([1]);
    expect(await unknownIds()).toEqual([1]);
  });

  test("of runs that mark a plant at the same time, one may send it, and a run removes only its own mark", async () => {
    const script = `
      import { mark, unmark } from "./src/marks.ts";
      import { closeQueues } from "./src/queues.ts";
      console.log((await Promise.all(Array.from({ length: 20 }, (_, run) => mark("1", String(run))))).join());
      await unmark("1", "1");
      console.log(await mark("1", "third"));
      await unmark("1", "0");
      console.log(await mark("1", "fourth"));
      await closeQueues();`;
    const output = await run("--input-type=module-typescript", "--eval", script);
    expect(output).toBe(`send${",unknown".repeat(19)}\nunknown\nsend\n`);
  });

  test("after a 429, all workers wait as long as the store asks, then send the plant again", async () => {
    // The last two ask for no wait.
    const { status } = mocks.faults;
    const waits = [{ "retry-after": "2" }, { "retry-after": "0" }, undefined].map((headers, index) =>
      status(429, { headers, id: index + 1 }),
    );
    store.enqueue(...waits);
    await add([1]);
    await Promise.all([startWorker(), startWorker()]);
    await vi.waitFor(async () => expect(await queue.getRateLimitTtl()).toBeGreaterThan(1_000), 30_000);
    await add([2, 3]);
    await finished();
    const [rejected, ...others] = store.requests;
    expect(others).toHaveLength(5);
    expect(others[0]?.time).toBeGreaterThanOrEqual((rejected?.time ?? 0) + 2_000);
    expect(createdIds()).toEqual([1, 2, 3]);
    expect(await unknownIds()).toEqual([]);
  });

  test("a plant is sent again after there was no connection", async () => {
    await add([1]);
    const offline = await startWorker({ PLANT_STORE_BASE_URL: `http://127.0.0.1:${CLOSED_PORT}` });
    await vi.waitFor(async () => expect(await queue.getJobCounts("delayed")).toEqual({ delayed: 1 }), 30_000);
    await kill(offline);
    await startWorker();
    await finished();
    expect(createdIds()).toEqual([1]);
    expect(await unknownIds()).toEqual([]);
  });

  test("only certain outcomes fail a job for good, and only a lost outcome needs a person", async () => {
    const { faults } = mocks;
    store.enqueue(
      faults.status(400, { id: 1 }),
      faults.reset({ id: 2 }),
      faults.reset({ id: 3, afterCreate: true }),
      faults.status(503, { id: 4 }),
      faults.truncate(5, { id: 5 }),
      faults.status(401, { id: 6 }),
    );
    await add([1, 2, 3, 4, 5, 6, 7]);
    await startWorker();
    await finished();
    expect(store.requests).toHaveLength(7);
    expect(createdIds()).toEqual([3, 5, 7]);
    const [no, unknown] = [/^Not created: /, /^Unknown: /].map((text) => expect.stringMatching(text));
    expect(await failures()).toEqual({ 1: no, 2: unknown, 3: unknown, 4: unknown, 6: no });
    expect(await unknownIds()).toEqual([2, 3, 4]);

    // The operator adds the file again, after the token works.
    await add([1, 2, 3, 4, 5, 6, 7]);
    await finished();
    expect(createdIds()).toEqual([1, 3, 5, 6, 7]);
    expect(store.requests).toHaveLength(9);
    expect(await unknownIds()).toEqual([2, 3, 4]);

    // A person has found out about the three others.
    await run("src/unknown.ts", "not-created", "2");
    await run("src/unknown.ts", "created", "3");
    await finished();
    await add([3]);
    await finished();
    expect(createdIds()).toEqual([1, 2, 3, 5, 6, 7]);
    expect(await unknownIds()).toEqual([4]);
  });

  test("two workers together keep the rate limit", async () => {
    store.configure({ latency: 100 });
    const limit = { REQUESTS_PER_SECOND: "4" };
    await Promise.all([startWorker(limit), startWorker(limit)]);
    const start = Date.now();
    await add(Array.from({ length: 16 }, (_, index) => index + 1));
    await finished();
    expect(store.requests).toHaveLength(16);
    for (const second of [1, 2, 3]) {
      const before = store.requests.filter(({ time }) => time < start + second * 1_000);
      expect(before.length).toBeLessThanOrEqual(second * 4);
    }
  });

  test("a worker that is asked to end finishes its requests", async () => {
    store.configure({ latency: 1_000 });
    await add([1, 2]);
    const worker = await startWorker();
    await received(1);
    const exited = once(worker, "exit");
    worker.kill("SIGTERM");
    expect(await exited).toEqual([0, null]);
    await startWorker();
    await finished();
    expect(createdIds()).toEqual([1, 2]);
    expect(await unknownIds()).toEqual([]);
  });

  test("a worker does not start with a Redis that could lose marks", async () => {
    await redis.kill();
    await redis.start("--appendfsync", "everysec");
    const { code, output } = await runNode(app.folder, ["src/worker.ts"], env);
    expect(code).toBe(1);
    expect(output).toContain("Redis could lose marks. Set appendfsync to always in redis.conf.");
  });
});

type UnknownPlant = Record<"id" | "name" | "time" | "reason", string>;

/** The part of BullMQ's queue that the tests use. */
interface Queue {
  getJobCounts(...states: string[]): Promise<Record<string, number>>;
  getJobs(states: string[]): Promise<{ data: UnknownPlant; failedReason: string }[]>;
  getRateLimitTtl(): Promise<number>;
  clean(grace: number, limit: number, state: string): Promise<string[]>;
  on(event: "error", listener: () => void): void;
  close(): Promise<void>;
}
