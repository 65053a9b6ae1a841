/** Requests of a store, from right to arbitrary, and what every answer of it is. */
import fc from "fast-check";
import { expect } from "vitest";
import { errorSchema, plantSchema } from "../../src/index.ts";
import { jsonTexts } from "../support/json-texts.ts";

/** A request. */
export interface RequestSource {
  path: string;
  method: string;
  headers: [name: string, value: string][];
  body: Uint8Array<ArrayBuffer>;
}

const encoder = new TextEncoder();

const int64 = fc.oneof(
  fc.bigInt({ min: -(2n ** 63n) - 2n, max: 2n ** 63n + 2n }),
  fc.constantFrom(2n ** 63n, 2n ** 63n - 1n, -(2n ** 63n), -(2n ** 63n) - 1n, 2n ** 53n, 0n),
);

/** An id is also written with a point or an exponent. */
const bigIdText = fc
  .tuple(int64, fc.constantFrom("", ".0", "e0", "0e-1", ".5", "e1", ".000E+2"), fc.string({ unit: "binary" }))
  .map(([id, notation, name]) => `{"id":${id}${notation},"name":${JSON.stringify(name)}}`);

const text = fc.oneof(
  { weight: 4, arbitrary: jsonTexts.NewPlant },
  { weight: 4, arbitrary: bigIdText },
  fc.json(),
  fc.string({ unit: "binary" }),
);

/** Deeper than a stack, and longer than the store reads. */
const large = fc.constantFrom(
  "[".repeat(50_000),
  `${'{"a":'.repeat(20_000)}1`,
  `{"id":1,"name":"${"x".repeat(1_048_600)}"}`,
);

/** A text's bytes, some of which may be lost, doubled or others. */
const bytes = fc.oneof(
  { weight: 60, arbitrary: text.map((text) => encoder.encode(text)) },
  {
    weight: 30,
    arbitrary: fc
      .tuple(text, fc.nat(), fc.nat(2), fc.uint8Array({ maxLength: 4 }))
      .map(([text, at, lost, others]) => {
        const all = encoder.encode(text);
        const place = at % (all.length + 1);
        return Uint8Array.from([...all.slice(0, place), ...others, ...all.slice(place + lost)]);
      }),
  },
  { weight: 10, arbitrary: fc.uint8Array({ maxLength: 200 }) },
  large.map((text) => encoder.encode(text)),
  { weight: 5, arbitrary: text.map((text) => Uint8Array.from([0xef, 0xbb, 0xbf, ...encoder.encode(text)])) },
) as fc.Arbitrary<Uint8Array<ArrayBuffer>>;

const name = fc.stringMatching(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,12}$/);
const value = fc.stringMatching(/^[\t\x20-\x7e\x80-\xff]{0,20}$/);

/** Most of them let a plant in. */
const headers = fc
  .tuple(
    fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom("Bearer t0ken", "bearer  t0ken", "BEARER \xe9 x") },
      fc.constantFrom("Bearer", "Bearer ", "Basic eDp5", "Bearert0ken", ""),
      value,
    ),
    fc.oneof(
      {
        weight: 9,
        arbitrary: fc.constantFrom(
          "application/json",
          "Application/JSON; charset=utf-8",
          " application/json ;",
        ),
      },
      fc.constantFrom("text/plain", "application/jsonx", "application/json, text/plain", ""),
      value,
    ),
    fc.array(
      fc.tuple(
        fc.oneof(
          name,
          fc.constantFrom("access-control-request-method", "access-control-request-headers", "x-shelf"),
        ),
        value,
      ),
      {
        maxLength: 2,
      },
    ),
    fc.nat(19),
  )
  .map(([authorization, contentType, others, without]): [string, string][] => {
    const all: [string, string][] = [
      ["authorization", authorization],
      ["content-type", contentType],
    ];
    const own = others.filter(([name]) => !["authorization", "content-type"].includes(name.toLowerCase()));
    return [...all.filter((_, index) => index !== without), ...own];
  });

const path = fc.oneof(
  fc.constantFrom(
    "/plants",
    "/api/v1/plants",
    "/plants/",
    "/health",
    "/",
    "//plants",
    "/plants?a=%zz",
    "/%70lants",
    "/a/../plants",
    "/x/health",
  ),
  fc
    .webUrl({ withQueryParameters: true, withFragments: true })
    .map((url) => url.slice(url.indexOf("/", 8)) || "/")
    .map((it) => (it.startsWith("/") ? it : "/")),
);

const method = fc.oneof(
  { weight: 4, arbitrary: fc.constant("POST") },
  fc.constantFrom("GET", "HEAD", "PUT", "DELETE", "PATCH", "OPTIONS", "PURGE", "post"),
);

export const requests: fc.Arbitrary<RequestSource> = fc.record({ path, method, headers, body: bytes });

/** Asserts that an answer is one that the store gives: a Plant, an Error of its status, or an answer to a preflight or a health check. */
export function expectService(status: number, text: string, method = "POST"): void {
  expect([200, 204, 400, 404, 405]).toContain(status);
  if (status === 204 || method === "HEAD") {
    expect(text).toBe("");
    return;
  }
  const body: unknown = JSON.parse(text);
  if (status !== 200) {
    expect(errorSchema.parse(body)).toStrictEqual({ error: status, message: expect.any(String) });
  } else if (method === "POST") {
    const { name, tag, ...others } = plantSchema.parse(body);
    expect(others).toEqual({});
  } else {
    expect(body).toEqual({ status: "ok" });
  }
}
