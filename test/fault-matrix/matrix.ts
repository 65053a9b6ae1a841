/** A case of the fault matrix: what the peer does, and how the call must end. How cases are run, and compared. */
import {
  type CreatePlantOptions,
  type CreatePlantResult,
  type PlantStoreFailure,
  type PlantStoreOutcome,
  safeCreatePlant,
} from "plant-store-sdk";
import { vi } from "vitest";
import { allConnectionsLost, connectionsLost, onWriting, someTurns } from "./client-connections.ts";
import { type MisbehavingPeer, misbehavingPeer, type Script } from "./misbehaving-peer.ts";
import { type Moments, newMoments } from "./moves.ts";

/** How a call must end. There is one truth for each case. */
export interface Ending {
  kind: "success" | PlantStoreFailure["kind"];
  /** Of a success: `"created"`. */
  outcome: PlantStoreOutcome;
  /** How many requests reached the peer whole. */
  requests: number;
  /** How many the client believes to have sent; by default as many as reached the peer. */
  attempts?: number;
  possibleDuplicate?: boolean;
  // Only some cases state what follows.
  /** How many connections the client made. */
  connections?: number;
  /** The error's status. */
  status?: number;
  /** The error has a `code`. */
  hasCode?: boolean;
}

export interface FaultCase {
  name: string;
  peer: Script;
  ending: Ending;
  options?: CreatePlantOptions;
  /** A good call goes before, which leaves its connection open; this one begins with it, or when it is gone. */
  connection?: "kept" | "lost";
  /** The moment at which the peer has fallen silent for good. */
  silentFrom?: keyof Moments;
}

/** A case that was run. */
export interface Run {
  faultCase: FaultCase;
  /** How it did not end as stated. */
  troubles: string[];
}

const token = "secret-token-of-the-tests";

/** Long enough for a slow machine: a call that no other end is stated for must not come near it, ms. */
const DEADLINE = 15_000;

/** How many calls are on their way at once. */
const AT_ONCE = 64;

/** Runs cases side by side. */
export async function runCases(cases: FaultCase[]): Promise<Run[]> {
  const runs: Run[] = [];
  const queue = cases.entries();
  const work = async () => {
    for (const [index, faultCase] of queue) runs[index] = await run(faultCase);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  await allConnectionsLost();
  return runs;
}

/** Runs cases in which the peer falls silent, all at once: when each has, the client's deadlines pass. */
export async function runSilences(cases: FaultCase[]): Promise<Run[]> {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const moments = cases.map(newMoments);
    const runs = cases.map((faultCase, index) => run(faultCase, moments[index]));
    const silent = cases.map(({ silentFrom = "sent" }, index) => moments[index]?.[silentFrom].come);
    const settled = moments.map((each) => each.settled.come);
    await Promise.all(silent.map((come, index) => Promise.race([come, settled[index]])));
    await someTurns(); // What was sent may arrive.
    vi.advanceTimersByTime(DEADLINE);
    const ended = await Promise.all(runs);
    await allConnectionsLost();
    return ended;
  } finally {
    vi.useRealTimers();
  }
}

async function run(faultCase: FaultCase, moments = newMoments()): Promise<Run> {
  const peer = await misbehavingPeer(faultCase.peer, moments);
  if (faultCase.connection) await leaveConnection(peer, moments, faultCase.connection);
  const result = await call(peer, moments, faultCase.options);
  const stillOpen = await peer.close();
  await connectionsLost(portOf(peer));
  const { ending } = faultCase;
  const seen = describe(endingOf(result, peer), ending);
  const stated = describe(ending, ending);
  const troubles = [];
  const reason = result.success ? "" : `: ${result.error.message}`;
  if (seen !== stated) troubles.push(`stated: ${stated}; seen: ${seen}${reason}`);
  if (stillOpen > 0) troubles.push(`${stillOpen} connections are still open`);
  return { faultCase, troubles: troubles.map((trouble) => `${faultCase.name}: ${trouble}`) };
}

/** A good call. */
async function leaveConnection(
  peer: MisbehavingPeer,
  moments: Moments,
  state: "kept" | "lost",
): Promise<void> {
  await call(peer, newMoments());
  moments.before.now();
  if (state === "lost") await connectionsLost(portOf(peer));
  else await someTurns(); // Node's fetch uses a connection again when it has been quiet for a turn.
  onWriting(portOf(peer), moments.writing.now);
}

function portOf({ url }: MisbehavingPeer): number {
  return Number(new URL(url).port);
}

/** An ending in words, as far as a case states one. */
function describe(ending: Ending, stated: Ending): string {
  const { kind, outcome, requests, attempts = requests, possibleDuplicate } = ending;
  const words = [kind, outcome, `${requests} requests at the peer`, `${attempts} attempts`];
  if (possibleDuplicate) words.push("possible duplicate");
  if (stated.connections) words.push(`${ending.connections} connections`);
  if (stated.status) words.push(`status ${ending.status}`);
  if (stated.hasCode) words.push(ending.hasCode ? "a code" : "no code");
  return words.join(", ");
}

async function call(
  peer: MisbehavingPeer,
  moments: Moments,
  options?: CreatePlantOptions,
): Promise<CreatePlantResult> {
  const result = await safeCreatePlant(
    { id: 1, name: "Fern" },
    {
      baseUrl: peer.url,
      token,
      timeout: DEADLINE,
      onEvent: ({ type }) => (type === "request" || type === "response") && moments[type].now(),
      ...options,
    },
  );
  moments.settled.now();
  return result;
}

function endingOf(result: CreatePlantResult, { requests, connections }: MisbehavingPeer): Ending {
  if (!result.success) {
    const { kind, outcome, attempts, ...error } = result.error;
    const status = "status" in error && { status: error.status };
    return { kind, outcome, requests, attempts, connections, ...status, hasCode: "code" in error };
  }
  const { attempts, possibleDuplicate } = result;
  return { kind: "success", outcome: "created", requests, attempts, possibleDuplicate, connections };
}
