import type { NewPlant } from "plant-store-sdk";
import { type Fault, faults, type RecordedRequest } from "plant-store-sdk/mocks/store";
import { expect, test } from "vitest";
import { type CallRecord, type Finding, type Report, reckon } from "./books.ts";

const plant: NewPlant = { id: 1, name: "Fern" };
const GRACE = 100;

const success: Report = { success: true, name: "Fern", attempts: 1, possibleDuplicate: false };
const doubtful: Report = { ...success, attempts: 2, possibleDuplicate: true };

/** What a call that failed reports. */
function failure(
  outcome: "created" | "not-created" | "unknown",
  details: Partial<Extract<Report, { success: false }>> = {},
): Report {
  return { success: false, kind: "unexpected-response", outcome, attempts: 1, ...details };
}

/** One call, and what the store knows of it. */
interface Case extends Partial<Omit<CallRecord, "report">> {
  report: Report | undefined;
  /** How many plants of the call's id the store has. */
  plants?: number;
  requests?: { status?: number; fault?: Fault }[];
}

/** The sorts of what is found. */
function findingsOf({ report, plants = 0, requests = [{ status: 200 }], ...call }: Case): Finding["sort"][] {
  const record: CallRecord = {
    plant,
    retryUnknown: false,
    maxAttempts: 3,
    late: -10,
    ...call,
    ...(report && { report }),
  };
  const store = {
    plants: Array.from({ length: plants }, () => plant),
    requests: requests.map(
      (request): RecordedRequest => ({ method: "POST", url: "/plants", body: "", plant, ...request }),
    ),
  };
  return reckon([record], store, GRACE).map(({ sort }) => sort);
}

const truths: [string, Case][] = [
  ["a success with its plant", { report: success, plants: 1 }],
  ["a success that does not tell its attempts", { report: { success: true, name: "Fern" }, plants: 1 }],
  ["a created plant whose answer is broken", { report: failure("created"), plants: 1 }],
  ["a failure that created nothing", { report: failure("not-created"), plants: 0 }],
  ["an open outcome, and no plant", { report: failure("unknown"), plants: 0 }],
  ["an open outcome, and a plant", { report: failure("unknown"), plants: 1 }],
  ["an allowed duplicate that says so", { report: doubtful, plants: 2, retryUnknown: true }],
  ["a duplicate that is possible only", { report: doubtful, plants: 1, retryUnknown: true }],
  ["a 408 that left it open", { report: failure("unknown", { status: 408 }), requests: [{ status: 408 }] }],
  ["a refusal", { report: failure("not-created", { status: 404 }), requests: [{ status: 404 }] }],
  [
    "a refusal after an attempt that left it open",
    {
      report: failure("unknown", { status: 404, attempts: 2 }),
      requests: [{ status: 503 }, { status: 404 }],
      retryUnknown: true,
    },
  ],
  [
    "a connection that was reset, after a delay",
    {
      report: failure("unknown", { kind: "connection", code: "ECONNRESET" }),
      requests: [{ fault: faults.delay(5, faults.reset()) }],
    },
  ],
  [
    "a connection that was refused",
    { report: failure("not-created", { kind: "connection", code: "ECONNREFUSED" }), requests: [] },
  ],
  [
    "a connection that was refused after an attempt that left it open",
    {
      report: failure("unknown", { kind: "connection", code: "ECONNREFUSED", attempts: 2 }),
      requests: [{ status: 503 }],
      retryUnknown: true,
    },
  ],
  ["a call within its grace", { report: success, plants: 1, late: GRACE }],
];

test.each(truths)("the books are right with %s", (_, call) => {
  expect(findingsOf(call)).toEqual([]);
});

