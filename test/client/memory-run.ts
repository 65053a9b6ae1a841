/**
 * Makes many calls and prints how much memory they leaked, as JSON: `node --expose-gc memory-run.ts`.
 * It runs in its own process, so that the heap contains nothing else.
 */
import { getEventListeners, setMaxListeners } from "node:events";
import {
  isPlantStoreFailure,
  type PlantStoreCallOptions,
  PlantStoreClient,
  type PlantStoreFetch,
  safeCreatePlant,
} from "../../src/index.ts";

// A retry waits for at least 150 ms. Here it waits 1 ms.
const { setTimeout: startTimer } = globalThis;
globalThis.setTimeout = ((run: () => void, ms: number) =>
  startTimer(run, ms >= 150 && ms <= 300 ? 1 : ms)) as typeof setTimeout;

const WARM_UP = 10_000;
const CALLS = 40_000;

/** The `fetch` and the options of a call. */
interface Scenario {
  fetch: PlantStoreFetch;
  options?: PlantStoreCallOptions;
}

const success: Scenario = { fetch: async () => new Response('{"name":"Fern"}') };

const shortTimeout = { timeout: 1 };
const aborted = new AbortController();
aborted.abort();

/** The scenarios of every tenth call, in turn. */
const failures: Scenario[] = [
  { fetch: async () => new Response('{"error":1,"message":"no room left"}', { status: 400 }) },
  { fetch: async () => new Response("<html>", { status: 503 }) },
  { fetch: async () => new Response('{"tag":"indoor"}') },
  { fetch: async () => new Response("x".repeat(100)) },
  { fetch: async () => new Response(new ReadableStream({ pull: (body) => body.error(new Error("lost")) })) },
  { fetch: () => Promise.reject(new TypeError("fetch failed", { cause: new Error("lost") })) },
  {
    fetch: async () => new Response(null, { status: 429, headers: { "retry-after": "0" } }),
    options: { maxRetries: 1 },
  },
  { fetch: success.fetch, options: { signal: aborted.signal } },
  { fetch: () => new Promise(() => {}), options: shortTimeout },
  { fetch: async () => new Response(new ReadableStream()), options: shortTimeout },
  {
    fetch: (_url, { signal }) =>
      new Promise((_resolve, reject) => signal?.addEventListener("abort", () => reject(signal.reason))),
    options: shortTimeout,
  },
];
/** The number of failures of each kind. */
const kinds: Record<string, number> = {};

const longLived = new AbortController();
setMaxListeners(0, longLived.signal);
let scenario = success;
const baseUrl = "https://plants.example";
const token = "secret-token-of-the-tests";
const client = new PlantStoreClient({
  baseUrl,
  token: async () => token,
  maxResponseBytes: 64,
  onEvent: () => {},
  fetch: (url, init) => scenario.fetch(url, init),
});

async function call(id: number): Promise<void> {
  scenario = (id % 10 === 0 && failures[(id / 10) % failures.length]) || success;
  try {
    await client.createPlant({ id, name: "Fern" }, { signal: longLived.signal, ...scenario.options });
  } catch (error) {
    const kind = isPlantStoreFailure(error) ? error.kind : String(error);
    kinds[kind] = (kinds[kind] ?? 0) + 1;
  }
}

/** Bytes on the heap after several garbage collections: one may make more objects collectable. */
async function heapInUse(): Promise<number> {
  for (let round = 0; round < 4; round++) {
    await new Promise(setImmediate);
    globalThis.gc?.();
  }
  return process.memoryUsage().heapUsed;
}

/** Bytes that a call holds after 64 kB of its response have arrived byte by byte. */
async function heldBySlowBody(): Promise<number> {
  const space = new Uint8Array([32]);
  const before = await heapInUse();
  let held = 0;
  let sent = 0;
  const body = new ReadableStream({
    async pull(controller) {
      if (++sent < 65_536) return controller.enqueue(space);
      held = (await heapInUse()) - before;
      controller.close();
    },
  });
  const fetch = async () => new Response(body);
  await safeCreatePlant({ id: 1, name: "Fern" }, { baseUrl, token, fetch, timeout: false });
  return held;
}

let before = 0;
for (let id = 1; id <= CALLS; id++) {
  await call(id);
  if (id === WARM_UP) before = await heapInUse();
}
const growth = (await heapInUse()) - before;
const listeners = getEventListeners(longLived.signal, "abort").length;
const held = await heldBySlowBody();
console.log(JSON.stringify({ collected: globalThis.gc !== undefined, growth, listeners, kinds, held }));
