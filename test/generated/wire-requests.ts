/** Generates what clients send on a connection: valid and almost valid requests and arbitrary bytes, in chunks. */
import fc from "fast-check";
import { jsonTexts } from "../support/json-texts.ts";
import { requestText } from "../support/raw-client.ts";

const UNUSUAL_HEADERS = [
  ["content-length", "5"],
  ["content-length", "-1"],
  ["content-length", "99999999999999999999"],
  ["content-length", "1, 2"],
  ["transfer-encoding", "chunked"],
  ["transfer-encoding", "gzip, chunked"],
  ["expect", "100-continue"],
  ["expect", "no such expectation"],
  ["upgrade", "websocket"],
  ["connection", "close"],
  ["connection", "upgrade, keep-alive"],
  ["host", ""],
  ["content-type", "text/plain"],
  ["origin", "null"],
  ["access-control-request-headers", "\xe9, x"],
  ["access-control-request-method", "POST"],
  ["x-long", "x".repeat(20_000)],
  ["x y", "z"],
  ["", ""],
  ["x", "\u0000"],
  ["x", "a\r\n b"],
] as const;

const target = fc.oneof(
  { weight: 6, arbitrary: fc.constant("/plants") },
  fc.constantFrom(
    "*",
    "http://other.example/plants",
    "//plants",
    "/health",
    "/",
    "plants:80",
    "http://[",
    "/\xff",
    "mailto:fern",
    "/plants plants",
  ),
);
const method = fc.oneof(
  { weight: 8, arbitrary: fc.constant("POST") },
  fc.constantFrom("GET", "PUT", "OPTIONS", "CONNECT", "TRACE", "PRI", "QUERY", "FERN", "post"),
);
const body = fc.oneof(
  { weight: 5, arbitrary: fc.constant('{"id":1,"name":"Fern"}') },
  jsonTexts.NewPlant,
  fc.constantFrom("", "0\r\n\r\n", "5\r\nhello\r\n0\r\n\r\n"),
);

/** A request with up to two unusual headers. */
const request = fc
  .record({
    target,
    method,
    body,
    version: fc.oneof(
      { weight: 9, arbitrary: fc.constant("1.1") },
      fc.constantFrom("1.0", "2.0", "0.9", "9"),
    ),
    unusual: fc.array(fc.constantFrom(...UNUSUAL_HEADERS), { maxLength: 2 }),
  })
  .map(({ target, unusual, ...parts }) =>
    Buffer.from(requestText(target, { ...parts, ...Object.fromEntries(unusual) })),
  );

/** A request with `transfer-encoding: chunked`. Chunk lengths may be wrong. */
const chunked = fc
  .tuple(
    body,
    fc.nat(2),
    fc.constantFrom("0\r\n\r\n", "0\r\nx: y\r\n\r\n", "", "\r\n", "-1\r\n", "zz\r\n\r\n"),
  )
  .map(([body, extra, last]) => {
    const text = Buffer.from(body).toString("latin1");
    const chunks = `${(text.length + (extra === 2 ? 1 : 0)).toString(16)}\r\n${text}\r\n${last}`;
    const head = requestText("/plants", {
      body: "",
      "content-length": undefined,
      "transfer-encoding": "chunked",
    });
    return Buffer.from(head + chunks, "latin1");
  });

/** A request with bytes removed or added. */
const corrupted = fc
  .tuple(fc.oneof(request, chunked), fc.nat(), fc.nat(3), fc.uint8Array({ maxLength: 3 }))
  .map(([bytes, at, removed, added]) => {
    const index = at % (bytes.length + 1);
    return Buffer.concat([bytes.subarray(0, index), added, bytes.subarray(index + removed)]);
  });

const part: fc.Arbitrary<Uint8Array> = fc.oneof(
  { weight: 5, arbitrary: request },
  { weight: 2, arbitrary: chunked },
  { weight: 3, arbitrary: corrupted },
  fc.uint8Array({ maxLength: 100 }),
  fc.constantFrom(
    Buffer.from("\r\n\r\n"),
    Buffer.from([0x16, 3, 1, 0, 5]),
    Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
  ),
);

/** Chunks of bytes. Their borders are independent of those of the requests. */
export const requestChunks: fc.Arbitrary<Uint8Array[]> = fc
  .tuple(fc.array(part, { minLength: 1, maxLength: 4 }), fc.array(fc.nat(), { maxLength: 3 }))
  .map(([parts, cuts]) => {
    const bytes = Buffer.concat(parts);
    const offsets = cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b);
    return [0, ...offsets].map((offset, index) => bytes.subarray(offset, offsets[index] ?? bytes.length));
  });
