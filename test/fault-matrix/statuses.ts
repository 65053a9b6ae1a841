/** Every status of HTTP and two beyond, on its own and with `retryUnknown`. */
import { PLANT_JSON } from "../support/fetch-stubs.ts";
import type { Ending, FaultCase } from "./matrix.ts";
import { hangUp, say } from "./moves.ts";
import { answer, ERROR_TEXT, head } from "./responses.ts";

function unexpected(outcome: Ending["outcome"], requests = 1): Ending {
  return { kind: "unexpected-response", outcome, requests };
}

/** What a class of statuses means (docs/errors-and-outcomes.md), by its first digit. */
const CLASSES: Record<string, Ending> = {
  // Only announces an answer, which never comes.
  1: { kind: "connection", outcome: "unknown", requests: 1 },
  2: unexpected("created"),
  3: unexpected("unknown"),
  4: unexpected("not-created"),
  5: unexpected("unknown"),
  6: unexpected("unknown"),
  9: unexpected("unknown"),
};

/** The statuses that mean something else. */
const SINGLES: Record<number, Ending> = {
  200: { kind: "success", outcome: "created", requests: 1 },
  400: { kind: "rejected", outcome: "not-created", requests: 1 },
  // Node's fetch keeps it to itself and rejects, as the Fetch standard has it: no status came back.
  407: { kind: "connection", outcome: "unknown", requests: 1 },
  // The store may have been at work for longer than it wanted to wait.
  408: unexpected("unknown"),
  // Node's fetch asks once more on a new connection, as the Fetch standard has it, and does not say so.
  421: { kind: "unexpected-response", outcome: "not-created", requests: 2, attempts: 1 },
  // Retried, twice by default.
  429: unexpected("not-created", 3),
};

const ENDINGS_WITH_RETRY_UNKNOWN: Record<number, Ending> = {
  407: { kind: "connection", outcome: "unknown", requests: 2 },
  408: unexpected("unknown", 2),
  429: unexpected("not-created", 2),
  500: unexpected("unknown", 2),
  502: unexpected("unknown", 2),
  503: unexpected("unknown", 2),
  504: unexpected("unknown", 2),
};

const statuses = [...Array.from({ length: 501 }, (_, index) => index + 100), 999];

function endingOf(status: number): Ending {
  const ending = SINGLES[status] ?? (CLASSES[String(status)[0] ?? ""] as Ending);
  return ending.kind === "unexpected-response" ? { ...ending, status } : ending;
}

function bodyOf(status: number): string {
  return status === 200 ? PLANT_JSON : ERROR_TEXT;
}

const atOnce = { "retry-after": "0" };

export const byDefault: FaultCase[] = statuses.map((status) => ({
  name: `status ${status}`,
  peer: { answers: [[say(answer(status, bodyOf(status), atOnce)), hangUp]] },
  ending: endingOf(status),
}));

/** Where the body is what matters, and there is none. */
export const withoutBody: FaultCase[] = [200, 400].map((status) => ({
  name: `status ${status} without a body`,
  peer: { answers: [[say(head(status, { "content-length": 0 })), hangUp]] },
  ending: { ...endingOf(status), kind: "unexpected-response" },
}));

export const withRetryUnknown: FaultCase[] = statuses.map((status) => ({
  name: `retryUnknown: status ${status}, again and again`,
  peer: { answers: [[say(answer(status, bodyOf(status), atOnce)), hangUp]] },
  options: { retryUnknown: true, maxRetries: 1 },
  ending:
    ENDINGS_WITH_RETRY_UNKNOWN[status] ??
    (status < 200 ? { ...endingOf(status), requests: 2 } : endingOf(status)),
}));
