import type { NewPlant } from "plant-store-sdk";
import { type Fault, faults, type RecordedRequest } from "plant-store-sdk/mocks/store";
import { expect, test } from "vitest";
import { type CallRecord, type CallReport, checkCalls, type Finding } from "./check-calls.ts";

const plant: NewPlant = { id: 1, name: "Fern" };
const GRACE = 100;

const success: CallReport = { success: true, name: "Fern", attempts: 1, possibleDuplicate: false };
const possibleDuplicate: CallReport = { ...success, attempts: 2, possibleDuplicate: true };

function failure(
  outcome: "created" | "not-created" | "unknown",
  details: Partial<Extract<CallReport, { success: false }>> = {},
): CallReport {
  return { success: false, kind: "unexpected-response", outcome, attempts: 1, ...details };
}

/** One call, and what the store recorded. */
interface Case extends Partial<Omit<CallRecord, "report">> {
  report: CallReport | undefined;
  /** The number of plants with the call's id in the store. */
  plants?: number;
  requests?: { status?: number; fault?: Fault }[];
}

function findingsOf({ report, plants = 0, requests = [{ status: 200 }], ...call }: Case): Finding["type"][] {
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
      (request): RecordedRequest => ({
        method: "POST",
        url: "/plants",
        headers: {},
        time: 0,
        body: "",
        plant,
        created: true,
        ...request,
      }),
    ),
  };
  return checkCalls([record], store, GRACE).map(({ type }) => type);
}

const correct: [string, Case][] = [
  ["a success with its plant", { report: success, plants: 1 }],
  ["a success without the number of attempts", { report: { success: true, name: "Fern" }, plants: 1 }],
  ["an invalid response after a plant was created", { report: failure("created"), plants: 1 }],
  ["a failure that created nothing", { report: failure("not-created"), plants: 0 }],
  ["an unknown outcome without a plant", { report: failure("unknown"), plants: 0 }],
  ["an unknown outcome with a plant", { report: failure("unknown"), plants: 1 }],
  [
    "an allowed duplicate that is reported as possible",
    { report: possibleDuplicate, plants: 2, retryUnknown: true },
  ],
  ["a possible duplicate that does not exist", { report: possibleDuplicate, plants: 1, retryUnknown: true }],
  [
    "an unknown outcome after a 408",
    { report: failure("unknown", { status: 408 }), requests: [{ status: 408 }] },
  ],
  [
    "a 200 with a page",
    {
      report: failure("unknown", { status: 200 }),
      requests: [{ status: 200, fault: faults.body("<html>") }],
    },
  ],
  ["a rejection", { report: failure("not-created", { status: 404 }), requests: [{ status: 404 }] }],
  [
    "a rejection after an attempt with unknown outcome",
    {
      report: failure("unknown", { status: 404, attempts: 2 }),
      requests: [{ status: 503 }, { status: 404 }],
      retryUnknown: true,
    },
  ],
  [
    "a connection that was reset after a delay",
    {
      report: failure("unknown", { kind: "connection", code: "ECONNRESET" }),
      requests: [{ fault: faults.reset({ delay: 5 }) }],
    },
  ],
  [
    "a refused connection",
    { report: failure("not-created", { kind: "connection", code: "ECONNREFUSED" }), requests: [] },
  ],
  [
    "a refused connection after an attempt with unknown outcome",
    {
      report: failure("unknown", { kind: "connection", code: "ECONNREFUSED", attempts: 2 }),
      requests: [{ status: 503 }],
      retryUnknown: true,
    },
  ],
  ["a call that settles within the grace period", { report: success, plants: 1, late: GRACE }],
];

test.each(correct)("there is no finding for %s", (_, call) => {
  expect(findingsOf(call)).toEqual([]);
});

