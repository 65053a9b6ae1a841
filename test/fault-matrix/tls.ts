/** TLS failures: handshakes, and servers without TLS. test/client/tls.test.ts has the certificates. */

import { type Action, close, reset, send } from "./actions.ts";
import type { Script } from "./faulty-server.ts";
import { successResponse } from "./responses.ts";
import type { CallResult, FaultCase } from "./run-cases.ts";

/** The error shows that nothing was sent, and a retry may succeed. */
const notConnected: CallResult = { kind: "connection", outcome: "not-created", requests: 0, attempts: 3 };

/** The error does not show that nothing was sent. */
const lost: CallResult = { kind: "connection", outcome: "unknown", requests: 0, attempts: 1 };

/** A fatal alert in a TLS 1.2 record (RFC 8446 section 6). */
function alert(description: number): Action {
  return send(Buffer.from([21, 3, 3, 0, 2, 2, description]));
}

/** The beginning of a ServerHello. */
const partialHello = send(Buffer.from([22, 3, 3, 0, 122, 2, 0, 0, 118, 3, 3]));

const handshakes: [string, Script][] = [
  ["a FIN before the handshake", { onConnect: [close] }],
  ["a FIN after the ClientHello", { onFirstBytes: [close] }],
  ["an RST after the ClientHello", { onFirstBytes: [reset] }],
  ["a FIN within the ServerHello", { onFirstBytes: [partialHello, close] }],
  ["an RST within the ServerHello", { onFirstBytes: [partialHello, reset] }],
  ["an alert: handshake_failure", { onFirstBytes: [alert(40)] }],
  ["an alert: protocol_version", { onFirstBytes: [alert(70)] }],
  ["an alert: internal_error", { onFirstBytes: [alert(80)] }],
  ["an alert: unrecognized_name", { onFirstBytes: [alert(112)] }],
  ["an alert and a FIN", { onFirstBytes: [alert(40), close] }],
  ["plain HTTP", { onFirstBytes: [send(successResponse)] }],
  ["plain HTTP and a FIN", { onFirstBytes: [send(successResponse), close] }],
  ["a plain banner", { onConnect: [send("220 mail.example ESMTP\r\n")] }],
];

/** Node reports these as "disconnected before secure TLS connection was established". */
const endsWithFin = [
  "a FIN before the handshake",
  "a FIN after the ClientHello",
  "a FIN within the ServerHello",
];

export const failedHandshakes: FaultCase[] = [
  ...handshakes.map(
    ([name, script]): FaultCase => ({
      name: `TLS: ${name}`,
      server: { scheme: "https", ...script },
      expected: endsWithFin.includes(name) ? notConnected : lost,
    }),
  ),
  {
    name: "TLS instead of the expected plain HTTP",
    server: { scheme: "http", certificate: "self-signed", responses: [[send(successResponse)]] },
    expected: lost,
  },
];

const timedOut: CallResult = { kind: "timeout", outcome: "unknown", requests: 0, attempts: 1 };

export const stalledHandshakes: FaultCase[] = [
  {
    name: "TLS: silence after the ClientHello",
    server: { scheme: "https", onFirstBytes: [send("")] },
    expected: timedOut,
  },
  {
    name: "TLS: silence within the ServerHello",
    server: { scheme: "https", onFirstBytes: [partialHello] },
    expected: timedOut,
  },
];
