/** Framings and encodings, interim responses, floods, invalid responses, and responses that arrive before the request. */
import { gzipSync } from "node:zlib";
import { JSON_TYPE, PLANT_JSON } from "../support/fetch-stubs.ts";
import { type Action, close, flood, head, response, send, successResponse } from "./actions.ts";
import { type CallResult, type FaultCase, lost, success, timedOut } from "./run-cases.ts";

/** A 200 with JSON has begun. Fetch also reports a body that it cannot decode as a lost connection. */
const incomplete: CallResult = { kind: "connection", outcome: "created" };
/** A complete body that is not a plant may not be the store's. */
const notAPlant: CallResult = { kind: "unexpected-response", outcome: "unknown" };
const tooLong: CallResult = { kind: "unexpected-response", outcome: "created" };

/** A 200 with JSON whose body ends with the connection, unless its headers frame it otherwise (RFC 9112 section 6). */
const framed = (headers: Record<string, string | number>, body: string | Buffer): Action[] => {
  const start = head(200, { ...headers, ...JSON_TYPE, connection: "close" });
  return [send(Buffer.concat([Buffer.from(start), Buffer.from(body)])), close];
};
const size = PLANT_JSON.length;
const gzip = { "content-encoding": "gzip" };
const gzipped = gzipSync(PLANT_JSON);
const inChunks = { "transfer-encoding": "chunked" };

/** A response with one additional header line, unchecked. */
const withLine = (line: string) => `HTTP/1.1 200 OK\r\n${line}\r\ncontent-length: 15\r\n\r\n${PLANT_JSON}`;

const hints = head(103, { link: "</plants>; rel=preload" });
const chunked = send(head(200, { ...JSON_TYPE, ...inChunks }));
const unlimited = send(head(200, { ...JSON_TYPE, connection: "close" }));
const bomb = gzipSync(Buffer.alloc(50_000_000));
const bombHead = head(200, { ...JSON_TYPE, ...gzip, "content-length": bomb.length });

/** Bytes or actions in response to a request. The connection stays open unless an action closes it. */
const rows: [name: string, response: string | Action[], CallResult][] = [
  ["framing: no length", framed({}, PLANT_JSON), success],
  ["framing: a length that is too short", framed({ "content-length": size - 5 }, PLANT_JSON), notAPlant],
  ["framing: a length that is too long", framed({ "content-length": size + 5 }, PLANT_JSON), incomplete],
  ["framing: a length that is not a number", framed({ "content-length": "abc" }, PLANT_JSON), lost],
  ["framing: a chunk size that is not a number", framed(inChunks, `xyz\r\n${PLANT_JSON}`), incomplete],
  ["encoding: gzip", framed(gzip, gzipped), success],
  ["encoding: an unknown one", framed({ "content-encoding": "zstd-ish" }, PLANT_JSON), success],
  ["encoding: truncated gzip", framed(gzip, gzipped.subarray(0, 20)), notAPlant],
  ["encoding: plain text as gzip", framed(gzip, PLANT_JSON), incomplete],

  // Interim responses (RFC 9110 section 15.2) precede the final response.
  ["interim: 103 with links, then a 200", hints + successResponse, success],
  // RFC 9110 says to ignore it, but Node's fetch rejects a 100 that it did not ask for.
  ["interim: 100, then a 200", head(100) + successResponse, lost],
  ["interim: 103, then a FIN", [send(hints), close], lost],

  ["a header of 64 kB", withLine(`x-long: ${"x".repeat(65_536)}`), lost],
  ["headers that never end", [send("HTTP/1.1 200 OK\r\n"), flood("x-more: 1\r\n".repeat(400))], lost],
  ["a body that never ends", [unlimited, flood("x".repeat(65_536))], tooLong],
  ["chunks of one byte that never end", [chunked, flood("1\r\nx\r\n".repeat(10_000))], tooLong],
  ["a compressed body of 50 MB", [send(bombHead), send(bomb)], tooLong],
  ["non-ASCII bytes in a header", withLine("x-name: Foug\u00e8re"), success],
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
