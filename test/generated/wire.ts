/** What clients put on a connection: requests, requests that are nearly right, and bytes; in pieces of any length. */
import fc from "fast-check";
import { jsonTexts } from "../support/json-texts.ts";
import { requestText } from "../support/raw-client.ts";

const ODD_HEADERS = [
  ["content-length", "5"],
  ["content-length", "-1"],
  ["content-length", "99999999999999999999"],
  ["content-length", "1, 2"],
  ["transfer-encoding", "chunked"],
  ["transfer-encoding", "gzip, chunked"],
  ["expect", "100-continue"],
  ["expect", "a miracle"],
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

/** A request with one header or two that may be right. */
const request = fc
  .record({
    target,
    method,
    body,
    version: fc.oneof(
      { weight: 9, arbitrary: fc.constant("1.1") },
      fc.constantFrom("1.0", "2.0", "0.9", "9"),
    ),
    odd: fc.array(fc.constantFrom(...ODD_HEADERS), { maxLength: 2 }),
  })
  .map(({ target, odd, ...parts }) =>
    Buffer.from(requestText(target, { ...parts, ...Object.fromEntries(odd) })),
  );

/** A request in chunks, whose lengths may be wrong. */
const chunked = fc
  .tuple(
    body,
    fc.nat(2),
    fc.constantFrom("0\r\n\r\n", "0\r\nx: y\r\n\r\n", "", "\r\n", "-1\r\n", "zz\r\n\r\n"),
  )
  .map(([body, more, last]) => {
    const text = Buffer.from(body).toString("latin1");
    const chunks = `${(text.length + (more === 2 ? 1 : 0)).toString(16)}\r\n${text}\r\n${last}`;
    const head = requestText("/plants", {
      body: "",
      "content-length": undefined,
      "transfer-encoding": "chunked",
    });
    return Buffer.from(head + chunks, "latin1");
  });

/** Some bytes of it are lost or others. */
const broken = fc
  .tuple(fc.oneof(request, chunked), fc.nat(), fc.nat(3), fc.uint8Array({ maxLength: 3 }))
  .map(([bytes, at, lost, others]) => {
    const place = at % (bytes.length + 1);
    return Buffer.concat([bytes.subarray(0, place), others, bytes.subarray(place + lost)]);
  });

const part: fc.Arbitrary<Uint8Array> = fc.oneof(
  { weight: 5, arbitrary: request },
  { weight: 2, arbitrary: chunked },
  { weight: 3, arbitrary: broken },
  fc.uint8Array({ maxLength: 100 }),
  fc.constantFrom(
    Buffer.from("\r\n\r\n"),
    Buffer.from([0x16, 3, 1, 0, 5]),
    Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
  ),
);

/** Pieces, which do not end where requests do. */
export const conversations: fc.Arbitrary<Uint8Array[]> = fc
  .tuple(fc.array(part, { minLength: 1, maxLength: 4 }), fc.array(fc.nat(), { maxLength: 3 }))
  .map(([parts, cuts]) => {
    const bytes = Buffer.concat(parts);
    const places = cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b);
    return [0, ...places].map((place, index) => bytes.subarray(place, places[index] ?? bytes.length));
  });
