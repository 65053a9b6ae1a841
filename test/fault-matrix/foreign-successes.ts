/** A 2xx of a proxy, a captive portal or a gateway between the client and the store. */
import { BODIES_OF_200, outcomeOfHead } from "../support/outcomes.ts";
import { close, send } from "./actions.ts";
import { response } from "./responses.ts";
import type { CallResult, FaultCase } from "./run-cases.ts";

const jsonTypes = ["application/json", "Application/JSON; charset=utf-8", "application/problem+json"];
const otherTypes = [
  "text/html",
  "text/plain; a=application/json",
  "application/jsonp",
  "application/x-json",
  "",
];

/** A 201 needs no body: its status and its media type are evidence. No other 2xx is. */
function expectedOf(
  status: number,
  isJson: boolean,
  [, kind, outcome]: (typeof BODIES_OF_200)[number],
): CallResult {
  if (status === 200) return { kind, outcome, requests: 1 };
  return { kind: "unexpected-response", outcome: outcomeOfHead(status, isJson), requests: 1 };
}

export const foreignSuccesses: FaultCase[] = [200, 201, 202, 203, 206, 299].flatMap((status) =>
  [...jsonTypes, ...otherTypes].flatMap((type) =>
    BODIES_OF_200.map((row) => ({
      name: `a ${status} with ${row[0] || "no body"}, as ${type || "no media type"}`,
      server: { responses: [[send(response(status, row[0], { "content-type": type })), close]] },
      expected: expectedOf(status, jsonTypes.includes(type), row),
    })),
  ),
);
