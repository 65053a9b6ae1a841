/** A case of the fault matrix has a script for the server and the expected result of the call. Runs cases and compares. */
import {
  type CreatePlantOptions,
  type CreatePlantResult,
  type PlantStoreFailure,
  type PlantStoreOutcome,
  safeCreatePlant,
} from "plant-store-sdk";
import { vi } from "vitest";
import { TOKEN } from "../support/client.ts";
import { type Checkpoints, createCheckpoints } from "./actions.ts";
import {
  onRequestWrite,
  runEventLoop,
  waitUntilAllDisconnected,
  waitUntilDisconnected,
} from "./client-connections.ts";
import { type FaultyServer, type Script, startFaultyServer } from "./faulty-server.ts";

/** How a call ends: what the client reports and what the server received. No case allows two results. */
export interface CallResult {
  kind: "success" | PlantStoreFailure["kind"];
  /** `"created"` for a success. */
  outcome: PlantStoreOutcome;
  /** The number of complete requests that the server received. */
  requests: number;
  /** The number of requests that the client reports. By default the same as `requests`. */
  attempts?: number;
  possibleDuplicate?: boolean;
  // The following are compared only if the case expects them.
  /** The number of connections that the client opened. */
  connections?: number;
  /** The status of the error. */
  status?: number;
  /** Whether the error has a `code`. */
  hasCode?: boolean;
}

export interface FaultCase {
  name: string;
  server: Script;
  expected: CallResult;
  options?: CreatePlantOptions;
  /** A successful call goes first. Its connection is still open when this call starts, or is already lost. */
  connection?: "reused" | "lost";
  /** The checkpoint after which the server stays silent. */
  silentAfter?: keyof Checkpoints;
}

/** A case that was run. */
export interface Run {
  faultCase: FaultCase;
  /** One line for each difference from the expected result. */
  problems: string[];
}

/** In ms. Long enough that a call on a slow machine reaches it only if the case expects a timeout. */
const TIMEOUT = 15_000;

const CONCURRENCY = 64;

export async function runCases(cases: FaultCase[]): Promise<Run[]> {
  const runs: Run[] = [];
  const queue = cases.entries();
  const work = async () => {
    for (const [index, faultCase] of queue) runs[index] = await run(faultCase);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  await waitUntilAllDisconnected();
  return runs;
}

/** Runs cases in which the server becomes silent, all at once. Expires the client's timeouts when all servers are silent. */
export async function runSilentCases(cases: FaultCase[]): Promise<Run[]> {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const checkpoints = cases.map(createCheckpoints);
    const runs = cases.map((faultCase, index) => run(faultCase, checkpoints[index]));
    const silent = cases.map(({ silentAfter = "sent" }, index) => checkpoints[index]?.[silentAfter].reached);
    const settled = checkpoints.map((each) => each.settled.reached);
    await Promise.all(silent.map((reached, index) => Promise.race([reached, settled[index]])));
    await runEventLoop(); // Sent bytes may still arrive.
    vi.advanceTimersByTime(TIMEOUT);
    const finished = await Promise.all(runs);
    await waitUntilAllDisconnected();
    return finished;
  } finally {
    vi.useRealTimers();
  }
}

async function run(faultCase: FaultCase, checkpoints = createCheckpoints()): Promise<Run> {
  const server = await startFaultyServer(faultCase.server, checkpoints);
  if (faultCase.connection) await openConnection(server, checkpoints, faultCase.connection);
  const result = await call(server, checkpoints, faultCase.options);
  const stillOpen = await server.close();
  await waitUntilDisconnected(portOf(server));
  const expected = describe(faultCase.expected, faultCase.expected);
  const actual = describe(actualResult(result, server), faultCase.expected);
  const problems = [];
  const reason = result.success ? "" : `: ${result.error.message}`;
  if (actual !== expected) problems.push(`expected: ${expected}; actual: ${actual}${reason}`);
  if (stillOpen > 0) problems.push(`${stillOpen} connections are still open`);
  return { faultCase, problems: problems.map((problem) => `${faultCase.name}: ${problem}`) };
}

/** Makes a successful call, so that fetch has a connection to reuse. */
async function openConnection(
  server: FaultyServer,
  checkpoints: Checkpoints,
  state: "reused" | "lost",
): Promise<void> {
  await call(server, createCheckpoints());
  checkpoints.previousSettled.reach();
  if (state === "lost") await waitUntilDisconnected(portOf(server));
  else await runEventLoop(); // Node's fetch reuses a connection after one idle turn of the event loop.
  onRequestWrite(portOf(server), checkpoints.writing.reach);
}

function portOf({ url }: FaultyServer): number {
  return Number(new URL(url).port);
}

/** A result as text. Omits optional fields that the case does not expect. */
function describe(result: CallResult, expected: CallResult): string {
  const { kind, outcome, requests, attempts = requests, possibleDuplicate } = result;
  const parts = [kind, outcome, `${requests} requests received`, `${attempts} attempts`];
  if (possibleDuplicate) parts.push("possible duplicate");
  if (expected.connections) parts.push(`${result.connections} connections`);
  if (expected.status) parts.push(`status ${result.status}`);
  if (expected.hasCode) parts.push(result.hasCode ? "a code" : "no code");
  return parts.join(", ");
}

async function call(
  server: FaultyServer,
  checkpoints: Checkpoints,
  options?: CreatePlantOptions,
): Promise<CreatePlantResult> {
  const result = await safeCreatePlant(
    { id: 1, name: "Fern" },
    {
      baseUrl: server.url,
      token: TOKEN,
      timeout: TIMEOUT,
      onEvent: ({ type }) => (type === "request" || type === "response") && checkpoints[type].reach(),
      ...options,
    },
  );
  checkpoints.settled.reach();
  return result;
}

function actualResult(result: CreatePlantResult, { requests, connections }: FaultyServer): CallResult {
  if (!result.success) {
    const { kind, outcome, attempts, ...error } = result.error;
    const status = error.status !== undefined && { status: error.status };
    return { kind, outcome, requests, attempts, connections, ...status, hasCode: "code" in error };
  }
  const { attempts, possibleDuplicate } = result;
  return { kind: "success", outcome: "created", requests, attempts, possibleDuplicate, connections };
}
