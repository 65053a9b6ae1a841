/** A reused connection is lost as the next call begins. The plant must never be sent twice. */

import { type Action, close, reset, send, waitFor } from "./actions.ts";
import { response, successResponse } from "./responses.ts";
import type { CallResult, FaultCase } from "./run-cases.ts";

/** A complete and valid response for another plant. */
const unsolicited = send(response(200, '{"name":"Nettle"}'));
const garbage = send("\0\0\0\0");

/** The result of the second call. `requests` includes the request of the first call, `attempts` does not. */
const lost: CallResult = { kind: "connection", outcome: "unknown", requests: 2, attempts: 1, connections: 1 };
const success: CallResult = { kind: "success", outcome: "created", requests: 2, attempts: 1 };

/** What the server does, the result if a request is in transit by then, and the result if a request has arrived. */
const faults: [string, Action[], CallResult, CallResult][] = [
  ["a FIN", [close], lost, lost],
  ["an RST", [reset], { ...lost, requests: 1 }, lost],
  ["garbage", [garbage], lost, lost],
  ["garbage and a FIN", [garbage, close], lost, lost],
  // In HTTP/1.1, nothing shows which request a response belongs to.
  ["an unsolicited response", [unsolicited], { ...success, connections: 1 }, { ...success, connections: 1 }],
];

/** Too late for the client to notice: it sends the request on the same connection. */
const unnoticed = faults.map(
  ([name, actions, expected]): FaultCase => ({
    name: `reused: ${name} as the next request is written`,
    connection: "reused",
    server: { responses: [[send(successResponse), waitFor("writing"), ...actions], [send(successResponse)]] },
    expected,
  }),
);

const onArrival = faults.map(
  ([name, actions, , expected]): FaultCase => ({
    name: `reused: ${name} when the next request arrives`,
    connection: "reused",
    server: { responses: [[send(successResponse)], actions] },
    expected,
  }),
);

const noticed = faults.map(
  ([name, actions]): FaultCase => ({
    name: `reused: ${name} that the client notices before the next call`,
    connection: "lost",
    server: {
      responses: [[send(successResponse), waitFor("previousSettled"), ...actions], [send(successResponse)]],
    },
    expected: { ...success, connections: 2 },
  }),
);

/** Fetch rejects whether it notices the RST before it writes or while it writes. */
const resetAsCallBegins: FaultCase = {
  name: "reused: an RST as the next call begins",
  connection: "reused",
  server: { responses: [[send(successResponse), waitFor("request"), reset], [send(successResponse)]] },
  expected: { ...lost, requests: 1 },
};

export const reusedConnections: FaultCase[] = [...unnoticed, ...onArrival, ...noticed, resetAsCallBegins];
