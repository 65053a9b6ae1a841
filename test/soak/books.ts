/** The reckoning: what each call reported, beside what the store holds and what its journal says. */
import type { NewPlant } from "plant-store-sdk";
import type { RecordedRequest } from "plant-store-sdk/mocks/store";

/** What a call told its caller. */
export type Report =
  | {
      success: true;
      name: string;
      /** Only `safeCreatePlant` tells these two. */
      attempts?: number | undefined;
      possibleDuplicate?: boolean | undefined;
    }
  | {
      success: false;
      /** Of the failure; or what was thrown instead of one. */
      kind: string;
      /** Absent where what was thrown is no failure of the SDK. */
      outcome?: "not-created" | "unknown" | "created";
      attempts: number;
      /** The last answer's status, where the failure has it. */
      status?: number | undefined;
      code?: string | undefined;
    };

/** A call that was made, with a plant of its own. */
export interface CallRecord {
  plant: NewPlant;
  retryUnknown: boolean;
  /** How many attempts its options allow. */
  maxAttempts: number;
  /** Absent where the call never settled. */
  report?: Report;
  /** How long after its deadline it settled, ms; negative before. */
  late: number;
}

/** What the store knows of one id. */
interface Evidence {
  plants: NewPlant[];
  requests: RecordedRequest[];
}

export interface Finding {
  sort: "lost" | "duplicated" | "misreported";
  /** The call's, and what is wrong, as a sentence. */
  problem: string;
}

type Rule = (call: CallRecord, report: Report, evidence: Evidence) => string | false | undefined;

/** What no call may do; each says what is wrong. */
const RULES: [Finding["sort"], Rule][] = [
  [
    "lost",
    (_call, report, { plants }) =>
      saysCreated(report) && plants.length === 0 && "says that its plant was created, and the store has none",
  ],
  [
    "duplicated",
    (call, report, { plants }) =>
      plants.length > mostPlants(call, report) &&
      `has ${plants.length} plants in the store, and may have ${mostPlants(call, report)}`,
  ],
  [
    "misreported",
    (_call, report, { plants }) =>
      !report.success &&
      report.outcome === "not-created" &&
      plants.length > 0 &&
      "says that nothing was created, and the store has its plant",
  ],
  [
    "misreported",
    (call, report) => report.success && report.name !== call.plant.name && "got another call's plant",
  ],
  [
    "misreported",
    (call, report) =>
      report.success &&
      report.possibleDuplicate &&
      !call.retryUnknown &&
      "may not have repeated, and says so",
  ],
  [
    "misreported",
    (call, report, { requests }) =>
      requests.length > (report.attempts ?? call.maxAttempts) && `reached the store ${requests.length} times`,
  ],
  [
    "misreported",
    (call, report) => Number(report.attempts) > call.maxAttempts && `may make ${call.maxAttempts} attempts`,
  ],
  [
    "misreported",
    (_call, report) =>
      !report.success && report.attempts === 0 && report.outcome !== "not-created" && "has sent nothing",
  ],
  ["misreported", misreadsStatus],
  ["misreported", doubtsRefusal],
];

/** The status decides the outcome, written down here once more: the client's own rule is what is being tested. */
function misreadsStatus(call: CallRecord, report: Report, { requests }: Evidence): string | false {
  if (report.success || report.status === undefined) return false;
  const { status, outcome } = report;
  const answered = requests.at(-1)?.status;
  if (status !== answered) return `says status ${status}, and the store answered ${answered}`;
  const refused = status >= 400 && status <= 499 && status !== 408;
  const right = status <= 299 ? "created" : refused ? "not-created" : "unknown";
  // An earlier attempt may have left more open than the last.
  const mayBeUnknown = call.retryUnknown && refused && report.attempts > 1;
  return outcome !== right && !(mayBeUnknown && outcome === "unknown") && `met status ${status}`;
}

/** Where no connection came about, nothing can have been created. */
function doubtsRefusal(call: CallRecord, report: Report): string | false {
  if (report.success || report.code !== "ECONNREFUSED" || report.outcome === "not-created") return false;
  const mayBeUnknown = call.retryUnknown && report.attempts > 1 && report.outcome === "unknown";
  return !mayBeUnknown && "was refused a connection";
}

function saysCreated(report: Report): boolean {
  return report.success || report.outcome === "created";
}

function mostPlants({ retryUnknown, maxAttempts }: CallRecord, report: Report): number {
  const isSure = report.success && report.possibleDuplicate === false;
  return retryUnknown && !isSure ? (report.attempts ?? maxAttempts) : 1;
}

/**
 * Compares every call with the store, once nothing is under way any more.
 *
 * @param grace how late a call may settle, ms.
 */
export function reckon(
  calls: readonly CallRecord[],
  store: { plants: readonly NewPlant[]; requests: readonly RecordedRequest[] },
  grace: number,
): Finding[] {
  const evidence = gather(store);
  const findings = calls.flatMap((call) => {
    const id = String(call.plant.id);
    const known = evidence.get(id) ?? { plants: [], requests: [] };
    evidence.delete(id);
    return check(call, known, grace);
  });
  const strangers = [...evidence].filter(([, { plants }]) => plants.length > 0);
  return [
    ...findings,
    ...strangers.map(([id]): Finding => ({ sort: "misreported", problem: `plant ${id} is of no call` })),
  ];
}

function check(call: CallRecord, { plants, requests }: Evidence, grace: number): Finding[] {
  const { report, late } = call;
  const { id } = call.plant;
  if (report === undefined) return [{ sort: "lost", problem: `call ${id} never settled` }];
  if (!report.success && report.outcome === undefined)
    return [
      { sort: "misreported", problem: `call ${id} threw what is no failure of the SDK: ${report.kind}` },
    ];
  const met = requests.map(({ status, fault }) => ({ status, fault }));
  const details = JSON.stringify({ ...call, plant: undefined, plants: plants.length, requests: met });
  const problems = RULES.map(([sort, rule]) => [sort, rule(call, report, { plants, requests })] as const);
  const overdue = late > grace && `settled ${Math.round(late)} ms after its deadline`;
  return [...problems, ["lost", overdue] as const].flatMap(([sort, problem]) =>
    problem ? [{ sort, problem: `call ${id} ${problem}: ${details}` }] : [],
  );
}

/** By id, whose text is the same as number and as bigint. */
function gather(store: {
  plants: readonly NewPlant[];
  requests: readonly RecordedRequest[];
}): Map<string, Evidence> {
  const evidence = new Map<string, Evidence>();
  const of = ({ id }: NewPlant) => {
    const known = evidence.get(String(id)) ?? { plants: [], requests: [] };
    evidence.set(String(id), known);
    return known;
  };
  for (const plant of store.plants) of(plant).plants.push(plant);
  for (const request of store.requests) if (request.plant) of(request.plant).requests.push(request);
  return evidence;
}
