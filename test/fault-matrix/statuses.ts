/** Every HTTP status from 100 to 599, plus 600 and 999, by default and with `retryUnknown`. */
import { JSON_TYPE, PLANT_JSON } from "../support/fetch-stubs.ts";
import { close, send } from "./actions.ts";
import { ERROR_JSON, head, response } from "./responses.ts";
import type { CallResult, FaultCase } from "./run-cases.ts";

function unexpected(outcome: CallResult["outcome"], requests = 1): CallResult {
  return { kind: "unexpected-response", outcome, requests };
}

/** The result by the first digit of the status (docs/errors.md). */
const BY_CLASS: Record<string, CallResult> = {
  // An interim response; the final one never arrives.
  1: { kind: "connection", outcome: "unknown", requests: 1 },
  2: unexpected("unknown"), // It may come from a gateway.
  3: unexpected("unknown"),
  4: unexpected("not-created"),
  5: unexpected("unknown"),
  6: unexpected("unknown"),
  9: unexpected("unknown"),
};

/** The exceptions. */
const EXCEPTIONS: Record<number, CallResult> = {
  200: { kind: "success", outcome: "created", requests: 1 },
  201: unexpected("created"),
  400: { kind: "rejected", outcome: "not-created", requests: 1 },
  // Node's fetch rejects without reporting the status, as the Fetch standard requires.
  407: { kind: "connection", outcome: "unknown", requests: 1 },
  // The store may have created the plant before its own timeout.
  408: unexpected("unknown"),
  // nginx logs it when the client disconnects. A proxy may send it.
  499: unexpected("unknown"),
  // Node's fetch retries once on a new connection, as the Fetch standard allows, and does not report it.
  421: { kind: "unexpected-response", outcome: "not-created", requests: 2, attempts: 1 },
  // Retried, twice by default.
  429: unexpected("not-created", 3),
};

const EXCEPTIONS_WITH_RETRY_UNKNOWN: Record<number, CallResult> = {
  407: { kind: "connection", outcome: "unknown", requests: 2 },
  408: unexpected("unknown", 2),
  429: unexpected("not-created", 2),
  500: unexpected("unknown", 2),
  502: unexpected("unknown", 2),
  503: unexpected("unknown", 2),
  504: unexpected("unknown", 2),
};

const statuses = [...Array.from({ length: 501 }, (_, index) => index + 100), 999];

function expectedResult(status: number): CallResult {
  const result = EXCEPTIONS[status] ?? (BY_CLASS[String(status)[0] ?? ""] as CallResult);
  return result.kind === "unexpected-response" ? { ...result, status } : result;
}

function bodyOf(status: number): string {
  return status === 200 ? PLANT_JSON : ERROR_JSON;
}

const headers = { ...JSON_TYPE, "retry-after": "0" };

export const byDefault: FaultCase[] = statuses.map((status) => ({
  name: `status ${status}`,
  server: { responses: [[send(response(status, bodyOf(status), headers)), close]] },
  expected: expectedResult(status),
}));

/** Statuses that require a body. */
export const withoutBody: FaultCase[] = [200, 400].map((status) => ({
  name: `status ${status} without a body`,
  server: { responses: [[send(head(status, { "content-length": 0 })), close]] },
  expected: { ...unexpected(status === 200 ? "unknown" : "not-created"), status },
}));

export const withRetryUnknown: FaultCase[] = statuses.map((status) => ({
  name: `retryUnknown: status ${status} on every attempt`,
  server: { responses: [[send(response(status, bodyOf(status), headers)), close]] },
  options: { retryUnknown: true, maxRetries: 1 },
  expected:
    EXCEPTIONS_WITH_RETRY_UNKNOWN[status] ??
    (status < 200 ? { ...expectedResult(status), requests: 2 } : expectedResult(status)),
}));
