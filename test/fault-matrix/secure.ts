/** Failures of TLS: certificates, handshakes that come to nothing, and peers that do not speak it. */

import type { Ending, FaultCase } from "./matrix.ts";
import type { Script } from "./misbehaving-peer.ts";
import { hangUp, type Move, reset, say } from "./moves.ts";
import { goodAnswer } from "./responses.ts";

/** Known for what it is: nothing was sent, and trying again changes nothing. */
const notTrusted: Ending = { kind: "connection", outcome: "not-created", requests: 0, attempts: 1 };

/** The runtime does not say that nothing was sent. */
const lost: Ending = { kind: "connection", outcome: "unknown", requests: 0, attempts: 1 };

function certificateCases(name: string, certificate: string): FaultCase[] {
  const peer = { certificate, answers: [[say(goodAnswer)]] };
  return [
    { name, peer, ending: notTrusted },
    { name: `retryUnknown: ${name}`, peer, options: { retryUnknown: true }, ending: notTrusted },
  ];
}

export const strangersCertificate: FaultCase[] = certificateCases(
  "a certificate that nobody trusts",
  "self-signed",
);

/** Trusted, if it were not for what is wrong with them. */
export const wrongCertificates: FaultCase[] = [
  ...certificateCases("a certificate that has expired", "expired"),
  ...certificateCases("a certificate of another name", "other-name"),
];

/** A fatal alert, as a record of TLS 1.2 (RFC 8446 section 6). */
function alert(description: number): Move {
  return say(Buffer.from([21, 3, 3, 0, 2, 2, description]));
}

/** The beginning of a ServerHello. */
const halfHello = say(Buffer.from([22, 3, 3, 0, 122, 2, 0, 0, 118, 3, 3]));

const handshakes: [string, Script][] = [
  ["a FIN before the handshake", { greeting: [hangUp] }],
  ["a FIN after the ClientHello", { atFirstBytes: [hangUp] }],
  ["an RST after the ClientHello", { atFirstBytes: [reset] }],
  ["a FIN within the ServerHello", { atFirstBytes: [halfHello, hangUp] }],
  ["an RST within the ServerHello", { atFirstBytes: [halfHello, reset] }],
  ["an alert: handshake_failure", { atFirstBytes: [alert(40)] }],
  ["an alert: protocol_version", { atFirstBytes: [alert(70)] }],
  ["an alert: internal_error", { atFirstBytes: [alert(80)] }],
  ["an alert: unrecognized_name", { atFirstBytes: [alert(112)] }],
  ["an alert, and a FIN", { atFirstBytes: [alert(40), hangUp] }],
  ["plain HTTP", { atFirstBytes: [say(goodAnswer)] }],
  ["plain HTTP, and a FIN", { atFirstBytes: [say(goodAnswer), hangUp] }],
  ["a plain banner", { greeting: [say("220 mail.example ESMTP\r\n")] }],
];

export const brokenHandshakes: FaultCase[] = [
  ...handshakes.map(
    ([name, script]): FaultCase => ({
      name: `TLS: ${name}`,
      peer: { scheme: "https", ...script },
      ending: lost,
    }),
  ),
  {
    name: "TLS where plain HTTP was expected",
    peer: { scheme: "http", certificate: "self-signed", answers: [[say(goodAnswer)]] },
    ending: lost,
  },
];

const outOfTime: Ending = { kind: "timeout", outcome: "unknown", requests: 0, attempts: 1 };

export const silentHandshakes: FaultCase[] = [
  {
    name: "TLS: silence after the ClientHello",
    peer: { scheme: "https", atFirstBytes: [say("")] },
    ending: outOfTime,
  },
  {
    name: "TLS: silence within the ServerHello",
    peer: { scheme: "https", atFirstBytes: [halfHello] },
    ending: outOfTime,
  },
];
