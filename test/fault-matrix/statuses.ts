/** Every HTTP status from 100 to 599, plus 600 and 999, by default and with `retryUnknown`. */
import { JSON_TYPE, PLANT_JSON } from "../support/fetch-stubs.ts";
import { meaningOf } from "../support/outcomes.ts";
import { close, send } from "./actions.ts";
import { ERROR_JSON, head, response } from "./responses.ts";
import type { CallResult, FaultCase } from "./run-cases.ts";

const lost: CallResult = { kind: "connection", outcome: "unknown", requests: 1 };

const statuses = [...Array.from({ length: 501 }, (_, index) => index + 100), 999];

function expectedResult(status: number, maxRetries: number, retryUnknown: boolean): CallResult {
  const retries = retryUnknown ? maxRetries : 0;
  // An interim response; the final one never arrives. Or fetch hides the status, as the Fetch standard requires.
  if (status < 200 || status === 407) return { ...lost, requests: 1 + retries };
  const { kind, outcome, retry } = meaningOf(status);
  const requests = 1 + { always: maxRetries, "with retryUnknown": retries, never: 0 }[retry];
  // Node's fetch retries a 421 once on a new connection, as the Fetch standard allows, and does not report it.
  if (status === 421) return { kind, outcome, status, requests: 2, attempts: 1 };
  return { kind, outcome, requests, ...(kind === "unexpected-response" && { status }) };
}

const headers = { ...JSON_TYPE, "retry-after": "0" };

function serverOf(status: number): FaultCase["server"] {
  const body = status === 200 ? PLANT_JSON : ERROR_JSON;
  return { responses: [[send(response(status, body, headers)), close]] };
}

export const byDefault: FaultCase[] = statuses.map((status) => ({
  name: `status ${status}`,
  server: serverOf(status),
  expected: expectedResult(status, 2, false),
}));

export const withRetryUnknown: FaultCase[] = statuses.map((status) => ({
  name: `retryUnknown: status ${status} on every attempt`,
  server: serverOf(status),
  options: { retryUnknown: true, maxRetries: 1 },
  expected: expectedResult(status, 1, true),
}));

/** Statuses that require a body. */
export const withoutBody: FaultCase[] = [200, 400].map((status) => ({
  name: `status ${status} without a body`,
  server: { responses: [[send(head(status, { "content-length": 0 })), close]] },
  expected: {
    kind: "unexpected-response",
    outcome: status === 200 ? "unknown" : "not-created",
    requests: 1,
    status,
  },
}));
