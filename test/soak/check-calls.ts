/** Checks that what each call reported agrees with the store's plants and its journal. */
import type { NewPlant } from "plant-store-sdk";
import type { MockStore, RecordedRequest } from "plant-store-sdk/mocks/store";
import { meaningOf } from "../support/outcomes.ts";

/** What a call returned or threw. */
export type CallReport =
  | {
      success: true;
      name: string;
      /** Only in results of `safeCreatePlant`, like `possibleDuplicate`. */
      attempts?: number | undefined;
      possibleDuplicate?: boolean | undefined;
    }
  | {
      success: false;
      /** Of a failure, or the text of another error. */
      kind: string;
      /** Missing if the error is not a PlantStoreFailure, like `possibleDuplicate`. */
      outcome?: "not-created" | "unknown" | "created";
      attempts: number;
      /** Status of the last response, if the failure contains it. */
      status?: number | undefined;
      code?: string | undefined;
      possibleDuplicate?: boolean | undefined;
    };

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

/** What the store recorded about one id. */
interface Evidence {
  plants: NewPlant[];
  requests: RecordedRequest[];
}

type StoreState = Pick<MockStore, keyof Evidence>;

export interface Finding {
  type: "lost" | "duplicated" | "misreported";
  message: string;
}

type Check = (call: CallRecord, report: CallReport, evidence: Evidence) => boolean;

const RULES: [type: Finding["type"], problem: string, isBroken: Check][] = [
  [
    "lost",
    "reports a created plant that the store does not have",
    (_call, report, { plants }) => (report.success || report.outcome === "created") && plants.length === 0,
  ],
  ["duplicated", "created too many", (call, report, { plants }) => plants.length > maxPlants(call, report)],
  [
    "misreported",
    "reports that no plant was created, but the store has it",
    (_call, report, { plants }) => isFailure(report, "not-created") && plants.length > 0,
  ],
  [
    "misreported",
    "returned the plant of another call",
    ({ plant }, report) => report.success && report.name !== plant.name,
  ],
  [
    "misreported",
    "reports a possible duplicate without retryUnknown",
    ({ retryUnknown }, report) => report.possibleDuplicate === true && !retryUnknown,
  ],
  [
    "misreported",
    "sent more requests than it reports, or than are allowed",
    ({ maxAttempts }, { attempts = maxAttempts }, { requests }) =>
      requests.length > attempts || attempts > maxAttempts,
  ],
  [
    "misreported",
    "sent nothing, but does not report not-created",
    (_call, report) => report.attempts === 0 && !isFailure(report, "not-created"),
  ],
  ["misreported", "reports a wrong outcome or status of the last response", hasWrongStatus],
  ["misreported", "reports a wrong outcome for a refused connection", hasWrongRefusal],
];

function isFailure(report: CallReport, outcome: string): boolean {
  return !report.success && report.outcome === outcome;
}

/** Derives the outcome from the status, without the client's code. */
function hasWrongStatus(call: CallRecord, report: CallReport, { requests }: Evidence): boolean {
  if (report.success || report.status === undefined) return false;
  const { status, outcome } = report;
  if (status !== requests.at(-1)?.status) return true;
  const provesNothing = status <= 299 && !provesCreation(call, report.kind, requests.at(-1));
  const expected = provesNothing ? "unknown" : meaningOf(status).outcome;
  // After an "unknown" attempt, a later rejection cannot make the outcome "not-created".
  const mayBeUnknown = call.retryUnknown && expected === "not-created" && report.attempts > 1;
  return outcome !== expected && !(mayBeUnknown && outcome === "unknown");
}

/** If no connection was established, nothing was created. */
function hasWrongRefusal(call: CallRecord, report: CallReport): boolean {
  if (report.success || report.code !== "ECONNREFUSED" || report.outcome === "not-created") return false;
  return !(call.retryUnknown && report.attempts > 1 && report.outcome === "unknown");
}

/** A limit for all calls. Shorter than the longest body of the faults. */
export const MAX_RESPONSE_BYTES = 65_536;

/** Whether a 2xx response certainly comes from the store. The mock's media type is JSON unless its fault has another. */
function provesCreation({ plant }: CallRecord, kind: string, request: RecordedRequest | undefined): boolean {
  const { status, fault } = { fault: undefined, ...request };
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

/** The largest number of plants that the call may have created. */
function maxPlants({ retryUnknown, maxAttempts }: CallRecord, report: CallReport): number {
  return retryUnknown && report.possibleDuplicate !== false ? (report.attempts ?? maxAttempts) : 1;
}

/**
 * Compares every call with the store. Call this when no call is running.
 *
 * @param grace how late a call may settle, ms
 */
export function checkCalls(calls: readonly CallRecord[], store: StoreState, grace: number): Finding[] {
  const evidence = groupById(store);
  const findings = calls.flatMap((call) => {
    const id = String(call.plant.id);
    const ofCall = evidence.get(id) ?? { plants: [], requests: [] };
    evidence.delete(id);
    return checkCall(call, ofCall, grace);
  });
  for (const [id, { plants }] of evidence)
    if (plants.length > 0) findings.push({ type: "misreported", message: `no call created plant ${id}` });
  return findings;
}

function checkCall(call: CallRecord, { plants, requests }: Evidence, grace: number): Finding[] {
  const { report, late } = call;
  const { id } = call.plant;
  if (report === undefined) return [{ type: "lost", message: `call ${id} never settled` }];
  if (!report.success && report.outcome === undefined)
    return [{ type: "misreported", message: `call ${id} threw no PlantStoreFailure, but ${report.kind}` }];
  const received = requests.map(({ status, fault }) => ({ status, fault }));
  const details = JSON.stringify({ ...call, plant: undefined, plants: plants.length, requests: received });
  const broken = RULES.filter(([, , isBroken]) => isBroken(call, report, { plants, requests }));
  const findings = broken.map(([type, problem]) => ({ type, message: `call ${id} ${problem}: ${details}` }));
  if (late > grace) findings.push({ type: "lost", message: `call ${id} settled too late: ${details}` });
  return findings;
}

/** Groups by the text of the id, which is the same for a number and a bigint. */
function groupById(store: StoreState): Map<string, Evidence> {
  const evidence = new Map<string, Evidence>();
  const entryOf = ({ id }: NewPlant) => {
    const entry = evidence.get(String(id)) ?? { plants: [], requests: [] };
    evidence.set(String(id), entry);
    return entry;
  };
  for (const plant of store.plants) entryOf(plant).plants.push(plant);
  for (const request of store.requests) if (request.plant) entryOf(request.plant).requests.push(request);
  return evidence;
}
