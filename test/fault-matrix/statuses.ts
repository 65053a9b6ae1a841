/** Every HTTP status from 100 to 600, plus 999, and every 2xx that may come from something else than the store. */
import { PLANT_JSON } from "../support/fetch-stubs.ts";
import { BODIES_OF_200, HTML_TYPES, JSON_TYPES, meaningOf, outcomeOfHead } from "../support/outcomes.ts";
import { close, ERROR_JSON, head, response, send } from "./actions.ts";
import { type CallResult, type FaultCase, lost } from "./run-cases.ts";

const STATUSES = [...Array.from({ length: 501 }, (_, index) => index + 100), 999];

/** The result of a call that is sent again at most once, also if the outcome is unknown. */
function expectedResult(status: number, type: string): CallResult {
  // An interim response; the final one never arrives. Or fetch hides the status, as the Fetch standard requires.
  if (status < 200 || status === 407) return { ...lost, requests: 2, possibleDuplicate: true };
  const { kind, outcome, retry } = meaningOf(status, type);
  const requests = retry === "never" ? 1 : 2;
  // Node's fetch retries a 421 once on a new connection, as the Fetch standard allows, and does not report it.
  if (status === 421) return { kind, outcome, status, requests: 2, attempts: 1 };
  const possibleDuplicate = retry === "with retryUnknown";
  return { kind, outcome, requests, possibleDuplicate, ...(kind === "unexpected-response" && { status }) };
}

function responding(bytes: string): FaultCase["server"] {
  return { responses: [[send(bytes), close]] };
}

/** Also with the statuses that require a body, without one. */
export const everyStatus: FaultCase[] = [
  ...STATUSES.flatMap((status) =>
    ["application/json", ...(status >= 400 && status <= 410 ? HTML_TYPES : [])].map((type) => {
      const body = status === 200 ? PLANT_JSON : ERROR_JSON;
      return {
        name: `status ${status} on every attempt, as ${type}`,
        server: responding(response(status, body, { "content-type": type, "retry-after": "0" })),
        options: { retryUnknown: true, maxRetries: 1 },
        expected: expectedResult(status, type),
      };
    }),
  ),
  {
    name: "status 400 without a body",
    server: responding(head(400, { "content-length": 0 })),
    expected: { kind: "unexpected-response", outcome: outcomeOfHead(400, ""), status: 400 },
  },
];

const OTHER_TYPES = ["text/html", "text/plain; a=application/json", "application/jsonp", ""];

/** From a proxy, a captive portal or a gateway. A 201 needs no body: its status and its media type are evidence. */
export const foreignSuccesses: FaultCase[] = [200, 201, 202, 203, 206, 299].flatMap((status) =>
  [...JSON_TYPES, ...OTHER_TYPES].flatMap((type) =>
    // Only the body of a 200 counts.
    BODIES_OF_200.slice(0, status === 200 ? undefined : 1).map(([body, kind, outcome]): FaultCase => {
      const outcomeOfOther = outcomeOfHead(status, type);
      return {
        name: `a ${status} with ${body || "no body"}, as ${type || "no media type"}`,
        server: responding(response(status, body, { "content-type": type })),
        expected:
          status === 200 ? { kind, outcome } : { kind: "unexpected-response", outcome: outcomeOfOther },
      };
    }),
  ),
);
