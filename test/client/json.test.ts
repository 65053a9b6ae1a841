import fc from "fast-check";
import { safeCreatePlant } from "plant-store-sdk";
import { createPlantStore } from "plant-store-sdk/mocks/store";
import { expect, onTestFinished, test } from "vitest";
import { parseJson, stringifyJson } from "../../src/contract/json.ts";
import { testOptions } from "../support/client.ts";

const MAX_INT64 = 2n ** 63n - 1n;
const MIN_INT64 = -(2n ** 63n);

test.each([undefined, () => 1, Symbol("s")])("stringifyJson has no text for %s", (value) => {
  expect(stringifyJson(value)).toBeUndefined();
});

test("without JSON.rawJSON an id stays exact, and a nested bigint is refused before anything is sent", async () => {
  stubProperty(JSON, "rawJSON", undefined);
  expect(stringifyJson({ a: [1, "2"] })).toBe('{"a":[1,"2"]}');
  expect(() => stringifyJson({ a: [1n] })).toThrow(new TypeError("this runtime cannot write a bigint"));

  const store = createPlantStore();
  const options = { ...testOptions, fetch: store.fetch };
  await safeCreatePlant({ id: MAX_INT64, name: "Fern" }, options);
  const plant = { id: 1, name: "Fern", extra: { nested: 1n } };
  const refused = await safeCreatePlant(plant, options);
  expect(store.requests.map(({ body }) => body)).toEqual(['{"id":9223372036854775807,"name":"Fern"}']);
  expect(refused).toMatchObject({
    success: false,
    error: {
      kind: "invalid-plant",
      outcome: "not-created",
      attempts: 0,
      issues: [{ path: ["extra"] }],
      cause: { message: "this runtime cannot write a bigint" },
    },
  });
});

test("parseJson leaves an integer of a thousand digits the number that JSON.parse makes of it", () => {
  const digits = "9".repeat(999);
  expect(parseJson(`[${digits},-${digits}]`)).toEqual([BigInt(digits), -BigInt(digits)]);
  expect(parseJson(`[${digits}9]`)).toEqual([Number.POSITIVE_INFINITY]);
});

test("parseJson leaves a large number with a point or an exponent a number", () => {
  expect(parseJson("[9007199254740993.0, 1e18]")).toEqual([9007199254740992, 1e18]);
});

test("parseJson leaves the digits in strings and in keys as they are", () => {
  const value = { "12345678901234567890": "98765432109876543210 1e400", note: '9007199254740993"}' };
  expect(parseJson(JSON.stringify(value))).toEqual(value);
});

test("parseJson keeps a __proto__ key a key, with the exact integers under it", () => {
  const parsed = parseJson('{"__proto__":{"polluted":9007199254740993},"id":1}') as object;
  expect(Object.keys(parsed)).toEqual(["__proto__", "id"]);
  expect(Object.getPrototypeOf(parsed)).toBe(Object.prototype);
  expect(Object.getOwnPropertyDescriptor(parsed, "__proto__")?.value).toEqual({
    polluted: 9007199254740993n,
  });
  expect({}).not.toHaveProperty("polluted");
});

test.each(["", "{", "01", "1n", "NaN", "1e", ".5", "9007199254740993n", '{"a":12345678901234567890,}'])(
  "parseJson throws a SyntaxError for %j",
  (text) => {
    expect(() => parseJson(text)).toThrow(SyntaxError);
  },
);

test("where the runtime gives no source text, parseJson gives the nearest number", () => {
  const { parse } = JSON;
  stubProperty(JSON, "parse", (text: string, reviver?: (key: string, value: unknown) => unknown) =>
    parse(text, reviver && ((key, value) => reviver(key, value))),
  );
  const text = '{"id":9007199254740993,"whole":1e3,"none":1.5}';
  expect(parseJson(text)).toEqual({ id: 9007199254740992, whole: 1000, none: 1.5 });
});

const beyondSafe = fc
  .bigInt({ min: MIN_INT64 * 4n, max: MAX_INT64 * 4n })
  .filter((value) => !Number.isSafeInteger(Number(value)));

const { value: jsonValue } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom(null, true, false),
    fc.string({ unit: "binary" }),
    fc.maxSafeInteger().map((integer) => integer + 0),
    fc.double({ noInteger: true, noNaN: true, noDefaultInfinity: true }),
    beyondSafe,
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(fc.oneof(fc.string(), fc.constant("__proto__")), tie("value"), {
      maxKeys: 4,
      noNullPrototype: true,
    }),
  ),
}));

test("what stringifyJson writes, parseJson reads back, bigints and all", () => {
  fc.assert(
    fc.property(jsonValue, (value) => {
      const text = stringifyJson(value) as string;
      expect(parseJson(text)).toEqual(value);
    }),
    { numRuns: 2000 },
  );
});

/** Replaces a property for this test; `undefined` takes it away. */
function stubProperty(owner: object, name: string, value: unknown): void {
  const descriptor = Object.getOwnPropertyDescriptor(owner, name);
  onTestFinished(() => {
    Reflect.deleteProperty(owner, name);
    if (descriptor !== undefined) Object.defineProperty(owner, name, descriptor);
  });
  Reflect.deleteProperty(owner, name);
  if (value !== undefined)
    Object.defineProperty(owner, name, { value, configurable: true, writable: true, enumerable: false });
}
