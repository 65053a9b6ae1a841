import fc from "fast-check";
import { safeCreatePlant } from "plant-store-sdk";
import { createPlantStore } from "plant-store-sdk/mocks/store";
import { expect, onTestFinished, test } from "vitest";
import { parseJson, stringifyJson } from "../../src/contract/json.ts";
import { testOptions } from "../support/client.ts";

const MAX_INT64 = 2n ** 63n - 1n;
const MIN_INT64 = -(2n ** 63n);

test.each([
  [42n, "42"],
  [-1n, "-1"],
  [0n, "0"],
  [MAX_INT64, "9223372036854775807"],
  [MIN_INT64, "-9223372036854775808"],
  [{ id: 9007199254740993n }, '{"id":9007199254740993}'],
  [[[{ deep: [MAX_INT64, "x"] }]], '[[{"deep":[9223372036854775807,"x"]}]]'],
])("stringifyJson writes the bigints of %o as bare integers", (value, text) => {
  expect(stringifyJson(value)).toBe(text);
});

test.each([
  ["a text", '"a text"'],
  [1.5, "1.5"],
  [null, "null"],
  [{ a: undefined, b: () => 1, c: Symbol("c"), d: [undefined] }, '{"d":[null]}'],
  [
    { at: new Date(0), nested: { toJSON: () => "seen" } },
    '{"at":"1970-01-01T00:00:00.000Z","nested":"seen"}',
  ],
  [Number.NaN, "null"],
])("stringifyJson writes %o as JSON.stringify does", (value, text) => {
  expect(stringifyJson(value)).toBe(text);
  expect(JSON.stringify(value)).toBe(text);
});

test.each([undefined, () => 1, Symbol("s")])("stringifyJson has no text for %s", (value) => {
  expect(stringifyJson(value)).toBeUndefined();
});

test("stringifyJson throws a TypeError for a cycle", () => {
  const cycle: { self?: unknown } = {};
  cycle.self = cycle;
  expect(() => stringifyJson(cycle)).toThrow(TypeError);
});

test.each([
  ["a string", () => "a string"],
  [
    "a rounded number",
    function (this: bigint) {
      return Number(this);
    },
  ],
  ["undefined", () => undefined],
  ["an object", () => ({ bigint: true })],
])("a BigInt.prototype.toJSON that gives %s changes no digit", (_what, toJSON) => {
  stubProperty(BigInt.prototype, "toJSON", toJSON);
  expect(stringifyJson(MAX_INT64)).toBe("9223372036854775807");
  expect(stringifyJson({ a: [MAX_INT64, 1] })).toBe('{"a":[9223372036854775807,1]}');
});

test("a BigInt.prototype.toJSON that throws does not reach an id", async () => {
  stubProperty(BigInt.prototype, "toJSON", () => {
    throw new Error("hostile");
  });
  const store = createPlantStore();
  const options = { ...testOptions, fetch: store.fetch };
  const result = await safeCreatePlant({ id: MAX_INT64, name: "Fern" }, options);
  expect(result).toMatchObject({ success: true, attempts: 1 });
  expect(store.requests.map(({ body }) => body)).toEqual(['{"id":9223372036854775807,"name":"Fern"}']);
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

test.each([
  ["1", 1],
  ["-0", -0],
  ["1.0", 1],
  ["1e3", 1000],
  ["1.5", 1.5],
  ["9007199254740991", 9007199254740991],
  ["9007199254740992", 9007199254740992n],
  ["9007199254740993", 9007199254740993n],
  ["-9007199254740993", -9007199254740993n],
  ["9223372036854775807", MAX_INT64],
  ["-9223372036854775808", MIN_INT64],
  ["100000000000000000000000000000", 10n ** 29n],
  ["1234567890123456.5", 1234567890123456.5],
])("parseJson reads %s as a number where that is exact, else as a bigint", (text, value) => {
  expect(parseJson(text)).toBe(value);
  expect(parseJson(`{"a":[${text}]}`)).toEqual({ a: [value] });
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

test("what stringifyJson writes without bigints is what JSON.stringify writes", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(stringifyJson(value)).toBe(JSON.stringify(value));
    }),
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
