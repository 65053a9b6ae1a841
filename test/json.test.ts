import fc from "fast-check";
import { safeCreatePlant } from "plant-store-sdk";
import { createPlantStore } from "plant-store-sdk/mocks/store";
import { expect, onTestFinished, test, vi } from "vitest";
import { fromAnyNotation, parseJson, stringifyJson } from "../src/json.ts";

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
  const options = { baseUrl: "https://plants.example", token: "t", fetch: store.fetch };
  const result = await safeCreatePlant({ id: MAX_INT64, name: "Fern" }, options);
  expect(result).toMatchObject({ success: true, attempts: 1 });
  expect(store.requests.map(({ body }) => body)).toEqual(['{"id":9223372036854775807,"name":"Fern"}']);
});

test("without JSON.rawJSON an id stays exact, and a nested bigint is refused before anything is sent", async () => {
  stubProperty(JSON, "rawJSON", undefined);
  expect(stringifyJson({ a: [1, "2"] })).toBe('{"a":[1,"2"]}');
  expect(() => stringifyJson({ a: [1n] })).toThrow(new TypeError("this runtime cannot write a bigint"));

  const store = createPlantStore();
  const options = { baseUrl: "https://plants.example", token: "t", fetch: store.fetch };
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
  expect(parseJson(text, fromAnyNotation)).toBe(value);
  expect(parseJson(`{"a":[${text}]}`)).toEqual({ a: [value] });
});

test.each([
  ["9007199254740993.0", 9007199254740993n],
  ["-9007199254740993.000", -9007199254740993n],
  ["9007199254740993e0", 9007199254740993n],
  ["9007199254740993E-0", 9007199254740993n],
  ["9.007199254740993e15", 9007199254740993n],
  ["0.9007199254740993E+16", 9007199254740993n],
  ["90071992547409930e-1", 9007199254740993n],
  ["900719925474099300.00e-2", 9007199254740993n],
  ["0.00009007199254740993e20", 9007199254740993n],
  ["1e18", 10n ** 18n],
  ["1e400", 10n ** 400n],
  ["9223372036854775807.0", MAX_INT64],
])("fromAnyNotation reads %s to its last digit", (text, value) => {
  expect(fromAnyNotation(text)).toBe(value);
  expect(parseJson(`[${text}]`, fromAnyNotation)).toEqual([value]);
});

test.each([
  ["0.0", 0n],
  ["-0", 0n],
  ["-0.000e2", 0n],
  ["0e-5", 0n],
  ["100e-2", 1n],
  ["0.05e2", 5n],
])("fromAnyNotation reads the small integer %s as well", (text, value) => {
  expect(fromAnyNotation(text)).toBe(value);
});

test.each(["1.5", "-0.1", "1e-1", "105e-2", "0.5e0", "9007199254740993.5", "1e-400"])(
  "fromAnyNotation finds no integer in %s",
  (text) => {
    expect(fromAnyNotation(text)).toBeUndefined();
  },
);

test("by itself parseJson leaves a large number with a point or an exponent a number", () => {
  expect(parseJson("[9007199254740993.0, 1e18]")).toEqual([9007199254740992, 1e18]);
});

// Written out, the first would take a gigabyte, and the last more than there is.
test.each([
  ["1e999999999", Number.POSITIVE_INFINITY],
  ["-1e999999999", Number.NEGATIVE_INFINITY],
  ["1e401", Number.POSITIVE_INFINITY],
  ["1.5E+99999999999999999999", Number.POSITIVE_INFINITY],
  ["1e-999999999", 0],
  ["0e999999999", 0],
  ["1e-99999999999999999999", 0],
])("the exponent of %s is not written out", (text, value) => {
  const repeat = vi.spyOn(String.prototype, "repeat");
  const digits = fromAnyNotation(text);
  const parsed = parseJson(text, fromAnyNotation);
  const repeated = repeat.mock.calls.map(([count]) => count);
  repeat.mockRestore();
  expect(digits).toBeUndefined();
  expect(parsed).toBe(value);
  expect(Math.max(0, ...repeated)).toBeLessThanOrEqual(400);
});

test("parseJson leaves the digits in strings and in keys as they are", () => {
  const value = { "12345678901234567890": "98765432109876543210 1e400", note: '9007199254740993"}' };
  expect(parseJson(JSON.stringify(value))).toEqual(value);
  expect(parseJson(JSON.stringify({ ...value, id: 1 }), fromAnyNotation)).toEqual({ ...value, id: 1 });
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
    expect(() => parseJson(text, fromAnyNotation)).toThrow(SyntaxError);
  },
);

test("where the runtime gives no source text, parseJson gives the nearest number", () => {
  const { parse } = JSON;
  stubProperty(JSON, "parse", (text: string, reviver?: (key: string, value: unknown) => unknown) =>
    parse(text, reviver && ((key, value) => reviver(key, value))),
  );
  const text = '{"id":9007199254740993,"whole":1e3,"none":1.5}';
  expect(parseJson(text)).toEqual({ id: 9007199254740992, whole: 1000, none: 1.5 });
  expect(parseJson(text, fromAnyNotation)).toEqual({ id: 9007199254740992, whole: 1000, none: 1.5 });
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
      expect(parseJson(text, fromAnyNotation)).toEqual(value);
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

test("every int64 but zero is the same integer in every notation", () => {
  const int64 = fc.bigInt({ min: MIN_INT64, max: MAX_INT64 }).filter((integer) => integer !== 0n);
  fc.assert(
    fc.property(int64, fc.nat({ max: 25 }), (integer, places) => {
      const [sign, digits] = integer < 0n ? ["-", String(-integer)] : ["", String(integer)];
      const padded = digits.padStart(places + 1, "0");
      const whole = padded.slice(0, padded.length - places).replace(/^0+(?=\d)/, "");
      const fraction = padded.slice(padded.length - places);
      const notations = [
        `${sign}${digits}`,
        `${sign}${digits}.${"0".repeat(places + 1)}`,
        `${sign}${digits}${"0".repeat(places)}e-${places}`,
        places > 0 ? `${sign}${whole}.${fraction}E+${places}` : `${sign}${digits}E0`,
      ];
      for (const notation of notations) {
        expect(fromAnyNotation(notation), notation).toBe(integer);
        expect(BigInt(parseJson(notation, fromAnyNotation) as number), notation).toBe(integer);
      }
    }),
    { numRuns: 1000 },
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