const lies: [string, Finding["sort"], Case][] = [
  ["a call that never settles", "lost", { report: undefined }],
  ["a call that settles long after its deadline", "lost", { report: success, plants: 1, late: GRACE + 1 }],
  ["a success without its plant", "lost", { report: success, plants: 0 }],
  ["an outcome created without a plant", "lost", { report: failure("created"), plants: 0 }],
  ["a success with two plants", "duplicated", { report: success, plants: 2 }],
  ["an open outcome with two plants", "duplicated", { report: failure("unknown"), plants: 2 }],
  [
    "a duplicate that is said to be impossible",
    "duplicated",
    { report: success, plants: 2, retryUnknown: true },
  ],
  ["more duplicates than attempts", "duplicated", { report: doubtful, plants: 3, retryUnknown: true }],
  ["an outcome not-created with a plant", "misreported", { report: failure("not-created"), plants: 1 }],
  [
    "an error of another library",
    "misreported",
    { report: { success: false, kind: "TypeError: fetch failed", attempts: 0 } },
  ],
  ["the answer of another call", "misreported", { report: { ...success, name: "Moss" }, plants: 1 }],
  [
    "a possible duplicate of a call that may not repeat",
    "misreported",
    { report: { ...success, possibleDuplicate: true }, plants: 1 },
  ],
  [
    "more requests than attempts",
    "misreported",
    { report: success, plants: 1, requests: [{ status: 429 }, { status: 200 }] },
  ],
  [
    "more requests than its options allow, of a call that does not tell its attempts",
    "misreported",
    {
      report: { success: true, name: "Fern" },
      plants: 1,
      maxAttempts: 1,
      requests: [{ status: 429 }, { status: 200 }],
    },
  ],
  [
    "more attempts than its options allow",
    "misreported",
    { report: { ...success, attempts: 4 }, plants: 1, retryUnknown: true },
  ],
  [
    "an open outcome of a call that has sent nothing",
    "misreported",
    { report: failure("unknown", { attempts: 0 }), requests: [] },
  ],
  [
    "a status that the store did not answer",
    "misreported",
    { report: failure("unknown", { status: 500 }), requests: [{ status: 503 }] },
  ],
  [
    "an open outcome after a refusal",
    "misreported",
    { report: failure("unknown", { status: 404 }), requests: [{ status: 404 }] },
  ],
  [
    "a 503 that is said to have created nothing",
    "misreported",
    { report: failure("not-created", { status: 503 }), requests: [{ status: 503 }] },
  ],
  [
    "a 201 that is said to leave it open",
    "misreported",
    { report: failure("unknown", { status: 201 }), plants: 1, requests: [{ status: 201 }] },
  ],
  [
    "an open outcome of a call that was refused a connection",
    "misreported",
    {
      report: failure("unknown", { kind: "connection", code: "ECONNREFUSED", attempts: 3 }),
      requests: [],
    },
  ],
];

test.each(lies)("the books show %s", (_, sort, call) => {
  expect(findingsOf(call)).toEqual([sort]);
});

test("an id is the same as number and as bigint, and beyond what a number holds", () => {
  const ids = [7, 7n, 2n ** 62n, 2n ** 62n + 1n];
  const call = (id: number | bigint): CallRecord => ({
    plant: { id, name: "Fern" },
    retryUnknown: false,
    maxAttempts: 3,
    report: success,
    late: 0,
  });
  const findings = ids.flatMap((id) => {
    const store = { plants: [{ id: typeof id === "number" ? BigInt(id) : id, name: "Fern" }], requests: [] };
    return reckon([call(id)], store, GRACE);
  });
  expect(findings).toEqual([]);
});

test("the books show a plant that no call has asked for", () => {
  const findings = reckon([], { plants: [plant], requests: [] }, GRACE);
  expect(findings).toEqual([{ sort: "misreported", problem: "plant 1 is of no call" }]);
});

test("a finding names its call and shows what the store knows of it", () => {
  const record: CallRecord = {
    plant: { id: 2n ** 62n, name: "Fern" },
    retryUnknown: false,
    maxAttempts: 3,
    report: success,
    late: 0,
  };
  const [finding] = reckon([record], { plants: [], requests: [] }, GRACE);
  expect(finding?.problem).toMatch(
    /^call 4611686018427387904 says that its plant was created, and the store has none: \{.*"plants":0,"requests":\[\]\}$/,
  );
});
