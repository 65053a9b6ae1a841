/** Checks that what each call reported agrees with the plants and the requests of the store. */
import type { CreatePlantResult, NewPlant } from "plant-store-sdk";
import type { MockStore, RecordedRequest } from "plant-store-sdk/mocks/store";

/** What a call returned, without errors: a round has many, and each holds a stack. */
export type CallReport = ReturnType<typeof reportOf>;

export function reportOf(result: CreatePlantResult) {
  if (result.success) {
    const { data, attempts, possibleDuplicate } = result;
    return { kind: "success", outcome: "created", name: data.name, attempts, possibleDuplicate } as const;
  }
  const { kind, outcome, attempts, possibleDuplicate, response } = result.error;
  return { kind, outcome, attempts, possibleDuplicate, status: response?.status };
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

/** A call that has settled, and what the store recorded about its id. */
interface Settled extends CallRecord {
  report: CallReport;
  plants: number;
  requests: RecordedRequest[];
}

/** Which outcome a response means is tested by test/fault-matrix. */
const RULES: [problem: string, isBroken: (call: Settled) => boolean][] = [
  [
    "lost a plant: it reports one that the store does not have",
    ({ report, plants }) => report.outcome === "created" && plants === 0,
  ],
  [
    "duplicated its plant",
    ({ retryUnknown, report, plants }) =>
      plants > (retryUnknown && report.possibleDuplicate ? report.attempts : 1),
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
    "sent more requests than it reports, or than are allowed",
    ({ maxAttempts, report, requests }) => requests.length > report.attempts || report.attempts > maxAttempts,
  ],
  [
    "reports another status than that of the last response",
    ({ report, requests }) =>
      "status" in report && report.status !== undefined && report.status !== requests.at(-1)?.status,
  ],
];

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
