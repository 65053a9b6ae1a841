/**
 * The soak test: many concurrent calls to the mock's HTTP server, while it injects faults of every kind and restarts, and
 * callers abort. Fails if a call does not settle or reports something wrong, or if resources leak.
 *
 * `npm run soak` takes ten minutes. `-- --minutes 1` shortens it.
 */
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setImmediate, setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { setFlagsFromString } from "node:v8";
import { listen } from "plant-store-sdk/mocks/server";
import { faults, MockStore } from "plant-store-sdk/mocks/store";
import { bytesInMemory } from "../support/collect-garbage.ts";
import { checkCalls } from "./check-calls.ts";
import { Load } from "./load.ts";
import { random } from "./random.ts";
import { randomFault } from "./random-faults.ts";
import { findLeaks, heapGrowth, type Sample } from "./resources.ts";

/** Calls that run at the same time. */
const CONCURRENCY = 256;
/** How long new calls are started in a round, ms. */
const LOAD_DURATION = 12_000;
/** Calls at the end of a round that get no response. */
const HANGING_CALLS = 16;
/** How late a call may settle, ms, in addition to the longest delay of the event loop. */
const GRACE = 2_000;
/** How long the last calls may take, ms. Twice the default timeout. */
const MAX_CALL_DURATION = 60_000;
/** Shorter runs do not check the heap, which is not stable yet, and may not meet every fault. */
const MIN_CHECKED_MINUTES = 10;
/** MB per minute. */
const MAX_HEAP_GROWTH = 0.2;
/** The share of requests that get a fault. */
const FAULT_PROBABILITY = 0.4;
/** Further problems of calls are only counted. */
const MAX_SHOWN_PROBLEMS = 10;

const { values } = parseArgs({ options: { minutes: { type: "string", default: "10" } } });
const problems: string[] = [];
process.on("warning", (warning) => problems.push(`a warning: ${warning}`));
process.on("unhandledRejection", (reason) => problems.push(`an unhandled rejection: ${reason}`));
process.on("uncaughtException", ({ stack }) => problems.push(`an uncaught exception: ${stack}`));
// V8 would free unused bytecode. That can be megabytes, which would hide a leak or look like one.
setFlagsFromString("--no-flush-bytecode");

const unlimited = Number.POSITIVE_INFINITY;
const store = new MockStore({ maxPlants: unlimited, maxRequests: unlimited });
// Queues per received request, not per call: a call that ends before it sends would leave its fault in the queue.
store.subscribe(({ type }) => {
  if (type === "ended" && random.boolean(FAULT_PROBABILITY)) store.enqueue(randomFault());
});

/**
 * Chooses a port below the range that systems use for outgoing connections. Otherwise a client could get the server's port as
 * its own while the server is stopped, and connect to itself.
 */
async function freePort(): Promise<number> {
  for (;;) {
    const port = random.integer(20_000, 29_999);
    const server = await listen(store, { port }).catch(() => undefined);
    await server?.close();
    if (server) return port;
  }
}

const port = await freePort();
const load = new Load(`http://127.0.0.1:${port}`);
const counts = { calls: 0, requests: 0, restarts: 0, wrong: 0 };
/** By result and outcome. */
const results: Record<string, number> = {};
/** By type. */
const injected: Record<string, number> = {};

const count = (counted: Record<string, number>, key: string) => {
  counted[key] = (counted[key] ?? 0) + 1;
};

/** Waits for a promise that may never settle. */
async function waitAtMost(ms: number, promise: Promise<unknown>): Promise<void> {
  const ended = new AbortController();
  await Promise.race([promise, sleep(ms, undefined, { signal: ended.signal }).catch(() => {})]);
  ended.abort();
}

/** Repeats an act at random times until the signal aborts. */
async function repeat(act: () => unknown, signal: AbortSignal, pause: () => number): Promise<void> {
  while (!signal.aborted) {
    await sleep(pause(), undefined, { signal }).catch(() => {});
    if (!signal.aborted) await act();
  }
}

/** Makes calls, checks them, then waits until all resources are freed. */
async function runRound(): Promise<void> {
  let server = await listen(store, { port });
  // Closed resources are counted until the end of the event loop's turn, which comes after `setImmediate`.
  for (let turn = 0; turn < 2; turn++) await setImmediate();
  const findLeaked = findLeaks(load.longLived.signal);
  const restart = async () => {
    counts.restarts += 1;
    await server.close();
    await sleep(random.duration(20, 1000));
    server = await listen(store, { port });
  };

  const delay = monitorEventLoopDelay();
  delay.enable();
  const settled = new AbortController();
  const disturbances = [
    repeat(restart, settled.signal, () => random.integer(3000, 6000)),
    repeat(load.abortGroup, settled.signal, () => random.duration(200, 2000)),
  ];
  const end = performance.now() + LOAD_DURATION;
  const work = async () => {
    while (performance.now() < end) await load.call();
  };
  await waitAtMost(LOAD_DURATION + MAX_CALL_DURATION, Promise.all(Array.from({ length: CONCURRENCY }, work)));
  settled.abort();
  await Promise.all(disturbances);
  // Calls that get no response. The server keeps running, so the client must close their connections.
  const queued = store.faults.length;
  store.enqueue(...Array.from({ length: HANGING_CALLS }, () => faults.hang()));
  await waitAtMost(MAX_CALL_DURATION, load.makeShortCalls(queued + HANGING_CALLS));
  delay.disable();

  problems.push(...(await findLeaked()));
  const wrong = checkCalls(load.records, store, GRACE + delay.max / 1e6);
  problems.push(...wrong.slice(0, Math.max(0, MAX_SHOWN_PROBLEMS - counts.wrong)));
  counts.wrong += wrong.length;
  counts.calls += load.records.length;
  counts.requests += store.requests.length;
  for (const { report } of load.records) count(results, `${report?.kind} ${report?.outcome}`);
  for (const { fault } of store.requests) if (fault) count(injected, fault.type);
  await server.close();
  load.records = [];
  store.clear();
}

const planned = Number(values.minutes);
console.log(`Node ${process.version}, ${planned} minutes`);
const samples: Sample[] = [];
const start = performance.now();
let minutes = 0;
while (minutes < planned) {
  await runRound();
  minutes = (performance.now() - start) / 60_000;
  const megabytes = (await bytesInMemory()) / 1_048_576;
  samples.push({ minute: minutes, megabytes });
  console.error({ minutes, ...counts, megabytes, problems: problems.length });
}
console.log({ minutes, ...counts, aborts: load.aborts, results, injected });
const growth = heapGrowth(samples, minutes);
console.log(`heap growth in the last 5 minutes: ${growth.toFixed(3)} MB per minute`);
if (minutes >= MIN_CHECKED_MINUTES) {
  // Too few samples are NaN.
  if (!(Math.abs(growth) < MAX_HEAP_GROWTH)) problems.push("the heap grew or shrank too much");
  // Without a call of `release`, a hold is a hang.
  const untested = Object.keys(faults).filter((type) => type !== "hold" && injected[type] === undefined);
  problems.push(...untested.map((type) => `no fault was a ${type}`));
}
if (problems.length > 0) process.exitCode = 1;
for (const problem of problems) console.error(`FAILED: ${problem}`);
if (problems.length === 0) console.log("\nEvery call settled and reported correctly, and nothing leaked.");
