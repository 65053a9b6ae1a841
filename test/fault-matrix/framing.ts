/** How a body is framed (RFC 9112 section 6) and encoded, and what arrives of it. One case per kind of result. */
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { PLANT_JSON } from "../support/fetch-stubs.ts";
import { close, send } from "./actions.ts";
import type { CallResult, FaultCase } from "./run-cases.ts";

const success: CallResult = { kind: "success", outcome: "created", requests: 1 };
/** The headers are invalid: there is no response. */
const rejected: CallResult = { kind: "connection", outcome: "unknown", requests: 1 };
/** A 200 with JSON has begun. Fetch also reports a body that it cannot decode as a lost connection. */
const incomplete: CallResult = { kind: "connection", outcome: "created", requests: 1 };
/** A complete body that is not a plant may not be the store's. */
const notAPlant: CallResult = { kind: "unexpected-response", outcome: "unknown", requests: 1 };

const size = PLANT_JSON.length;
const hex = size.toString(16);
const gzipped = gzipSync(PLANT_JSON);
const zipped = "content-encoding: gzip";

const rows: [name: string, headers: string[], body: string | Buffer, expected: CallResult][] = [
  ["no length", [], PLANT_JSON, success],
  ["leading zeros", [`content-length: 000${size}`], PLANT_JSON, success],
  ["a length that is too short", [`content-length: ${size - 5}`], PLANT_JSON, notAPlant],
  ["a length that is too long", [`content-length: ${size + 5}`], PLANT_JSON, incomplete],
  ["a length of 0", ["content-length: 0"], PLANT_JSON, notAPlant],
  ["a length that is not a number", ["content-length: abc"], PLANT_JSON, rejected],
  ["two different lengths", [`content-length: ${size}`, "content-length: 1"], PLANT_JSON, rejected],
  [
    "a length and chunks",
    [`content-length: ${size}`, "transfer-encoding: chunked"],
    `${hex}\r\n${PLANT_JSON}\r\n0\r\n\r\n`,
    rejected,
  ],
  ...(
    [
      ["a chunk with an extension", `${hex};a=b\r\n${PLANT_JSON}\r\n0\r\n\r\n`, success],
      ["a chunk size that is too long", `ff\r\n${PLANT_JSON}\r\n0\r\n\r\n`, incomplete],
      ["a chunk size that is too short", `5\r\n${PLANT_JSON}\r\n0\r\n\r\n`, incomplete],
      ["a chunk size that is not a number", `xyz\r\n${PLANT_JSON}\r\n0\r\n\r\n`, incomplete],
      ["no last chunk", `${hex}\r\n${PLANT_JSON}\r\n`, incomplete],
      ["chunked, but the body is not", PLANT_JSON, incomplete],
    ] as const
  ).map(([name, body, expected]): (typeof rows)[number] => {
    return [name, ["transfer-encoding: chunked"], body, expected];
  }),
  ["an unknown transfer coding", ["transfer-encoding: xyz"], PLANT_JSON, success],
  ["gzip", [zipped], gzipped, success],
  ["br", ["content-encoding: br"], brotliCompressSync(PLANT_JSON), success],
  ["deflate", ["content-encoding: deflate"], deflateSync(PLANT_JSON), success],
  ["zstd", ["content-encoding: zstd"], zstdCompressSync(PLANT_JSON), success],
  ["gzip, gzip", ["content-encoding: gzip, gzip"], gzipSync(gzipped), success],
  ["an unknown content coding", ["content-encoding: zstd-ish"], PLANT_JSON, success],
  ["a gzip body without a header", [], gzipped, notAPlant],
  ["truncated gzip", [zipped], gzipped.subarray(0, 20), notAPlant],
  ["truncated zstd", ["content-encoding: zstd"], zstdCompressSync(PLANT_JSON).subarray(0, 12), incomplete],
  ["gzip with a length that is too long", [zipped, "content-length: 99"], gzipped, incomplete],
  ["plain text as gzip", [zipped], PLANT_JSON, incomplete],
  ["garbage as br", ["content-encoding: br"], Buffer.alloc(30, 0xff), incomplete],
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
