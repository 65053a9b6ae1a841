import fc from "fast-check";
import { expect, onTestFinished, test } from "vitest";
import { parseJson, stringifyJson } from "../../src/contract/json.ts";

const MAX_INT64 = 2n ** 63n - 1n;
const MIN_INT64 = -(2n ** 63n);

test.each([undefined, () => 1, Symbol("s")])("stringifyJson returns undefined for %s", (value) => {
  expect(stringifyJson(value)).toBeUndefined();
});

test("without JSON.rawJSON, stringifyJson throws only for a value with a bigint", () => {
  stubProperty(JSON, "rawJSON", undefined);
  expect(stringifyJson({ a: [1, "2"] })).toBe('{"a":[1,"2"]}');
  expect(() => stringifyJson({ a: [1n] })).toThrow(new TypeError("this runtime cannot write a bigint"));
});

test("parseJson parses integers of up to 999 digits as bigints and longer ones as JSON.parse does", () => {
  const digits = "9".repeat(999);
  expect(parseJson(`[${digits},-${digits}]`)).toEqual([BigInt(digits), -BigInt(digits)]);
  expect(parseJson(`[${digits}9]`)).toEqual([Number.POSITIVE_INFINITY]);
});

test("parseJson parses a large number with a decimal point or an exponent as a number", () => {
  expect(parseJson("[9007199254740993.0, 1e18]")).toEqual([9007199254740992, 1e18]);
});

test("parseJson parses a __proto__ key as an own property with exact integers", () => {
  const parsed = parseJson('{"__proto__":{"polluted":9007199254740993},"id":1}') as object;
  expect(Object.keys(parsed)).toEqual(["__proto__", "id"]);
  expect(Object.getPrototypeOf(parsed)).toBe(Object.prototype);
  expect(Object.getOwnPropertyDescriptor(parsed, "__proto__")?.value).toEqual({
    polluted: 9007199254740993n,
  });
  expect({}).not.toHaveProperty("polluted");
});

test("parseJson rounds large integers if the runtime does not pass the source text to revivers", () => {
  const { parse } = JSON;
  stubProperty(JSON, "parse", (text: string, reviver?: (key: string, value: unknown) => unknown) =>
    parse(text, reviver && ((key, value) => reviver(key, value))),
  );
  const text = '{"id":9007199254740993,"integer":1e3,"fraction":1.5}';
  expect(parseJson(text)).toEqual({ id: 9007199254740992, integer: 1000, fraction: 1.5 });
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

test("parseJson restores every value that stringifyJson wrote, including bigints", () => {
  fc.assert(
    fc.property(jsonValue, (value) => {
      const text = stringifyJson(value) as string;
      expect(parseJson(text)).toEqual(value);
    }),
    { numRuns: 2000 },
  );
});

/** Replaces a property until the test ends; `undefined` removes it. */
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
