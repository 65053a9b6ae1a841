/** Generates what clients send on a connection: valid and unusual requests, corrupted ones and arbitrary bytes, in chunks. */
import fc from "fast-check";
import { jsonTexts } from "../support/json-texts.ts";
import { requestText } from "../support/raw-client.ts";

const FERN = '{"id":1,"name":"Fern"}';
const CHUNKED = { "content-length": undefined, "transfer-encoding": "chunked" };

const UNUSUAL: Parameters<typeof requestText>[1][] = [
  ...["5", "-1", "99999999999999999999", "1, 2"].map((length) => ({ "content-length": length })),
  ...["16\r\n", "17\r\n", "-1\r\n", "zz\r\n"].flatMap((size) =>
    ["0\r\n\r\n", "0\r\nx: y\r\n\r\n", ""].map((end) => ({ ...CHUNKED, body: `${size}${FERN}\r\n${end}` })),
  ),
  { "transfer-encoding": "gzip, chunked" },
  { expect: "100-continue" },
  { expect: "no such expectation" },
  { connection: "upgrade, keep-alive", upgrade: "websocket" },
  { connection: "close" },
  { host: "" },
  { "content-type": "text/plain" },
  { origin: "null", "access-control-request-headers": "\xe9, x", method: "OPTIONS" },
  { "x-long": "x".repeat(20_000) },
  { "x y": "z" },
  { "": "" },
  { x: "\0" },
  { x: "a\r\n b" },
  ...["GET", "PUT", "OPTIONS", "CONNECT", "TRACE", "PRI", "QUERY", "FERN", "post"].map((method) => ({
    method,
  })),
  ...["1.0", "2.0", "0.9", "9"].map((version) => ({ version })),
];
const TARGETS = ["*", "http://other.example/plants", "//plants", "/health", "/", "http://[", "/\xff", "/a b"];

const request = fc
  .oneof(
    { weight: 5, arbitrary: jsonTexts.NewPlant.map((body) => requestText("/plants", { body })) },
    { weight: 8, arbitrary: fc.constantFrom(...UNUSUAL).map((changes) => requestText("/plants", changes)) },
    { weight: 2, arbitrary: fc.constantFrom(...TARGETS).map((target) => requestText(target)) },
  )
  .map((text) => Buffer.from(text, "utf8"));

/** A request with bytes removed or added. */
const corrupted = fc
  .tuple(request, fc.nat(), fc.nat(3), fc.uint8Array({ maxLength: 3 }))
  .map(([bytes, at, removed, added]) => {
    const index = at % (bytes.length + 1);
    return Buffer.concat([bytes.subarray(0, index), added, bytes.subarray(index + removed)]);
  });

const part: fc.Arbitrary<Uint8Array> = fc.oneof(
  { weight: 7, arbitrary: request },
  { weight: 3, arbitrary: corrupted },
  fc.uint8Array({ maxLength: 100 }),
  fc
    .constantFrom("\r\n\r\n", "\x16\x03\x01\0\x05", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")
    .map((text) => Buffer.from(text)),
);

/** Chunks of bytes. Their borders are independent of those of the requests. */
export const requestChunks: fc.Arbitrary<Uint8Array[]> = fc
  .tuple(fc.array(part, { minLength: 1, maxLength: 4 }), fc.array(fc.nat(), { maxLength: 3 }))
  .map(([parts, cuts]) => {
    const bytes = Buffer.concat(parts);
    const offsets = cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b);
    return [0, ...offsets].map((offset, index) => bytes.subarray(offset, offsets[index] ?? bytes.length));
  });
