/** How a body is framed (RFC 9112 section 6) and encoded, and what arrives of it. One case per kind of result. */
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { PLANT_JSON } from "../support/fetch-stubs.ts";
import { close, send } from "./actions.ts";
import { type CallResult, type FaultCase, lost, success } from "./run-cases.ts";

/** A 200 with JSON has begun. Fetch also reports a body that it cannot decode as a lost connection. */
const incomplete: CallResult = { kind: "connection", outcome: "created" };
/** A complete body that is not a plant may not be the store's. */
const notAPlant: CallResult = { kind: "unexpected-response", outcome: "unknown" };

const size = PLANT_JSON.length;
const hex = size.toString(16);
const length = (value: string | number) => `content-length: ${value}`;
const chunked = "transfer-encoding: chunked";
const END = "\r\n0\r\n\r\n";
const gzipped = gzipSync(PLANT_JSON);
const coding = (name: string) => `content-encoding: ${name}`;

const rows: [name: string, headers: string[], body: string | Buffer, expected: CallResult][] = [
  ["no length", [], PLANT_JSON, success],
  ["leading zeros", [length(`000${size}`)], PLANT_JSON, success],
  ["a length that is too short", [length(size - 5)], PLANT_JSON, notAPlant],
  ["a length that is too long", [length(size + 5)], PLANT_JSON, incomplete],
  ["a length of 0", [length(0)], PLANT_JSON, notAPlant],
  ["a length that is not a number", [length("abc")], PLANT_JSON, lost],
  ["two different lengths", [length(size), length(1)], PLANT_JSON, lost],
  ["a length and chunks", [length(size), chunked], `${hex}\r\n${PLANT_JSON}${END}`, lost],
  ["a chunk with an extension", [chunked], `${hex};a=b\r\n${PLANT_JSON}${END}`, success],
  ["a chunk size that is too long", [chunked], `ff\r\n${PLANT_JSON}${END}`, incomplete],
  ["a chunk size that is too short", [chunked], `5\r\n${PLANT_JSON}${END}`, incomplete],
  ["a chunk size that is not a number", [chunked], `xyz\r\n${PLANT_JSON}${END}`, incomplete],
  ["no last chunk", [chunked], `${hex}\r\n${PLANT_JSON}\r\n`, incomplete],
  ["chunked, but the body is not", [chunked], PLANT_JSON, incomplete],
  ["an unknown transfer coding", ["transfer-encoding: xyz"], PLANT_JSON, success],
  ["gzip", [coding("gzip")], gzipped, success],
  ["br", [coding("br")], brotliCompressSync(PLANT_JSON), success],
  ["deflate", [coding("deflate")], deflateSync(PLANT_JSON), success],
  ["zstd", [coding("zstd")], zstdCompressSync(PLANT_JSON), success],
  ["gzip, gzip", [coding("gzip, gzip")], gzipSync(gzipped), success],
  ["an unknown content coding", [coding("zstd-ish")], PLANT_JSON, success],
  ["a gzip body without a header", [], gzipped, notAPlant],
  ["truncated gzip", [coding("gzip")], gzipped.subarray(0, 20), notAPlant],
  ["truncated zstd", [coding("zstd")], zstdCompressSync(PLANT_JSON).subarray(0, 12), incomplete],
  ["gzip with a length that is too long", [coding("gzip"), length(99)], gzipped, incomplete],
  ["plain text as gzip", [coding("gzip")], PLANT_JSON, incomplete],
  ["garbage as br", [coding("br")], Buffer.alloc(30, 0xff), incomplete],
];

export const framings: FaultCase[] = rows.map(([name, headers, body, expected]) => {
  const lines = [...headers, "content-type: application/json", "connection: close"];
  const head = `HTTP/1.1 200 OK\r\n${lines.join("\r\n")}\r\n\r\n`;
  return {
    name: `framing: ${name}`,
    server: { responses: [[send(Buffer.concat([Buffer.from(head), Buffer.from(body)])), close]] },
    expected,
  };
});
