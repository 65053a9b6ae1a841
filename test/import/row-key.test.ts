/** How an import recognizes a plant. Journals contain the keys, so these results must never change. */
import type { NewPlant } from "plant-store-sdk";
import { expect, test } from "vitest";
import { copyJson } from "../../src/import/input/copy-json.ts";
import { canonicalJson, formatRowKey, keyOfPlant, parseRowKey } from "../../src/import/input/row-key.ts";

test.each<[unknown, string]>([
  [{ name: "Fern", id: 1 }, '{"id":1,"name":"Fern"}'],
  [{ z: 1, a: { y: [1, { c: 1, b: 2 }], x: null } }, '{"a":{"x":null,"y":[1,{"b":2,"c":1}]},"z":1}'],
  [{ é: 1, z: 2, Z: 3, "\u{1f331}": 4, "\ufb01": 5 }, '{"Z":3,"z":2,"é":1,"\u{1f331}":4,"\ufb01":5}'],
  [{ id: 2n ** 63n - 1n }, '{"id":9223372036854775807}'],
  [{ id: 42n }, '{"id":42}'],
  [[-0, 1.5, 1e21, 1e-7, Number.NaN, undefined], "[0,1.5,1e+21,1e-7,null,null]"],
  [{ tag: undefined, run: () => 1 }, "{}"],
  [{ when: new Date(0) }, '{"when":"1970-01-01T00:00:00.000Z"}'],
  ['a "quote", \\, \n, \ud800 and \u2028', '"a \\"quote\\", \\\\, \\n, \\ud800 and \u2028"'],
  [JSON.parse('{"__proto__":{"b":1,"a":2}}'), '{"__proto__":{"a":2,"b":1}}'],
  [[new Number(1), new String("a"), new Boolean(false)], '[1,"a",false]'],
  [{ at: { toJSON: (key: string) => `key ${key}` } }, '{"at":"key at"}'],
])("the canonical JSON of %o is %s", (value, expected) => {
  expect(canonicalJson(copyJson(value))).toBe(expected);
});

test.each<[NewPlant & Record<string, unknown>, string]>([
  [{ id: 1, name: "Boston fern", tag: "indoor" }, "1:52ca5b4d69f81d67"],
  [{ tag: "indoor", name: "Boston fern", id: 1n }, "1:52ca5b4d69f81d67"],
  [{ id: 9007199254740993n, name: "Olive tree", tag: "outdoor" }, "9007199254740993:c1dfe59dfaf39572"],
  [{ id: -7, name: "アジサイ", tag: "outdoor" }, "-7:13ec97f784402504"],
])("the key of %o is %s", (plant, row) => {
  expect(formatRowKey(keyOfPlant(plant))).toBe(row);
});

test.each([
  0,
  1,
  -1,
  42,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 32,
  2 ** 32 + 5,
  -(2 ** 32),
  Number.MAX_SAFE_INTEGER,
  Number.MIN_SAFE_INTEGER,
  2n ** 53n,
  2n ** 63n - 1n,
  -(2n ** 63n),
])("a key preserves the id %s, as text and as integers", (id) => {
  const key = keyOfPlant({ id, name: "Fern" });
  expect(keyOfPlant({ id: BigInt(id), name: "Fern" })).toEqual(key);
  const row = formatRowKey(key);
  expect(row).toMatch(new RegExp(`^${id}:[0-9a-f]{16}$`));
  expect(parseRowKey(row)).toEqual(key);
  expect(parseRowKey(`${row}:17`)).toEqual({ ...key, occurrence: 17 });
  expect(formatRowKey({ ...key, occurrence: 17 })).toBe(`${row}:17`);
});

test.each([
  "",
  "1",
  "1:",
  "1:xyz",
  "1:0123456789abcdef:0",
  "1:0123456789abcdef:x",
  "x:0123456789abcdef",
  1,
  null,
])("%j is not a key", (text) => {
  expect(parseRowKey(text)).toBeUndefined();
});
