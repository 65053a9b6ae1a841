/** Floods, invalid responses, and responses that arrive before the request. */
import { gzipSync } from "node:zlib";
import { JSON_TYPE, PLANT_JSON } from "../support/fetch-stubs.ts";
import { type Action, close, flood, send, sendByteByByte } from "./actions.ts";
import type { Script } from "./faulty-server.ts";
import { head, response, successResponse } from "./responses.ts";
import type { CallResult, FaultCase } from "./run-cases.ts";

const success: CallResult = { kind: "success", outcome: "created", requests: 1 };
const lost: CallResult = { kind: "connection", outcome: "unknown", requests: 1 };
const tooLong: CallResult = { kind: "unexpected-response", outcome: "created", requests: 1 };

/** A response with one additional header line, unchecked. */
const withLine = (line: string) => `HTTP/1.1 200 OK\r\n${line}\r\ncontent-length: 15\r\n\r\n${PLANT_JSON}`;

const bomb = gzipSync(Buffer.alloc(50_000_000));

const floodActions: [string, Action[], CallResult][] = [
  ["a header of 64 kB", [send(withLine(`x-long: ${"x".repeat(65_536)}`))], lost],
  ["a reason phrase of 64 kB", [send(successResponse.replace("OK", "x".repeat(65_536)))], success],
  ["a header that never ends", [send("HTTP/1.1 200 OK\r\nx-long: "), flood("x".repeat(4096))], lost],
  ["headers that never end", [send("HTTP/1.1 200 OK\r\n"), flood("x-more: 1\r\n".repeat(400))], lost],
  [
    "a body that never ends",
    [send(head(200, { ...JSON_TYPE, connection: "close" })), flood("x".repeat(65_536))],
    tooLong,
  ],
  [
    "chunks that never end",
    [
      send(head(200, { ...JSON_TYPE, "transfer-encoding": "chunked" })),
      flood("1000\r\n".concat("x".repeat(4096), "\r\n")),
    ],
    tooLong,
  ],
  [
    "chunks of one byte that never end",
    [send(head(200, { ...JSON_TYPE, "transfer-encoding": "chunked" })), flood("1\r\nx\r\n".repeat(10_000))],
    tooLong,
  ],
  [
    "a compressed body of 50 MB",
    [
      send(head(200, { ...JSON_TYPE, "content-encoding": "gzip", "content-length": bomb.length })),
      send(bomb),
    ],
    tooLong,
  ],
  ["a success response, byte by byte", [sendByteByByte(successResponse)], success],
];

/** Bytes sent as a response; the connection stays open. */
const invalid: [string, string, CallResult][] = [
  ["HTTP/0.9: a body alone", PLANT_JSON, lost],
  ["HTTP/2's preface", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", lost],
  ["SSH", "SSH-2.0-OpenSSH_9.2\r\n", lost],
  ["a TLS alert", "\x15\x03\x03\0\x02\x02\x28", lost],
  ["a status that is not a number", "HTTP/1.1 2x0 OK\r\ncontent-length: 0\r\n\r\n", lost],
  ["a NUL in a header", withLine("x-nul: a\0b"), lost],
  ["a header without a colon", withLine("x-none"), lost],
  // RFC 9112 section 5.2 says to unfold it, but Node rejects it.
  ["a folded header", withLine("x-folded: a\r\n b"), lost],
  ["non-ASCII bytes in a header", withLine("x-name: Foug\u00e8re"), success],
  ["no reason phrase", `HTTP/1.1 200\r\ncontent-length: 15\r\n\r\n${PLANT_JSON}`, success],
  // Node's fetch accepts at most five.
  [
    "six content codings",
    response(200, PLANT_JSON, { "content-encoding": "gzip, gzip, gzip, gzip, gzip, gzip" }),
    lost,
  ],
  ["two responses at once", successResponse + successResponse, success],
  ["a response and garbage", `${successResponse}\0\0\0\0`, success],
];

const premature: [string, Script, CallResult][] = [
  ["a mail server's banner", { onConnect: [send("220 mail.example ESMTP\r\n")] }, lost],
  [
    "a response before the request",
    { onConnect: [send(response(200, PLANT_JSON, { connection: "close" }))] },
    success,
  ],
  ["a FIN before the request", { onConnect: [close] }, lost],
];

export const floods: FaultCase[] = floodActions.map(([name, actions, expected]) => ({
  name,
  server: { responses: [actions] },
  expected,
}));

export const invalidResponses: FaultCase[] = [
  ...invalid.map(([name, bytes, expected]) => ({
    name,
    server: { responses: [[send(Buffer.from(bytes, "latin1"))]] },
    expected,
  })),
  ...premature.map(([name, server, expected]) => ({ name, server, expected })),
];
