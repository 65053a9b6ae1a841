/** Responses that are truncated after every byte: by a FIN, by an RST, or by silence. */

import { type Action, close, closeWithoutNotify, reset, send, waitFor } from "./actions.ts";
import {
  badRequest,
  chunkedOk,
  ERROR_JSON,
  ok,
  okWithoutLength,
  response,
  serviceUnavailable,
  shortOk,
  successResponse,
  type TruncatableResponse,
} from "./responses.ts";
import type { CallResult, FaultCase } from "./run-cases.ts";

/** How the server truncates a response, and what an incomplete response is to the client. */
interface Truncation {
  name: string;
  action?: Action;
  incompleteKind: CallResult["kind"];
}

const fin: Truncation = { name: "a FIN", action: close, incompleteKind: "connection" };
const finWithoutNotify: Truncation = {
  name: "a FIN without close_notify",
  action: closeWithoutNotify,
  incompleteKind: "connection",
};
const rst: Truncation = { name: "an RST", action: reset, incompleteKind: "connection" };
const silence: Truncation = { name: "silence", incompleteKind: "timeout" };

/** Where a response is truncated. The status counts only after the complete head. */
type Position = "head" | "body" | "end";

function positionOf(
  { head, body, endsWithConnection }: TruncatableResponse,
  by: Truncation,
  byte: number,
): Position {
  if (byte < head.length) return "head";
  const isEnded = by !== silence || !endsWithConnection;
  return byte === head.length + body.length && isEnded ? "end" : "body";
}

/** By docs/errors.md. */
function expectedResult(truncated: TruncatableResponse, by: Truncation, position: Position): CallResult {
  const { incompleteOutcome, endsWithConnection } = truncated;
  const { kind, outcome } = truncated.meaning;
  if (position === "end") return { kind, outcome, requests: 1 };
  // Without a length, the body ends with the connection, so an incomplete body looks complete. To fetch, also after an RST.
  const looksComplete = position === "body" && endsWithConnection && by !== silence;
  // The body of a status other than 200 and 400 is only an excerpt.
  const isExcerpt = position === "body" && kind === "unexpected-response";
  if (looksComplete || isExcerpt) {
    return { kind: "unexpected-response", outcome: incompleteOutcome, requests: 1 };
  }
  return {
    kind: by.incompleteKind,
    outcome: position === "head" ? "unknown" : incompleteOutcome,
    requests: 1,
    hasCode: by !== silence,
  };
}

/** What the client must reach before the server goes on: an RST discards data in transit. */
function checkpointOf({ endsWithConnection }: TruncatableResponse, position: Position) {
  if (position === "head") return "sent";
  return position === "body" || endsWithConnection ? "response" : "settled";
}

function actionsOf(
  truncated: TruncatableResponse,
  by: Truncation,
  position: Position,
  byte: number,
): Action[] {
  const sent = send((truncated.head + truncated.body).slice(0, byte));
  if (by === rst) return [sent, waitFor(checkpointOf(truncated, position)), reset];
  return by.action ? [sent, by.action] : [sent];
}

function truncations(
  truncated: TruncatableResponse,
  by: Truncation,
): { name: string; actions: Action[]; position: Position }[] {
  const length = truncated.head.length + truncated.body.length;
  return Array.from({ length: length + 1 }, (_, byte) => {
    const position = positionOf(truncated, by, byte);
    const name = `${truncated.name}, ${by.name} after byte ${byte} of ${length}`;
    return { name, position, actions: actionsOf(truncated, by, position, byte) };
  });
}

function casesFor(truncated: TruncatableResponse, by: Truncation, certificate?: string): FaultCase[] {
  return truncations(truncated, by).map(({ name, actions, position }) => ({
    name: certificate ? `TLS: ${name}` : name,
    server: { responses: [actions], ...(certificate && { certificate }) },
    expected: expectedResult(truncated, by, position),
    silentAfter: checkpointOf(truncated, position),
  }));
}

const responses = [ok, chunkedOk, okWithoutLength, badRequest, serviceUnavailable];

export const truncated: FaultCase[] = responses.flatMap((each) => [
  ...casesFor(each, fin),
  ...casesFor(each, rst),
]);
export const stalled: FaultCase[] = responses.flatMap((each) => casesFor(each, silence));

export const tlsTruncated: FaultCase[] = [fin, finWithoutNotify, rst].flatMap((by) =>
  casesFor(shortOk, by, "self-signed"),
);
export const tlsStalled: FaultCase[] = casesFor(shortOk, silence, "self-signed");

// With retryUnknown.

const createdTwice: CallResult = {
  kind: "success",
  outcome: "created",
  requests: 2,
  possibleDuplicate: true,
};

/** Truncates the first response; a retry gets the second. What to expect depends on where the first was truncated. */
function retriedCases(
  truncated: TruncatableResponse,
  by: Truncation,
  second: string,
  expected: Record<Position, CallResult>,
) {
  return truncations(truncated, by).map(
    ({ name, actions, position }): FaultCase => ({
      name: `retryUnknown: ${name}, then a ${second.slice(9, 12)}`,
      server: { responses: [actions, [send(second)]] },
      options: { retryUnknown: true, maxRetries: 1 },
      expected: expected[position],
    }),
  );
}

const afterShortOk: Record<Position, CallResult> = {
  head: createdTwice,
  body: { kind: "connection", outcome: "created", requests: 1 },
  end: { kind: "success", outcome: "created", requests: 1 },
};

export const retriedTruncated: FaultCase[] = [
  ...retriedCases(shortOk, fin, successResponse, afterShortOk),
  ...retriedCases(shortOk, fin, response(400, ERROR_JSON), {
    ...afterShortOk,
    head: { kind: "rejected", outcome: "unknown", requests: 2 },
  }),
  ...retriedCases(badRequest, fin, successResponse, {
    head: createdTwice,
    body: { kind: "connection", outcome: "not-created", requests: 1 },
    end: { kind: "rejected", outcome: "not-created", requests: 1 },
  }),
  ...retriedCases(serviceUnavailable, rst, successResponse, {
    head: createdTwice,
    body: createdTwice,
    end: createdTwice,
  }),
];
