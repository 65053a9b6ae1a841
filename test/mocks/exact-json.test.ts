/** Parsing of JSON numbers without loss of precision. */
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { parseExactJson } from "../../mocks/model/exact-json.ts";

const MAX_INT64 = 2n ** 63n - 1n;
const MIN_INT64 = -(2n ** 63n);

test.each([
  ["1", 1],
  ["-0", -0],
  ["1.0", 1],
  ["1e3", 1000],
  ["-0.000e2", -0],
  ["1.5", 1.5],
  ["9007199254740991", 9007199254740991],
  ["9007199254740992", 9007199254740992n],
  ["9007199254740993.0", 9007199254740993n],
  ["9.007199254740993e15", 9007199254740993n],
  ["90071992547409930e-1", 9007199254740993n],
  ["1e400", 10n ** 400n],
  ["1e999", 10n ** 999n],
  ["1e1000", Number.POSITIVE_INFINITY],
  ["100000000000000000000000000000", 10n ** 29n],
])("%s is parsed as a number if that is exact, otherwise as a bigint", (text, value) => {
  expect(parseExactJson(text)).toBe(value);
  expect(parseExactJson(`{"a":[${text}]}`)).toEqual({ a: [value] });
});

test.each([
  "1.00000000000000000001",
  "0.99999999999999999999",
  "1e-400",
  "-1e-999999999",
  "9007199254740991.4",
  "-9007199254740993.000000000000000000001",
  "4503599627370496.00000001",
])("%s is not an integer, although a double would round it to one", (text) => {
  expect(parseExactJson(text)).toBeNaN();
});

// As digits, the first would take a gigabyte.
test.each([
  ["1e999999999", Number.POSITIVE_INFINITY],
  ["-1e999999999", Number.NEGATIVE_INFINITY],
  ["1e1000", Number.POSITIVE_INFINITY],
  ["1.5E+99999999999999999999", Number.POSITIVE_INFINITY],
  ["1e-999999999", Number.NaN],
  ["0e999999999", 0],
  ["1e-99999999999999999999", Number.NaN],
])("the exponent of %s does not become digits", (text, value) => {
  const repeat = vi.spyOn(String.prototype, "repeat");
  const parsed = parseExactJson(text);
  const repeated = repeat.mock.calls.map(([count]) => count);
  repeat.mockRestore();
  expect(parsed).toBe(value);
  expect(Math.max(0, ...repeated)).toBeLessThanOrEqual(1000);
});

test("numbers are the nearest doubles if the runtime does not provide their source text", () => {
  const { parse } = JSON;
  vi.spyOn(JSON, "parse").mockImplementation((text, reviver) =>
    parse(text, reviver && ((key, value) => reviver(key, value))),
  );
  const value = parseExactJson('{"id":9007199254740993,"whole":1e3,"none":1.5}');
  vi.restoreAllMocks();
  expect(value).toEqual({ id: 9007199254740992, whole: 1000, none: 1.5 });
});

test("every int64 except zero is the same integer in every notation", () => {
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
      for (const notation of notations)
        expect(BigInt(parseExactJson(notation) as number), notation).toBe(integer);
    }),
    { numRuns: 1000 },
  );
});
