/** The soak test is only worth what its rules find. One correct call of each kind, and one that breaks each rule. */
import type { NewPlant } from "plant-store-sdk";
import { type Fault, faults, type RecordedRequest } from "plant-store-sdk/mocks/store";
import { expect, test } from "vitest";
import { type CallRecord, type CallReport, checkCalls, type Finding } from "./check-calls.ts";

const plant: NewPlant = { id: 1, name: "Fern" };
const GRACE = 100;

const success: CallReport = { success: true, name: "Fern", attempts: 1, possibleDuplicate: false };
const duplicate: CallReport = { ...success, attempts: 2, possibleDuplicate: true };

type Failure = Extract<CallReport, { success: false }>;
function failure(outcome: Failure["outcome"] & string, details: Partial<Failure> = {}): CallReport {
  return { success: false, kind: "unexpected-response", outcome, attempts: 1, ...details };
}

/** The number of plants with the call's id, what the store received, and options of the call. */
interface Evidence extends Partial<CallRecord> {
  plants?: number;
  requests?: { status?: number; fault?: Fault }[];
}

function findingsOf(
  report: CallReport | undefined,
  { plants = 0, requests = [{ status: 200 }], ...call }: Evidence,
): Finding["type"][] {
  const record: CallRecord = { plant, retryUnknown: false, maxAttempts: 3, late: -10, ...call };
  const received = { method: "POST", url: "/plants", headers: {}, time: 0, body: "", plant, created: true };
  const store = {
    plants: Array.from({ length: plants }, () => plant),
    requests: requests.map((request): RecordedRequest => ({ ...received, ...request })),
  };
  return checkCalls([{ ...record, ...(report && { report }) }], store, GRACE).map(({ type }) => type);
}

const html = { status: 200, fault: faults.body("<html>") };
const refused = { kind: "connection", code: "ECONNREFUSED" };
const status = (status: number, attempts = 1) => ({ status, attempts });

test.each<[string, CallReport, Evidence]>([
  ["a success", success, { plants: 1, late: GRACE }],
  ["a success without details", { success: true, name: "Fern" }, { plants: 1 }],
  ["the outcome created", failure("created"), { plants: 1 }],
  ["the outcome not-created", failure("not-created"), {}],
  ["the outcome unknown", failure("unknown"), { plants: 1 }],
  ["an allowed duplicate", duplicate, { plants: 2, retryUnknown: true }],
  ["an unknown 408", failure("unknown", status(408)), { requests: [{ status: 408 }] }],
  ["a page with status 200", failure("unknown", status(200)), { requests: [html] }],
  ["a rejection", failure("not-created", status(404)), { requests: [{ status: 404 }] }],
  [
    "a rejection after an unknown attempt",
    failure("unknown", status(404, 2)),
    { requests: [{ status: 503 }, { status: 404 }], retryUnknown: true },
  ],
  ["a refused connection", failure("not-created", refused), { requests: [] }],
  [
    "a refused connection after an unknown attempt",
    failure("unknown", { ...refused, attempts: 2 }),
    { requests: [{ status: 503 }], retryUnknown: true },
  ],
])("there is no finding for %s", (_, report, evidence) => {
  expect(findingsOf(report, evidence)).toEqual([]);
});

test.each<[Finding["type"], string, CallReport | undefined, Evidence]>([
  ["lost", "never settles", undefined, {}],
  ["lost", "settles late", success, { plants: 1, late: GRACE + 1 }],
  ["lost", "succeeds without a plant", success, {}],
  ["lost", "has the outcome created without a plant", failure("created"), {}],
  ["duplicated", "succeeds with two plants", success, { plants: 2, retryUnknown: true }],
  ["duplicated", "is unknown with two plants", failure("unknown"), { plants: 2 }],
  ["duplicated", "has more plants than attempts", duplicate, { plants: 3, retryUnknown: true }],
  ["misreported", "is not-created with a plant", failure("not-created"), { plants: 1 }],
  ["misreported", "throws another error", { success: false, kind: "TypeError", attempts: 0 }, {}],
  ["misreported", "returns another plant", { ...success, name: "Moss" }, { plants: 1 }],
  ["misreported", "was not to be repeated", { ...success, possibleDuplicate: true }, { plants: 1 }],
  ["misreported", "sent more than its attempts", success, { plants: 1, requests: [{}, { status: 200 }] }],
  ["misreported", "has too many attempts", { ...success, attempts: 4 }, { plants: 1 }],
  ["misreported", "is unknown and sent nothing", failure("unknown", { attempts: 0 }), { requests: [] }],
  ["misreported", "has another status", failure("unknown", status(500)), { requests: [{ status: 503 }] }],
  ["misreported", "is unknown after a 404", failure("unknown", status(404)), { requests: [{ status: 404 }] }],
  ["misreported", "is created by a page", failure("created", status(200)), { plants: 1, requests: [html] }],
  [
    "misreported",
    "is unknown and refused",
    failure("unknown", { ...refused, attempts: 3 }),
    { requests: [] },
  ],
])("there is the finding %s for a call that %s", (type, _, report, evidence) => {
  expect(findingsOf(report, evidence)).toEqual([type]);
});

test("ids beyond 2^53 are compared exactly, and a plant without a call is found", () => {
  const call = { plant: { id: 2n ** 62n, name: "Fern" }, retryUnknown: false, maxAttempts: 3, late: 0 };
  const plants = [2n ** 62n, 2n ** 62n + 1n].map((id) => ({ id, name: "Fern" }));
  const findings = checkCalls([{ ...call, report: success }], { plants, requests: [] }, GRACE);
  expect(findings).toEqual([{ type: "misreported", message: `no call created plant ${2n ** 62n + 1n}` }]);
});
