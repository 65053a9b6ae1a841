/** Generates requests to a store: valid, almost valid and arbitrary ones. */
import fc from "fast-check";
import { jsonTexts } from "../support/json-texts.ts";

export interface AnyRequest {
  path: string;
  method: string;
  headers: [name: string, value: string][];
  body: Uint8Array<ArrayBuffer>;
}

const encoder = new TextEncoder();

/** Around the limits of int64. */
const integer = fc.oneof(
  fc.bigInt({ min: -(2n ** 63n) - 2n, max: 2n ** 63n + 2n }),
  fc.constantFrom(2n ** 63n, 2n ** 63n - 1n, -(2n ** 63n), -(2n ** 63n) - 1n, 2n ** 53n, 0n),
);

/** Some ids are written with a decimal point or an exponent. */
const notation = fc.constantFrom("", ".0", "e0", "0e-1", ".5", "e1", ".000E+2");
const plantWithLargeId = fc
  .tuple(integer, notation, fc.string({ unit: "binary" }))
  .map(([id, notation, name]) => `{"id":${id}${notation},"name":${JSON.stringify(name)}}`);

const text = fc.oneof(
  { weight: 4, arbitrary: jsonTexts.NewPlant },
  { weight: 4, arbitrary: plantWithLargeId },
  fc.json(),
  fc.string({ unit: "binary" }),
);

/** Nested too deeply for a recursive function, or longer than the store accepts. */
const large = fc.constantFrom(
  "[".repeat(50_000),
  `${'{"a":'.repeat(20_000)}1`,
  `{"id":1,"name":"${"x".repeat(1_048_600)}"}`,
);

/** The bytes of a text. Some may be missing, replaced or added. */
const body = fc.oneof(
  { weight: 60, arbitrary: text.map((text) => encoder.encode(text)) },
  {
    weight: 30,
    arbitrary: fc
      .tuple(text, fc.nat(), fc.nat(2), fc.uint8Array({ maxLength: 4 }))
      .map(([text, at, removed, added]) => {
        const all = encoder.encode(text);
        const index = at % (all.length + 1);
        return Uint8Array.from([...all.slice(0, index), ...added, ...all.slice(index + removed)]);
      }),
  },
  { weight: 10, arbitrary: fc.uint8Array({ maxLength: 200 }) },
  large.map((text) => encoder.encode(text)),
  { weight: 5, arbitrary: text.map((text) => Uint8Array.from([0xef, 0xbb, 0xbf, ...encoder.encode(text)])) },
) as fc.Arbitrary<Uint8Array<ArrayBuffer>>;

const name = fc.stringMatching(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,12}$/);
const value = fc.stringMatching(/^[\t\x20-\x7e\x80-\xff]{0,20}$/);

const mostly = (valid: string[], invalid: string[]) =>
  fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...valid) }, fc.constantFrom(...invalid), value);
const authorization = mostly(
  ["Bearer t0ken", "bearer  t0ken", "BEARER \xe9 x"],
  ["Bearer", "Bearer ", "Basic eDp5", "Bearert0ken", ""],
);
const contentType = mostly(
  ["application/json", "Application/JSON; charset=utf-8", " application/json ;"],
  ["text/plain", "application/jsonx", "application/json, text/plain", ""],
);
const ofPreflights = ["access-control-request-method", "access-control-request-headers"];
const otherName = fc.oneof(name, fc.constantFrom(...ofPreflights, "x-shelf"));
const otherHeaders = fc.array(fc.tuple(otherName, value), { maxLength: 2 });

/** Most are valid. */
const headers = fc
  .tuple(authorization, contentType, otherHeaders, fc.nat(19))
  .map(([authorization, contentType, others, omitted]): [string, string][] => {
    const required: [string, string][] = [
      ["authorization", authorization],
      ["content-type", contentType],
    ];
    const extra = others.filter(([name]) => !["authorization", "content-type"].includes(name.toLowerCase()));
    return [...required.filter((_, index) => index !== omitted), ...extra];
  });

const path = fc.oneof(
  fc.constantFrom("/plants", "/api/v1/plants", "/plants/", "//plants", "/plants?a=%zz", "/%70lants"),
  fc.constantFrom("/", "/health", "/x/health", "/a/../plants"),
  fc
    .webUrl({ withQueryParameters: true, withFragments: true })
    .map((url) => url.slice(url.indexOf("/", 8)) || "/")
    .map((it) => (it.startsWith("/") ? it : "/")),
);

const method = fc.oneof(
  { weight: 4, arbitrary: fc.constant("POST") },
  fc.constantFrom("GET", "HEAD", "PUT", "DELETE", "PATCH", "OPTIONS", "PURGE", "post"),
);

export const anyRequest: fc.Arbitrary<AnyRequest> = fc.record({ path, method, headers, body });
