/** Framings and encodings, interim responses, floods, invalid responses, and responses that arrive before the request. */
import { gzipSync } from "node:zlib";
import { JSON_TYPE, PLANT_JSON } from "../support/fetch-stubs.ts";
import { type Action, close, ERROR_JSON, flood, head, response, send, successResponse } from "./actions.ts";
import { type CallResult, type FaultCase, lost, success, timedOut } from "./run-cases.ts";

// How a body is framed (RFC 9112 section 6) and encoded, and what arrives of it: one case per kind of result.

/** A 200 with JSON has begun. Fetch also reports a body that it cannot decode as a lost connection. */
const incomplete: CallResult = { kind: "connection", outcome: "created" };
/** A complete body that is not a plant may not be the store's. */
const notAPlant: CallResult = { kind: "unexpected-response", outcome: "unknown" };

const size = PLANT_JSON.length;
const hex = size.toString(16);
const lengthOf = (value: string | number) => `content-length: ${value}`;
const inChunks = "transfer-encoding: chunked";
const END = "\r\n0\r\n\r\n";
const gzipped = gzipSync(PLANT_JSON);
const coding = (name: string) => `content-encoding: ${name}`;

const framingRows: [name: string, headers: string[], body: string | Buffer, expected: CallResult][] = [
  ["no length", [], PLANT_JSON, success],
  ["a length that is too short", [lengthOf(size - 5)], PLANT_JSON, notAPlant],
  ["a length that is too long", [lengthOf(size + 5)], PLANT_JSON, incomplete],
  ["a length of 0", [lengthOf(0)], PLANT_JSON, notAPlant],
  ["a length that is not a number", [lengthOf("abc")], PLANT_JSON, lost],
  ["two equal lengths", [lengthOf(size), lengthOf(size)], PLANT_JSON, lost], // Node's fetch joins their digits.
  ["two different lengths", [lengthOf(size), lengthOf(1)], PLANT_JSON, lost],
  ["a length and chunks", [lengthOf(size), inChunks], `${hex}\r\n${PLANT_JSON}${END}`, lost],
  ["a chunk size that is too long", [inChunks], `ff\r\n${PLANT_JSON}${END}`, incomplete],
  ["a chunk size that is too short", [inChunks], `5\r\n${PLANT_JSON}${END}`, incomplete],
  ["a chunk size that is not a number", [inChunks], `xyz\r\n${PLANT_JSON}${END}`, incomplete],
  ["no last chunk", [inChunks], `${hex}\r\n${PLANT_JSON}\r\n`, incomplete],
  ["chunked, but the body is not", [inChunks], PLANT_JSON, incomplete],
  ["an unknown transfer coding", ["transfer-encoding: xyz"], PLANT_JSON, success],
  ["gzip", [coding("gzip")], gzipped, success],
  ["an unknown content coding", [coding("zstd-ish")], PLANT_JSON, success],
  ["a gzip body without a header", [], gzipped, notAPlant],
  ["truncated gzip", [coding("gzip")], gzipped.subarray(0, 20), notAPlant],
  ["gzip with a length that is too long", [coding("gzip"), lengthOf(99)], gzipped, incomplete],
  ["plain text as gzip", [coding("gzip")], PLANT_JSON, incomplete],
];

export const framings: FaultCase[] = framingRows.map(([name, headers, body, expected]) => {
  const lines = [...headers, "content-type: application/json", "connection: close"];
  const start = `HTTP/1.1 200 OK\r\n${lines.join("\r\n")}\r\n\r\n`;
  return {
    name: `framing: ${name}`,
    server: { responses: [[send(Buffer.concat([Buffer.from(start), Buffer.from(body)])), close]] },
    expected,
  };
});

// Other responses.

const tooLong: CallResult = { kind: "unexpected-response", outcome: "created" };
const rejected: CallResult = { kind: "rejected", outcome: "not-created" };

/** A response with one additional header line, unchecked. */
const withLine = (line: string) => `HTTP/1.1 200 OK\r\n${line}\r\ncontent-length: 15\r\n\r\n${PLANT_JSON}`;

