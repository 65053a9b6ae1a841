/** TLS failures: handshakes, and servers without TLS. test/client/tls.test.ts has the certificates. */
import { type Action, close, reset, send, successResponse } from "./actions.ts";
import type { Script } from "./faulty-server.ts";
import { type CallResult, type FaultCase, lost, timedOut } from "./run-cases.ts";

/** Node reports that no connection was established: nothing was sent. */
const notConnected: CallResult = { kind: "connection", outcome: "not-created", requests: 0, attempts: 3 };

/** The port does not speak TLS, or no version or other property that the client accepts, and will not at the next attempt. */
const notPossible: CallResult = { ...notConnected, attempts: 1 };

const stalled: CallResult = { ...timedOut, requests: 0, attempts: 1 };

/** A fatal alert in a TLS 1.2 record (RFC 8446 section 6). */
function alert(description: number): Action {
  return send(Buffer.from([21, 3, 3, 0, 2, 2, description]));
}

const partialHello = send(Buffer.from([22, 3, 3, 0, 122, 2, 0, 0, 118, 3, 3]));

const handshakes: [string, Script, CallResult][] = [
  ["a FIN before the handshake", { onConnect: [close] }, notConnected],
  ["an RST after the ClientHello", { onFirstBytes: [reset] }, notConnected],
  ["a FIN within the ServerHello", { onFirstBytes: [partialHello, close] }, notConnected],
  ["an alert: handshake_failure", { onFirstBytes: [alert(40)] }, notPossible],
  ["an alert: internal_error", { onFirstBytes: [alert(80)] }, notConnected],
  ["an alert: bad_record_mac", { onFirstBytes: [alert(20)] }, notConnected],
  ["an alert: decrypt_error", { onFirstBytes: [alert(51)] }, notConnected],
  ["plain HTTP and a FIN", { onFirstBytes: [send(successResponse), close] }, notPossible],
  ["a plain banner", { onConnect: [send("220 mail.example ESMTP\r\n")] }, notPossible],
];

function casesOf(rows: typeof handshakes): FaultCase[] {
  return rows.map(([name, script, expected]) => {
    return { name: `TLS: ${name}`, server: { scheme: "https", ...script }, expected };
  });
}

export const failedHandshakes: FaultCase[] = [
  ...casesOf(handshakes),
  {
    name: "TLS instead of the expected plain HTTP",
    server: { scheme: "http", certificate: "self-signed", responses: [[send(successResponse)]] },
    // The request was sent.
    expected: { ...lost, requests: 0, attempts: 1 },
  },
];

export const stalledHandshakes = casesOf([
  ["silence within the ServerHello", { onFirstBytes: [partialHello] }, stalled],
]);
