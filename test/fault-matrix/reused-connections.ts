/** A reused connection is lost as the next call begins. The plant must never be sent twice. */
import { type Action, close, reset, response, send, successResponse, waitFor } from "./actions.ts";
import * as results from "./run-cases.ts";

/** The result of the second call. `requests` includes the request of the first call, `attempts` does not. */
const lost: results.CallResult = { ...results.lost, requests: 2, attempts: 1, connections: 1 };
const lostBefore: results.CallResult = { ...lost, requests: 1 };
const success: results.CallResult = { ...results.success, requests: 2, attempts: 1, connections: 1 };

/** A complete and valid response for another plant. */
const unsolicited = send(response(200, '{"name":"Nettle"}'));
const garbage = send("\0\0\0\0");
const succeed = send(successResponse);

/** What the server does, and the result if a request is in transit by then. */
const faults: [name: string, Action[], results.CallResult][] = [
  ["a FIN", [close], lost],
  ["an RST", [reset], lostBefore],
  ["garbage", [garbage], lost],
  ["garbage and a FIN", [garbage, close], lost],
  // In HTTP/1.1, only the name shows which request a response belongs to.
  ["an unsolicited response", [unsolicited], { ...success, kind: "unexpected-response", outcome: "unknown" }],
];

export const reusedConnections: results.FaultCase[] = [
  ...faults.flatMap(([fault, actions, expected]): results.FaultCase[] => [
    {
      // Too late for the client to notice: it sends the request on the same connection.
      name: `reused: ${fault} as the next request is written`,
      connection: "reused",
      server: { responses: [[succeed, waitFor("writing"), ...actions], [succeed]] },
      expected,
    },
    {
      name: `reused: ${fault} when the next request arrives`,
      connection: "reused",
      server: { responses: [[succeed], actions] },
      expected: expected === lostBefore ? lost : expected,
    },
    {
      name: `reused: ${fault} that the client notices before the next call`,
      connection: "lost",
      server: { responses: [[succeed, waitFor("previousSettled"), ...actions], [succeed]] },
      expected: { ...success, connections: 2 },
    },
  ]),
  {
    // Fetch rejects whether it notices the RST before it writes or while it writes.
    name: "reused: an RST as the next call begins",
    connection: "reused",
    server: { responses: [[succeed, waitFor("request"), reset], [succeed]] },
    expected: lostBefore,
  },
];