const incorrect: [string, Finding["type"], Case][] = [
  ["a call that never settles", "lost", { report: undefined }],
  ["a call that settles after the grace period", "lost", { report: success, plants: 1, late: GRACE + 1 }],
  ["a success without its plant", "lost", { report: success, plants: 0 }],
  ["the outcome created without a plant", "lost", { report: failure("created"), plants: 0 }],
  ["a success with two plants", "duplicated", { report: success, plants: 2 }],
  ["an unknown outcome with two plants", "duplicated", { report: failure("unknown"), plants: 2 }],
  [
    "a duplicate that is reported as impossible",
    "duplicated",
    { report: success, plants: 2, retryUnknown: true },
  ],
  [
    "more duplicates than attempts",
    "duplicated",
    { report: possibleDuplicate, plants: 3, retryUnknown: true },
  ],
  ["the outcome not-created with a plant", "misreported", { report: failure("not-created"), plants: 1 }],
  [
    "an error that is not a PlantStoreFailure",
    "misreported",
    { report: { success: false, kind: "TypeError: fetch failed", attempts: 0 } },
  ],
  ["the plant of another call", "misreported", { report: { ...success, name: "Moss" }, plants: 1 }],
  [
    "a possible duplicate without retryUnknown",
    "misreported",
    { report: { ...success, possibleDuplicate: true }, plants: 1 },
  ],
  [
    "more requests than attempts",
    "misreported",
    { report: success, plants: 1, requests: [{ status: 429 }, { status: 200 }] },
  ],
  [
    "more requests than the options allow, without the number of attempts",
    "misreported",
    {
      report: { success: true, name: "Fern" },
      plants: 1,
      maxAttempts: 1,
      requests: [{ status: 429 }, { status: 200 }],
    },
  ],
  [
    "more attempts than the options allow",
    "misreported",
    { report: { ...success, attempts: 4 }, plants: 1, retryUnknown: true },
  ],
  [
    "an unknown outcome of a call that sent nothing",
    "misreported",
    { report: failure("unknown", { attempts: 0 }), requests: [] },
  ],
  [
    "a status that the store did not send",
    "misreported",
    { report: failure("unknown", { status: 500 }), requests: [{ status: 503 }] },
  ],
  [
    "an unknown outcome after a rejection",
    "misreported",
    { report: failure("unknown", { status: 404 }), requests: [{ status: 404 }] },
  ],
  [
    "the outcome not-created after a 503",
    "misreported",
    { report: failure("not-created", { status: 503 }), requests: [{ status: 503 }] },
  ],
  [
    "an unknown outcome after a 201",
    "misreported",
    { report: failure("unknown", { status: 201 }), plants: 1, requests: [{ status: 201 }] },
  ],
  [
    "a created plant because of a page with status 200",
    "misreported",
    {
      report: failure("created", { status: 200 }),
      plants: 1,
      requests: [{ status: 200, fault: faults.body("<html>") }],
    },
  ],
  [
    "an unknown outcome after a refused connection",
    "misreported",
    {
      report: failure("unknown", { kind: "connection", code: "ECONNREFUSED", attempts: 3 }),
      requests: [],
    },
  ],
];

test.each(incorrect)("there is a finding for %s: %s", (_, type, call) => {
  expect(findingsOf(call)).toEqual([type]);
});

test("ids are compared by value, as number or bigint, also beyond 2^53", () => {
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
    return checkCalls([call(id)], store, GRACE);
  });
  expect(findings).toEqual([]);
});

test("there is a finding for a plant that no call created", () => {
  const findings = checkCalls([], { plants: [plant], requests: [] }, GRACE);
  expect(findings).toEqual([{ type: "misreported", message: "no call created plant 1" }]);
});

test("the message names the call and shows what the store recorded", () => {
  const record: CallRecord = {
    plant: { id: 2n ** 62n, name: "Fern" },
    retryUnknown: false,
    maxAttempts: 3,
    report: success,
    late: 0,
  };
  const [finding] = checkCalls([record], { plants: [], requests: [] }, GRACE);
  expect(finding?.message).toMatch(
    /^call 4611686018427387904 reports a created plant that the store does not have: \{.*"plants":0,"requests":\[\]\}$/,
  );
});
