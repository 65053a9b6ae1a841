/** A case of the fault matrix has a script for the server and the expected result of the call. Runs cases and compares. */
import {
  type CreatePlantOptions,
  type CreatePlantResult,
  type PlantStoreFailure,
  type PlantStoreOutcome,
  safeCreatePlant,
} from "plant-store-sdk";
import { expect, vi } from "vitest";
import { TOKEN } from "../support/client.ts";
import { type Checkpoints, createCheckpoints } from "./actions.ts";
import { onRequestWrite, runEventLoop, waitUntilDisconnected } from "./client-connections.ts";
import { type FaultyServer, type Script, startFaultyServer } from "./faulty-server.ts";

/** How a call ends: what the client reports and what the server received. No case allows two results. */
export interface CallResult {
  kind: "success" | PlantStoreFailure["kind"];
  /** `"created"` for a success. */
  outcome: PlantStoreOutcome;
  /** The number of complete requests that the server received. By default 1. */
  requests?: number;
  /** The number of requests that the client reports. By default the same as `requests`. */
  attempts?: number;
  /** By default false. */
  possibleDuplicate?: boolean;
  // The following are compared only if the case expects them.
  connections?: number;
  status?: number;
  hasCode?: boolean;
}

export const success: CallResult = { kind: "success", outcome: "created" };
/** No response arrived. */
export const lost: CallResult = { kind: "connection", outcome: "unknown" };
export const timedOut: CallResult = { kind: "timeout", outcome: "unknown" };

export interface FaultCase {
  name: string;
  server: Script;
  expected: CallResult;
  options?: CreatePlantOptions;
  /** A successful call goes first. Its connection is still open when this call starts, or is already lost. */
  connection?: "reused" | "lost";
  /** The checkpoint after which the server stays silent. By default "sent". */
  silentAfter?: keyof Checkpoints;
}

/** In ms. Long enough that a call on a slow machine reaches it only if the case expects a timeout. */
const TIMEOUT = 15_000;

const CONCURRENCY = 64;

export async function runCases(cases: FaultCase[]): Promise<void> {
  const queue = cases.values();
  const work = async () => {
    for (const faultCase of queue) await run(faultCase);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  await waitUntilDisconnected();
}

/** Runs cases in which the server becomes silent, all at once. Expires the client's timeouts when all servers are silent. */
export async function runSilentCases(cases: FaultCase[]): Promise<void> {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const started = cases.map((faultCase) => {
    const checkpoints = createCheckpoints();
    const { [faultCase.silentAfter ?? "sent"]: silent, settled } = checkpoints;
    return { silent: Promise.race([silent.promise, settled.promise]), end: run(faultCase, checkpoints) };
  });
  await Promise.all(started.map(({ silent }) => silent));
  await runEventLoop(); // Sent bytes may still arrive.
  vi.advanceTimersByTime(TIMEOUT);
  await Promise.all(started.map(({ end }) => end));
  await waitUntilDisconnected();
}

async function run(faultCase: FaultCase, checkpoints = createCheckpoints()): Promise<void> {
  const server = await startFaultyServer(faultCase.server, checkpoints);
  if (faultCase.connection) await openConnection(server, checkpoints, faultCase.connection);
  const result = await call(server, checkpoints, faultCase.options);
  const stillOpen = await server.close();
  await waitUntilDisconnected(server.port);
  const { requests = 1, attempts = requests, possibleDuplicate = false, ...others } = faultCase.expected;
  const description = `${faultCase.name}${result.success ? "" : `: ${result.error.message}`}`;
  expect
    .soft({ ...actualResult(result, server), stillOpen }, description)
    .toMatchObject({ requests, attempts, possibleDuplicate, ...others, stillOpen: 0 });
}

/** Makes a successful call, so that fetch has a connection to reuse. */
async function openConnection(
  server: FaultyServer,
  checkpoints: Checkpoints,
  state: "reused" | "lost",
): Promise<void> {
  await call(server, createCheckpoints());
  checkpoints.previousSettled.resolve();
  if (state === "lost") await waitUntilDisconnected(server.port);
  else await runEventLoop(); // Node's fetch reuses a connection after one idle turn of the event loop.
  onRequestWrite(server.port, checkpoints.writing.resolve);
}

async function call(
  { url: baseUrl }: FaultyServer,
  checkpoints: Checkpoints,
  options?: CreatePlantOptions,
): Promise<CreatePlantResult> {
  const onEvent: CreatePlantOptions["onEvent"] = ({ type }) =>
    (type === "request" || type === "response") && checkpoints[type].resolve();
  const plant = { id: 1, name: "Fern" };
  const result = await safeCreatePlant(plant, {
    baseUrl,
    token: TOKEN,
    timeout: TIMEOUT,
    onEvent,
    ...options,
  });
  checkpoints.settled.resolve();
  return result;
}

function actualResult(result: CreatePlantResult, { requests, connections }: FaultyServer): object {
  if (result.success) {
    const { attempts, possibleDuplicate } = result;
    return { ...success, requests, attempts, possibleDuplicate, connections };
  }
  const { kind, outcome, attempts, possibleDuplicate, response } = result.error;
  const hasCode = "code" in result.error;
  const status = response?.status;
  return { kind, outcome, requests, attempts, possibleDuplicate, connections, status, hasCode };
}
