/** Responses that are truncated by a FIN, by an RST, or by silence: after every byte; over TLS and before a retry, after a few. */
import { PLANT_JSON } from "../support/fetch-stubs.ts";
import { meaningOf, outcomeOfHead } from "../support/outcomes.ts";
import {
  type Action,
  close,
  closeWithoutNotify,
  ERROR_JSON,
  head,
  reset,
  response,
  send,
  successResponse,
  waitFor,
} from "./actions.ts";
import { type CallResult, type FaultCase, lost, timedOut } from "./run-cases.ts";

interface TruncatableResponse {
  name: string;
  status: number;
  headers: Record<string, string | number>;
  body: string;
}

// Each is truncated at every byte, so only the first has the headers of a real server.

const type = "application/json";
const realHeaders = { "content-type": type, connection: "keep-alive", "keep-alive": "timeout=5" };
const ok: TruncatableResponse = {
  name: "a 200",
  status: 200,
  headers: { ...realHeaders, "content-length": PLANT_JSON.length },
  body: PLANT_JSON,
};
const errorLength = { "content-length": ERROR_JSON.length };
const badRequest = { name: "a 400", status: 400, headers: errorLength, body: ERROR_JSON };
const busyHeaders = { "content-length": 4, "retry-after": 0 };
const serviceUnavailable = { name: "a 503", status: 503, headers: busyHeaders, body: "busy" };

// Without a media type, these may be the page of a proxy.

const chunks = '8\r\n{"name":\r\n7\r\n"Fern"}\r\n0\r\n\r\n';
const chunkedHeaders = { "transfer-encoding": "chunked" };
const chunkedOk = { ...ok, name: "a chunked 200", headers: chunkedHeaders, body: chunks };
/** Its body ends when the connection closes. */
const okWithoutLength = { ...ok, name: "a 200 without a length", headers: { connection: "close" } };

interface Truncation {
  name: string;
  action?: Action;
}
const fin: Truncation = { name: "a FIN", action: close };
const finWithoutNotify: Truncation = { name: "a FIN without close_notify", action: closeWithoutNotify };
const rst: Truncation = { name: "an RST", action: reset };
const silence: Truncation = { name: "silence" };

/** Where a response is truncated. The status counts only after the complete head. */
type Position = "head" | "body" | "end";

/** By docs/errors.md. */
function expectedResult(truncated: TruncatableResponse, by: Truncation, position: Position): CallResult {
  const { status, headers } = truncated;
  const { kind, outcome } = meaningOf(status);
  const incomplete = by === silence ? timedOut : { ...lost, hasCode: true };
  if (position === "head") return incomplete;
  if (position === "end") return { kind, outcome };
  const incompleteOutcome = outcomeOfHead(status, String(headers["content-type"]));
  // Without a length, the body ends with the connection, so an incomplete body looks complete. To fetch, also after an RST.
  const looksComplete = truncated === okWithoutLength && by !== silence;
  // The body of a status other than 200 and 400 is only an excerpt.
  const isExcerpt = kind === "unexpected-response";
  if (looksComplete || isExcerpt) return { kind: "unexpected-response", outcome: incompleteOutcome };
  return { ...incomplete, outcome: incompleteOutcome };
}

function casesFor(truncated: TruncatableResponse, by: Truncation, after: "each byte" | "a few bytes") {
  const endsWithConnection = truncated === okWithoutLength;
  const headLength = head(truncated.status, truncated.headers).length;
  const all = head(truncated.status, truncated.headers) + truncated.body;
  const bytes =
    after === "each byte"
      ? Array(all.length + 1).keys()
      : [0, 1, headLength - 1, headLength, headLength + 1, all.length - 1, all.length];
  return Array.from(bytes, (byte): FaultCase & { position: Position } => {
    const isEnd = byte === all.length && (by !== silence || !endsWithConnection);
    const position = byte < headLength ? "head" : isEnd ? "end" : "body";
    const ofResponse = position === "body" || endsWithConnection ? "response" : "settled";
    const silentAfter = position === "head" ? "sent" : ofResponse;
    const actions = [send(all.slice(0, byte))];
    if (by === rst) actions.push(waitFor(silentAfter)); // An RST discards data in transit.
    if (by.action) actions.push(by.action);
    return {
      name: `${truncated.name}, ${by.name} after byte ${byte} of ${all.length}`,
      server: { responses: [actions] },
      expected: expectedResult(truncated, by, position),
      silentAfter,
      position,
    };
  });
}

function tlsCasesFor(by: Truncation): FaultCase[] {
  return casesFor(ok, by, "a few bytes").map(({ name, server, ...others }) => {
    return { name: `TLS: ${name}`, server: { ...server, certificate: "self-signed" }, ...others };
  });
}

const responses = [ok, chunkedOk, okWithoutLength, badRequest, serviceUnavailable];

export const truncated: FaultCase[] = responses.flatMap((each) =>
  [fin, rst].flatMap((by) => casesFor(each, by, "each byte")),
);
export const stalled: FaultCase[] = responses.flatMap((each) => casesFor(each, silence, "each byte"));
export const tlsTruncated: FaultCase[] = [fin, finWithoutNotify, rst].flatMap(tlsCasesFor);
export const tlsStalled: FaultCase[] = tlsCasesFor(silence);

const created: CallResult = { kind: "success", outcome: "created", requests: 2, possibleDuplicate: true };
const rejected: CallResult = { kind: "rejected", outcome: "unknown", requests: 2 };

/** Truncates the first response; a retry gets the second. */
function retriedCases(
  first: TruncatableResponse,
  by: Truncation,
  second = successResponse,
  retried = created,
) {
  return casesFor(first, by, "a few bytes").map(({ name, server, expected, position }): FaultCase => {
    const isRetried = position === "head" || meaningOf(first.status).retry !== "never";
    return {
      name: `retryUnknown: ${name}, then a ${second.slice(9, 12)}`,
      server: { responses: [...(server.responses ?? []), [send(second)]] },
      options: { retryUnknown: true, maxRetries: 1 },
      expected: isRetried ? retried : expected,
    };
  });
}

export const retriedTruncated: FaultCase[] = [
  ...retriedCases(ok, fin),
  ...retriedCases(ok, fin, response(400, ERROR_JSON), rejected),
  ...retriedCases(badRequest, fin),
  ...retriedCases(serviceUnavailable, rst),
];
