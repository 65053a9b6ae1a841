/** Interim responses (RFC 9110 section 15.2), which precede the final response. */

import { type Action, close, flood, reset, send } from "./actions.ts";
import { ERROR_JSON, head, response, successResponse } from "./responses.ts";
import type { CallResult, FaultCase } from "./run-cases.ts";

const hints = head(103, { link: "</plants>; rel=preload" });

const success: CallResult = { kind: "success", outcome: "created", requests: 1 };
const lost: CallResult = { kind: "connection", outcome: "unknown", requests: 1 };

const rows: [string, Action[], CallResult][] = [
  ["102, then a 200", [send(head(102) + successResponse)], success],
  ["103 with links, then a 200", [send(hints + successResponse)], success],
  ["a thousand 103s, then a 200", [send(hints.repeat(1000) + successResponse)], success],
  [
    "103, then a 400",
    [send(hints + response(400, ERROR_JSON))],
    { kind: "rejected", outcome: "not-created", requests: 1 },
  ],
  [
    "103, then a 503",
    [send(hints + response(503, "busy"))],
    { kind: "unexpected-response", outcome: "unknown", requests: 1 },
  ],
  // RFC 9110 says to ignore it, but Node's fetch rejects a 100 that it did not ask for.
  ["100, then a 200", [send(head(100) + successResponse)], lost],
  ["101, then a 200", [send(head(101) + successResponse)], lost],
  [
    "101 that changes the protocol",
    [send(head(101, { connection: "upgrade", upgrade: "websocket" }) + successResponse)],
    lost,
  ],
  ["103, then a FIN", [send(hints), close], lost],
  ["103, then an RST", [send(hints), reset], lost],
  ["103 and half a status line, then a FIN", [send(`${hints}HTTP/1.1 20`), close], lost],
];

export const interimResponses: FaultCase[] = [
  ...rows.map(([name, actions, expected]) => ({
    name: `interim: ${name}`,
    server: { responses: [actions] },
    expected,
  })),
  {
    name: "interim: an endless series of 103s",
    server: { responses: [[flood(hints.repeat(100))]] },
    options: { timeout: 1_000 },
    expected: { kind: "timeout", outcome: "unknown", requests: 1 },
  },
];

export const stalledInterimResponses: FaultCase[] = [
  {
    name: "interim: 103, then silence",
    server: { responses: [[send(hints)]] },
    expected: { kind: "timeout", outcome: "unknown", requests: 1 },
  },
];
