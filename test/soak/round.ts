/** One round of the soak test: make calls, check them, then wait until all resources are freed. */
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setImmediate, setTimeout as sleep } from "node:timers/promises";
import { faults, type MockStore, type RecordedRequest } from "plant-store-sdk/mocks/store";
import { type CallRecord, checkCalls, type Finding } from "./check-calls.ts";
import type { FaultyServer } from "./faulty-server.ts";
import type { Load } from "./load.ts";
import { random } from "./random.ts";
import { countResources, findLeaks } from "./resources.ts";

/** Calls that run at the same time. */
const CONCURRENCY = 256;
/** How long new calls are started, ms. */
const LOAD_DURATION = 12_000;
/** Calls at the end of a round that get no response. */
const HANGING_CALLS = 16;
/** How late a call may settle, ms, in addition to the longest delay of the event loop. */
const GRACE = 2_000;
/** How long the last calls may take, ms. Twice the default timeout. */
const MAX_CALL_DURATION = 60_000;
/** How long the client's idle connections may stay open, ms. undici closes them after four seconds. */
const MAX_IDLE = 15_000;

export interface Context {
  store: MockStore;
  server: FaultyServer;
  load: Load;
}

export interface Round {
  records: CallRecord[];
  requests: RecordedRequest[];
  findings: Finding[];
  /** Resources that were not freed. */
  leaks: string[];
}

export async function runRound(context: Context): Promise<Round> {
  const { store, server, load } = context;
  const { signal } = load.longLived;
  // Closed resources are counted until the end of the event loop's turn, which comes after `setImmediate`.
  for (let turn = 0; turn < 2; turn++) await setImmediate();
  const idle = countResources(signal);
  await server.start();
  const listening = countResources(signal);
  const eventLoopDelay = await makeCalls(context);
  // The server is still running, so the client must close the connections.
  const clientLeaks = await findLeaks(listening, signal, MAX_IDLE);
  const { records } = load;
  const { requests } = store;
  const findings = checkCalls(records, store, GRACE + eventLoopDelay);
  await server.stop();
  load.clear();
  store.clear();
  const leaks = [...clientLeaks, ...(await findLeaks(idle, signal, MAX_IDLE))];
  return { records, requests, findings, leaks };
}

/** @returns the longest delay of the event loop, ms */
async function makeCalls(context: Context): Promise<number> {
  const { server, load } = context;
  const delay = monitorEventLoopDelay();
  delay.enable();
  const settled = new AbortController();
  const disturbances = [server.restartAtRandom(settled.signal), abortAtRandom(load, settled.signal)];
  const end = performance.now() + LOAD_DURATION;
  const isOver = () => performance.now() >= end;
  const workers = Array.from({ length: CONCURRENCY }, () => load.callUntil(isOver));
  await waitAtMost(LOAD_DURATION + MAX_CALL_DURATION, Promise.all(workers));
  settled.abort();
  await Promise.all(disturbances);
  await waitAtMost(MAX_CALL_DURATION, callHangingServer(context));
  delay.disable();
  return delay.max / 1e6;
}

/** Waits for a promise that may never settle. */
async function waitAtMost(ms: number, promise: Promise<unknown>): Promise<void> {
  const ended = new AbortController();
  await Promise.race([promise, sleep(ms, undefined, { signal: ended.signal }).catch(() => {})]);
  ended.abort();
}

/** Makes calls that get no response. The server keeps running, so the client must close their connections. */
async function callHangingServer({ store, load }: Context): Promise<void> {
  const queued = store.faults.length;
  store.enqueue(...Array.from({ length: HANGING_CALLS }, () => faults.hang()));
  await load.makeShortCalls(queued + HANGING_CALLS);
}

async function abortAtRandom(load: Load, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await sleep(random.duration(200, 2000), undefined, { signal }).catch(() => {});
    load.abortGroup();
  }
}
