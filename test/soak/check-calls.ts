/** Checks that what each call reported agrees with the store's plants and its journal. */
import type { NewPlant } from "plant-store-sdk";
import type { RecordedRequest } from "plant-store-sdk/mocks/store";
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
      /** Missing if the error is not a PlantStoreFailure. */
      outcome?: "not-created" | "unknown" | "created";
      attempts: number;
      /** Status of the last response, if the failure contains it. */
      status?: number | undefined;
      code?: string | undefined;
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

export interface Finding {
  type: "lost" | "duplicated" | "misreported";
  message: string;
}

/** Returns what is wrong, or a falsy value. */
type Rule = (call: CallRecord, report: CallReport, evidence: Evidence) => string | false | undefined;

const RULES: [Finding["type"], Rule][] = [
  [
    "lost",
    (_call, report, { plants }) =>
      reportsCreated(report) && plants.length === 0 && "reports a created plant that the store does not have",
  ],
  [
    "duplicated",
    (call, report, { plants }) =>
      plants.length > maxPlants(call, report) &&
      `created ${plants.length} plants; the maximum is ${maxPlants(call, report)}`,
  ],
  [
    "misreported",
    (_call, report, { plants }) =>
      !report.success &&
      report.outcome === "not-created" &&
      plants.length > 0 &&
      "reports that no plant was created, but the store has it",
  ],
  [
    "misreported",
    (call, report) =>
      report.success && report.name !== call.plant.name && "returned the plant of another call",
  ],
  [
    "misreported",
    (call, report) =>
      report.success &&
      report.possibleDuplicate &&
      !call.retryUnknown &&
      "reports a possible duplicate without retryUnknown",
  ],
  [
    "misreported",
    (call, report, { requests }) =>
      requests.length > (report.attempts ?? call.maxAttempts) &&
      `sent ${requests.length} requests, more than it had attempts`,
  ],
  [
    "misreported",
    (call, report) =>
      Number(report.attempts) > call.maxAttempts &&
      `reports more than the allowed ${call.maxAttempts} attempts`,
  ],
  [
    "misreported",
    (_call, report) =>
      !report.success &&
      report.attempts === 0 &&
      report.outcome !== "not-created" &&
      "sent nothing, but does not report not-created",
  ],
  ["misreported", checkStatus],
  ["misreported", checkRefusedConnection],
];

/** Derives the outcome from the status, without the client's code. */
function checkStatus(call: CallRecord, report: CallReport, { requests }: Evidence): string | false {
  if (report.success || report.status === undefined) return false;
  const { status, outcome } = report;
  const sent = requests.at(-1)?.status;
  if (status !== sent) return `reports status ${status}, but the store sent ${sent}`;
  const provesNothing = status <= 299 && !provesCreation(call, report.kind, requests.at(-1));
  const expected = provesNothing ? "unknown" : meaningOf(status).outcome;
  // After an "unknown" attempt, a later rejection cannot make the outcome "not-created".
  const mayBeUnknown = call.retryUnknown && expected === "not-created" && report.attempts > 1;
  return (
    outcome !== expected &&
    !(mayBeUnknown && outcome === "unknown") &&
    `reports a wrong outcome for status ${status}`
  );
}

/** A limit for all calls. Shorter than the longest body of the faults. */
export const MAX_RESPONSE_BYTES = 65_536;

/** Whether a 2xx response certainly comes from the store. The mock's media type is JSON unless its fault has another. */
function provesCreation({ plant }: CallRecord, kind: string, request: RecordedRequest | undefined): boolean {
  const { status, fault } = { fault: undefined, ...request };
  if (status !== 200 || fault?.type !== "body") return status === 200 || status === 201;
  const isComplete = kind === "unexpected-response" && fault.text.length <= MAX_RESPONSE_BYTES;
  if (!isComplete) return fault.contentType !== "text/html";
  try {
    return Object(JSON.parse(fault.text)).name === plant.name;
  } catch {
    return false;
  }
}

/** If no connection was established, nothing was created. */
function checkRefusedConnection(call: CallRecord, report: CallReport): string | false {
  if (report.success || report.code !== "ECONNREFUSED" || report.outcome === "not-created") return false;
  const mayBeUnknown = call.retryUnknown && report.attempts > 1 && report.outcome === "unknown";
  return !mayBeUnknown && "reports a wrong outcome for a refused connection";
}

function reportsCreated(report: CallReport): boolean {
  return report.success || report.outcome === "created";
}

/** The largest number of plants that the call may have created. */
function maxPlants({ retryUnknown, maxAttempts }: CallRecord, report: CallReport): number {
  const isUnique = report.success && report.possibleDuplicate === false;
  return retryUnknown && !isUnique ? (report.attempts ?? maxAttempts) : 1;
}

/**
 * Compares every call with the store. Call this when no call is running.
 *
 * @param grace how late a call may settle, ms
 */
export function checkCalls(
  calls: readonly CallRecord[],
  store: { plants: readonly NewPlant[]; requests: readonly RecordedRequest[] },
  grace: number,
): Finding[] {
  const evidence = groupById(store);
  const findings = calls.flatMap((call) => {
    const id = String(call.plant.id);
    const ofCall = evidence.get(id) ?? { plants: [], requests: [] };
    evidence.delete(id);
    return checkCall(call, ofCall, grace);
  });
  const unrequested = [...evidence].filter(([, { plants }]) => plants.length > 0);
  return [
    ...findings,
    ...unrequested.map(([id]): Finding => ({ type: "misreported", message: `no call created plant ${id}` })),
  ];
}

function checkCall(call: CallRecord, { plants, requests }: Evidence, grace: number): Finding[] {
  const { report, late } = call;
  const { id } = call.plant;
  if (report === undefined) return [{ type: "lost", message: `call ${id} never settled` }];
  if (!report.success && report.outcome === undefined)
    return [
      {
        type: "misreported",
        message: `call ${id} threw an error that is not a PlantStoreFailure: ${report.kind}`,
      },
    ];
  const received = requests.map(({ status, fault }) => ({ status, fault }));
  const details = JSON.stringify({ ...call, plant: undefined, plants: plants.length, requests: received });
  const problems = RULES.map(([type, rule]) => [type, rule(call, report, { plants, requests })] as const);
  const overdue = late > grace && `settled ${Math.round(late)} ms after its deadline`;
  return [...problems, ["lost", overdue] as const].flatMap(([type, problem]) =>
    problem ? [{ type, message: `call ${id} ${problem}: ${details}` }] : [],
  );
}

/** Groups by the text of the id, which is the same for a number and a bigint. */
function groupById(store: {
  plants: readonly NewPlant[];
  requests: readonly RecordedRequest[];
}): Map<string, Evidence> {
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
