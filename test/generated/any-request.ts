/** Generates requests to a store: valid, almost valid and arbitrary ones. Asserts what all responses have in common. */
import fc from "fast-check";
import { expect } from "vitest";
import { errorSchema, plantSchema } from "../../src/index.ts";
import { documentFields } from "../support/document-fields.ts";
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

/** Bytes with some removed, replaced or added. */
export function corrupted(bytes: fc.Arbitrary<Uint8Array>): fc.Arbitrary<Uint8Array> {
  return fc
    .tuple(bytes, fc.nat(), fc.nat(3), fc.uint8Array({ maxLength: 4 }))
    .map(([all, at, removed, added]) => {
      const index = at % (all.length + 1);
      return Buffer.concat([all.subarray(0, index), added, all.subarray(index + removed)]);
    });
}

const bytes = text.map((text) => encoder.encode(text));
const body = fc.oneof(
  { weight: 60, arbitrary: bytes },
  { weight: 30, arbitrary: corrupted(bytes) },
  { weight: 10, arbitrary: fc.uint8Array({ maxLength: 200 }) },
  large.map((text) => encoder.encode(text)),
  { weight: 5, arbitrary: text.map((text) => encoder.encode(`\ufeff${text}`)) },
) as fc.Arbitrary<Uint8Array<ArrayBuffer>>;

const name = fc.stringMatching(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,12}$/);
const value = fc.stringMatching(/^[\t\x20-\x7e\x80-\xff]{0,20}$/);

const mostly = (valid: string[], invalid: string[]) =>
  fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...valid) }, fc.constantFrom(...invalid), value);
const noTokens = ["Bearer", "Bearer ", "Basic eDp5", "Bearert0ken", ""];
const authorization = mostly(["Bearer t0ken", "bearer  t0ken", "BEARER \xe9 x"], noTokens);
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
  .map(([authorization, contentType, others, omitted]) => {
    const required = Object.entries({ authorization, "content-type": contentType });
    const extra = others.filter(([name]) => !/^(authorization|content-type)$/i.test(name));
    return [...required.filter((_, index) => index !== omitted), ...extra];
  });

const path = fc.oneof(
  fc.constantFrom("/plants", "/api/v1/plants", "/plants/", "//plants", "/plants?a=%zz", "/%70lants"),
  fc.constantFrom("/", "/health", "/x/health", "/a/../plants"),
  fc.tuple(fc.webPath(), fc.webQueryParameters(), fc.webFragments()).map(([path, query, fragment]) => {
    return `${path || "/"}?${query}#${fragment}`;
  }),
);

const method = fc.oneof(
  { weight: 4, arbitrary: fc.constant("POST") },
  fc.constantFrom("GET", "HEAD", "PUT", "DELETE", "PATCH", "OPTIONS", "PURGE", "post"),
);

export const anyRequest: fc.Arbitrary<AnyRequest> = fc.record({ path, method, headers, body });

/** Asserts that a response is a Plant, an Error with its status, or the response to a preflight or a health check. */
export function expectServiceResponse(status: number, text: string, method = "POST"): void {
  expect([200, 204, 400, 404, 405, 413, 415, 417, 431]).toContain(status);
  if (status === 204 || method === "HEAD") {
    expect(text).toBe("");
    return;
  }
  const body: unknown = JSON.parse(text);
  if (status !== 200) {
    expect(errorSchema.parse(body)).toStrictEqual({ error: status, message: expect.any(String) });
  } else if (method === "POST") {
    const names = Object.keys(plantSchema.parse(body));
    expect(names.filter((name) => !(name in documentFields.Plant))).toEqual([]);
  } else {
    expect(body).toEqual({ status: "ok" });
  }
}
