/** Checks that what each call reported agrees with the plants and the requests of the store. */
import { type CreatePlantResult, isPlantStoreFailure, type NewPlant } from "plant-store-sdk";
import type { MockStore, RecordedRequest } from "plant-store-sdk/mocks/store";
import { meaningOf } from "../support/outcomes.ts";

/** What a call returned or threw, without errors: a round has many, and each holds a stack. */
export interface CallReport {
  /** Of a failure, or the text of another error. */
  kind: string;
  /** Missing if the call threw something else than a failure. */
  outcome?: "not-created" | "unknown" | "created";
  /** Missing in the results of `createPlant`, like `possibleDuplicate`. */
  attempts?: number;
  possibleDuplicate?: boolean;
  /** Of a success. */
  name?: string;
  /** Of the last response, if the failure contains it. */
  status?: number | undefined;
  code?: string | undefined;
}

/** A call. No other call creates a plant with the same id. */
export interface CallRecord {
  plant: NewPlant;
  retryUnknown: boolean;
  /** The number of attempts that its options allow. */
  maxAttempts: number;
  /** Missing if the call never settled. */
  report?: CallReport;
  /** How long after its deadline the call settled, ms. Negative if it settled before. */
  late: number;
}

export function reportOfFailure(error: unknown): CallReport {
  if (!isPlantStoreFailure(error)) return { kind: String(error) };
  const { kind, outcome, attempts, possibleDuplicate, response } = error;
  const code = "code" in error ? error.code : undefined;
  return { kind, outcome, attempts, possibleDuplicate, status: response?.status, code };
}

export function reportOf(result: CreatePlantResult): CallReport {
  if (!result.success) return reportOfFailure(result.error);
  const { data, attempts, possibleDuplicate } = result;
  return { kind: "success", outcome: "created", name: data.name, attempts, possibleDuplicate };
}

/** A call that has settled, and what the store recorded about its id. */
interface Settled extends CallRecord {
  report: CallReport;
  plants: number;
  requests: RecordedRequest[];
}

const RULES: [problem: string, isBroken: (call: Settled) => boolean][] = [
  ["threw no PlantStoreFailure", ({ report }) => report.outcome === undefined],
  [
    "lost a plant: it reports one that the store does not have",
    ({ report, plants }) => report.outcome === "created" && plants === 0,
  ],
  [
    "duplicated its plant",
    ({ retryUnknown, maxAttempts, report, plants }) =>
      plants > (retryUnknown && report.possibleDuplicate !== false ? (report.attempts ?? maxAttempts) : 1),
  ],
  [
    "reports that no plant was created, but the store has it",
    ({ report, plants }) => report.outcome === "not-created" && plants > 0,
  ],
  [
    "returned the plant of another call",
    ({ plant, report }) => report.kind === "success" && report.name !== plant.name,
  ],
  [
    "reports a possible duplicate without retryUnknown",
    ({ retryUnknown, report }) => report.possibleDuplicate === true && !retryUnknown,
  ],
  [
    "sent more requests than it reports, or than are allowed",
    ({ maxAttempts, report: { attempts = maxAttempts }, requests }) =>
      requests.length > attempts || attempts > maxAttempts,
  ],
  [
    "sent nothing, but does not report not-created",
    ({ report }) => report.attempts === 0 && report.outcome !== "not-created",
  ],
  ["reports a wrong outcome or status of the last response", hasWrongStatus],
  [
    // No connection was established, so nothing was created.
    "reports a wrong outcome for a refused connection",
    (call) => call.report.code === "ECONNREFUSED" && !hasOutcome(call, "not-created"),
  ],
];

/** Derives the outcome from the status, without the client's code. */
function hasWrongStatus(call: Settled): boolean {
  const { kind, status } = call.report;
  if (status === undefined) return false;
  const last = call.requests.at(-1);
  if (status !== last?.status) return true;
  const provesNothing = status <= 299 && !provesCreation(call.plant, kind, last);
  return !hasOutcome(call, provesNothing ? "unknown" : meaningOf(status).outcome);
}

/** After an "unknown" attempt, a later rejection cannot make the outcome "not-created". */
function hasOutcome({ retryUnknown, report }: Settled, expected: CallReport["outcome"]): boolean {
  const mayBeUnknown = retryUnknown && expected === "not-created" && Number(report.attempts) > 1;
  return report.outcome === expected || (mayBeUnknown && report.outcome === "unknown");
}

/** A limit for all calls. Shorter than the longest body of the faults. */
export const MAX_RESPONSE_BYTES = 65_536;

/** Whether a 2xx response certainly comes from the store. The mock's media type is JSON unless its fault has another. */
function provesCreation(plant: NewPlant, kind: string, { status, fault }: RecordedRequest): boolean {
  if (status !== 200 || fault?.type !== "status" || typeof fault.body !== "string")
    return status === 200 || status === 201;
  const isComplete = kind === "unexpected-response" && fault.body.length <= MAX_RESPONSE_BYTES;
  if (!isComplete) return fault.headers?.["content-type"] !== "text/html";
  try {
    return Object(JSON.parse(fault.body)).name === plant.name;
  } catch {
    return false;
  }
}

/**
 * Compares every call with the store. Call this when no call is running.
 *
 * @param grace how late a call may settle, ms
 * @returns what is wrong
 */
export function checkCalls(calls: readonly CallRecord[], store: MockStore, grace: number): string[] {
  // The text of an id is the same for a number and a bigint.
  const plants = Map.groupBy(store.plants, ({ id }) => String(id));
  const requests = Map.groupBy(store.requests, ({ plant }) => String(plant?.id));
  const problems = calls.flatMap(({ report, ...call }) => {
    const id = String(call.plant.id);
    if (report === undefined) return [`call ${id} never settled`];
    const settled = {
      ...call,
      report,
      plants: plants.get(id)?.length ?? 0,
      requests: requests.get(id) ?? [],
    };
    plants.delete(id);
    const broken = RULES.filter(([, isBroken]) => isBroken(settled)).map(([problem]) => problem);
    if (call.late > grace) broken.push("settled too late");
    const received = settled.requests.map(({ status, fault }) => ({ status, fault }));
    const details = JSON.stringify({ ...settled, plant: undefined, requests: received });
    return broken.map((problem) => `call ${id} ${problem}: ${details}`);
  });
  return [...problems, ...[...plants.keys()].map((id) => `no call created plant ${id}`)];
}