const hints = head(103, { link: "</plants>; rel=preload" });
const chunked = send(head(200, { ...JSON_TYPE, "transfer-encoding": "chunked" }));
const longChunk = `1000\r\n${"x".repeat(4096)}\r\n`;
const unlimited = send(head(200, { ...JSON_TYPE, connection: "close" }));
const bomb = gzipSync(Buffer.alloc(50_000_000));
const bombHead = head(200, { ...JSON_TYPE, "content-encoding": "gzip", "content-length": bomb.length });

/** Bytes or actions in response to a request. The connection stays open unless an action closes it. */
const rows: [name: string, response: string | Action[], CallResult][] = [
  // Interim responses (RFC 9110 section 15.2) precede the final response.
  ["interim: 102, then a 200", head(102) + successResponse, success],
  ["interim: 103 with links, then a 200", hints + successResponse, success],
  ["interim: a thousand 103s, then a 200", hints.repeat(1000) + successResponse, success],
  ["interim: 103, then a 400", hints + response(400, ERROR_JSON), rejected],
  // RFC 9110 says to ignore it, but Node's fetch rejects a 100 that it did not ask for.
  ["interim: 100, then a 200", head(100) + successResponse, lost],
  ["interim: 101, then a 200", head(101) + successResponse, lost],
  ["interim: 103, then a FIN", [send(hints), close], lost],
  ["interim: 103 and half a status line, then a FIN", [send(`${hints}HTTP/1.1 20`), close], lost],

  ["a header of 64 kB", withLine(`x-long: ${"x".repeat(65_536)}`), lost],
  ["a reason phrase of 64 kB", successResponse.replace("OK", "x".repeat(65_536)), success],
  ["a header that never ends", [send("HTTP/1.1 200 OK\r\nx-long: "), flood("x".repeat(4096))], lost],
  ["headers that never end", [send("HTTP/1.1 200 OK\r\n"), flood("x-more: 1\r\n".repeat(400))], lost],
  ["a body that never ends", [unlimited, flood("x".repeat(65_536))], tooLong],
  ["chunks that never end", [chunked, flood(longChunk)], tooLong],
  ["chunks of one byte that never end", [chunked, flood("1\r\nx\r\n".repeat(10_000))], tooLong],
  ["a compressed body of 50 MB", [send(bombHead), send(bomb)], tooLong],

  ["HTTP/0.9: a body alone", PLANT_JSON, lost],
  ["SSH", "SSH-2.0-OpenSSH_9.2\r\n", lost],
  ["a status that is not a number", "HTTP/1.1 2x0 OK\r\ncontent-length: 0\r\n\r\n", lost],
  ["a folded header", withLine("x-folded: a\r\n b"), lost], // RFC 9112 section 5.2 says to unfold it, but Node rejects it.
  ["non-ASCII bytes in a header", withLine("x-name: Foug\u00e8re"), success],
  ["no reason phrase", `HTTP/1.1 200\r\ncontent-length: 15\r\n\r\n${PLANT_JSON}`, success],
  ["two responses at once", successResponse + successResponse, success],
];

const early = response(200, PLANT_JSON, { connection: "close" });
const premature: [string, Action, CallResult][] = [
  ["a mail server's banner", send("220 mail.example ESMTP\r\n"), lost],
  ["a response before the request", send(early), success],
  ["a FIN before the request", close, lost],
];

export const invalidResponses: FaultCase[] = [
  ...rows.map(([name, response, expected]) => {
    const actions = typeof response === "string" ? [send(Buffer.from(response, "latin1"))] : response;
    return { name, server: { responses: [actions] }, expected };
  }),
  ...premature.map(([name, action, expected]) => ({ name, server: { onConnect: [action] }, expected })),
  {
    name: "interim: an endless series of 103s",
    server: { responses: [[flood(hints.repeat(100))]] },
    options: { timeout: 1_000 },
    expected: timedOut,
  },
];

export const stalledInterimResponses: FaultCase[] = [
  { name: "interim: 103, then silence", server: { responses: [[send(hints)]] }, expected: timedOut },
];
