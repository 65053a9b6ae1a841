/** One round of a run: calls and mishaps, then the reckoning, then silence, after which memory can be measured. */
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { faults, type PlantStore, type RecordedRequest } from "plant-store-sdk/mocks/store";
import { type CallRecord, type Finding, reckon } from "./books.ts";
import type { Chance } from "./chance.ts";
import type { Load } from "./load.ts";
import { countResources, leftOver, nextTurn } from "./resources.ts";
import type { StoreOnPort } from "./store-on-port.ts";

/** How long calls are made, ms. */
const LOAD = 12_000;
/** How many calls at the end of a round meet a store that does not answer. */
const SILENT = 16;
/** How late a call may settle, ms, beside what the machine itself has held up. */
const GRACE = 2_000;
/** How long the last calls may take: the default deadline, and then some. */
const LONGEST = 60_000;
/** How long the client's idle connections may stay: undici closes them after four seconds. */
const IDLE = 15_000;

export interface Setting {
  store: PlantStore;
  server: StoreOnPort;
  load: Load;
  chance: Chance;
  concurrency: number;
  /** Whoever runs it has had enough. */
  stopped: AbortSignal;
}

export interface Round {
  records: CallRecord[];
  requests: RecordedRequest[];
  findings: Finding[];
  /** What did not come to rest. */
  leftOver: string[];
}

export async function runRound(setting: Setting): Promise<Round> {
  const { store, server, load } = setting;
  const { signal } = load.longLived;
  await nextTurn();
  const silent = countResources(signal);
  await server.start();
  const listening = countResources(signal);
  const heldUp = await makeCalls(setting);
  // The store is still up: it is the client that must close its connections.
  const unclosed = await leftOver(listening, signal, IDLE);
  const { records } = load;
  const { requests } = store;
  const findings = reckon(records, { plants: store.plants, requests }, GRACE + heldUp);
  await server.stop();
  load.forget();
  store.reset();
  const left = [...unclosed, ...(await leftOver(silent, signal, IDLE))];
  return { records, requests, findings, leftOver: left };
}

/** @returns how long the machine, or a long computation, has held up everything at most, ms. */
async function makeCalls(setting: Setting): Promise<number> {
  const { server, load, chance, concurrency, stopped } = setting;
  const delay = monitorEventLoopDelay();
  delay.enable();
  const settled = new AbortController();
  const mishaps = [server.restartAtRandom(settled.signal), abortAtRandom(load, chance, settled.signal)];
  const end = performance.now() + LOAD;
  const isOver = () => performance.now() >= end || stopped.aborted;
  const workers = Array.from({ length: concurrency }, () => load.work(isOver));
  await within(LOAD + LONGEST, Promise.all(workers));
  settled.abort();
  await Promise.all(mishaps);
  await within(LONGEST, meetSilence(setting));
  delay.disable();
  return delay.max / 1e6;
}

/** Waits for the work, but not for good: some of it may never end. */
async function within(ms: number, work: Promise<unknown>): Promise<void> {
  const ended = new AbortController();
  await Promise.race([work, sleep(ms, undefined, { signal: ended.signal }).catch(() => {})]);
  ended.abort();
}

/** The last calls get no answer, and no stop of the server ends their connections for them. */
async function meetSilence({ store, load }: Setting): Promise<void> {
  const queued = store.faults.length;
  store.enqueue(...Array.from({ length: SILENT }, () => faults.hang()));
  await load.hurry(queued + SILENT);
}

async function abortAtRandom(load: Load, chance: Chance, end: AbortSignal): Promise<void> {
  while (!end.aborted) {
    await sleep(chance.duration(200, 2000), undefined, { signal: end }).catch(() => {});
    load.abortGroup();
  }
}
