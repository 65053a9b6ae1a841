/** Floods, and answers that are none. */
import { gzipSync } from "node:zlib";
import { PLANT_JSON } from "../support/fetch-stubs.ts";
import type { Ending, FaultCase } from "./matrix.ts";
import type { Script } from "./misbehaving-peer.ts";
import { drip, flood, hangUp, type Move, say } from "./moves.ts";
import { answer, goodAnswer, head } from "./responses.ts";

const success: Ending = { kind: "success", outcome: "created", requests: 1 };
const lost: Ending = { kind: "connection", outcome: "unknown", requests: 1 };
const tooLong: Ending = { kind: "unexpected-response", outcome: "created", requests: 1 };

/** An answer with one more header line, as it stands. */
const withLine = (line: string) => `HTTP/1.1 200 OK\r\n${line}\r\ncontent-length: 15\r\n\r\n${PLANT_JSON}`;

const bomb = gzipSync(Buffer.alloc(50_000_000));

const floods: [string, Move[], Ending][] = [
  ["a header of 64 kB", [say(withLine(`x-long: ${"x".repeat(65_536)}`))], lost],
  ["a reason of 64 kB", [say(goodAnswer.replace("OK", "x".repeat(65_536)))], success],
  ["a header without end", [say("HTTP/1.1 200 OK\r\nx-long: "), flood("x".repeat(4096))], lost],
  ["headers without end", [say("HTTP/1.1 200 OK\r\n"), flood("x-more: 1\r\n".repeat(400))], lost],
  ["a body without end", [say(head(200, { connection: "close" })), flood("x".repeat(65_536))], tooLong],
  [
    "chunks without end",
    [say(head(200, { "transfer-encoding": "chunked" })), flood("1000\r\n".concat("x".repeat(4096), "\r\n"))],
    tooLong,
  ],
  [
    "chunks of one byte without end",
    [say(head(200, { "transfer-encoding": "chunked" })), flood("1\r\nx\r\n".repeat(10_000))],
    tooLong,
  ],
  [
    "a body that unpacks to 50 MB",
    [say(head(200, { "content-encoding": "gzip", "content-length": bomb.length })), say(bomb)],
    tooLong,
  ],
  ["a good answer, byte by byte", [drip(goodAnswer)], success],
];

/** What comes instead of an answer; the connection stays open. */
const lies: [string, string, Ending][] = [
  ["HTTP/0.9: a body alone", PLANT_JSON, lost],
  ["HTTP/2's preface", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", lost],
  ["HTTP/2 in the status line", `HTTP/2 200 OK\r\ncontent-length: 15\r\n\r\n${PLANT_JSON}`, lost],
  ["HTTP/1.7", `HTTP/1.7 200 OK\r\ncontent-length: 15\r\n\r\n${PLANT_JSON}`, lost],
  ["a request", "GET /plants HTTP/1.1\r\nhost: plants.example\r\n\r\n", lost],
  ["SSH", "SSH-2.0-OpenSSH_9.2\r\n", lost],
  ["a TLS alert", "\x15\x03\x03\0\x02\x02\x28", lost],
  ["NUL bytes", "\0".repeat(1000), lost],
  ["a status that is no number", "HTTP/1.1 2x0 OK\r\ncontent-length: 0\r\n\r\n", lost],
  ["a status of two digits", "HTTP/1.1 20 OK\r\ncontent-length: 0\r\n\r\n", lost],
  ["a status of four digits", "HTTP/1.1 2000 OK\r\ncontent-length: 0\r\n\r\n", lost],
  ["a negative status", "HTTP/1.1 -200 OK\r\ncontent-length: 0\r\n\r\n", lost],
  ["a NUL in a header", withLine("x-nul: a\0b"), lost],
  ["a bare CR in a header", withLine("x-cr: a\rb"), lost],
  ["a header without a colon", withLine("x-none"), lost],
  ["a header without a name", withLine(": x"), lost],
  ["a space before a header's colon", withLine("x-space : 1"), lost],
  // RFC 9112 section 5.2 would have it unfolded; Node refuses it.
  ["a folded header", withLine("x-folded: a\r\n b"), lost],
  ["bare LFs", `HTTP/1.1 200 OK\ncontent-length: 15\n\n${PLANT_JSON}`, lost],
  ["bytes beyond ASCII in a header", withLine("x-name: Foug\u00e8re"), success],
  ["no reason", `HTTP/1.1 200\r\ncontent-length: 15\r\n\r\n${PLANT_JSON}`, success],
  // Node's fetch takes five at most, against floods.
  [
    "six content codings",
    answer(200, PLANT_JSON, { "content-encoding": "gzip, gzip, gzip, gzip, gzip, gzip" }),
    lost,
  ],
  ["two answers at once", goodAnswer + goodAnswer, success],
  ["an answer and garbage", `${goodAnswer}\0\0\0\0`, success],
];

const early: [string, Script, Ending][] = [
  ["a mail server's banner", { greeting: [say("220 mail.example ESMTP\r\n")] }, lost],
  [
    "an answer before the request",
    { greeting: [say(answer(200, PLANT_JSON, { connection: "close" }))] },
    success,
  ],
  ["a FIN before the request", { greeting: [hangUp] }, lost],
];

export const floodCases: FaultCase[] = floods.map(([name, moves, ending]) => ({
  name,
  peer: { answers: [moves] },
  ending,
}));

export const lieCases: FaultCase[] = [
  ...lies.map(([name, bytes, ending]) => ({
    name,
    peer: { answers: [[say(Buffer.from(bytes, "latin1"))]] },
    ending,
  })),
  ...early.map(([name, peer, ending]) => ({ name, peer, ending })),
];
