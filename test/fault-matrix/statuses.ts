/** Every status that HTTP has room for, on its own and with `retryUnknown`. */
import { PLANT_TEXT } from "../peer.ts";
import { answer, ERROR_TEXT, head } from "./answers.ts";
import type { Ending, FaultCase } from "./matrix.ts";
import { hangUp, say } from "./moves.ts";

/** What a class of statuses means (docs/errors-and-outcomes.md), by its first digit. */
const CLASSES: Record<string, Ending> = {
  // Only announces an answer, which never comes.
  1: { kind: "connection", outcome: "unknown", requests: 1 },
  2: { kind: "unexpected-response", outcome: "created", requests: 1 },
  3: { kind: "unexpected-response", outcome: "unknown", requests: 1 },
  4: { kind: "unexpected-response", outcome: "not-created", requests: 1 },
  5: { kind: "unexpected-response", outcome: "unknown", requests: 1 },
};

/** The statuses that mean something else. */
const SINGLES: Record<number, Ending> = {
  200: { kind: "success", outcome: "created", requests: 1 },
  400: { kind: "rejected", outcome: "not-created", requests: 1 },
  // Node's fetch keeps it to itself and rejects, as the Fetch standard has it: no status came back.
  407: { kind: "connection", outcome: "unknown", requests: 1 },
  // The store may have been at work for longer than it wanted to wait.
  408: { kind: "unexpected-response", outcome: "unknown", requests: 1 },
  // Node's fetch asks once more on a new connection, as the Fetch standard has it, and does not say so.
  421: { kind: "unexpected-response", outcome: "not-created", requests: 2, attempts: 1 },
  // Retried, twice by default.
  429: { kind: "unexpected-response", outcome: "not-created", requests: 3 },
};

const ENDINGS_WITH_RETRY_UNKNOWN: Record<number, Ending> = {
  407: { kind: "connection", outcome: "unknown", requests: 2 },
  408: { kind: "unexpected-response", outcome: "unknown", requests: 2 },
  429: { kind: "unexpected-response", outcome: "not-created", requests: 2 },
  500: { kind: "unexpected-response", outcome: "unknown", requests: 2 },
  502: { kind: "unexpected-response", outcome: "unknown", requests: 2 },
  503: { kind: "unexpected-response", outcome: "unknown", requests: 2 },
  504: { kind: "unexpected-response", outcome: "unknown", requests: 2 },
};

const statuses = Array.from({ length: 500 }, (_, index) => index + 100);

function endingOf(status: number): Ending {
  return SINGLES[status] ?? (CLASSES[String(status)[0] ?? ""] as Ending);
}

function bodyOf(status: number): string {
  return status === 200 ? PLANT_TEXT : ERROR_TEXT;
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
