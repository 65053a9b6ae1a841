/** Reading of plants from a stream. */
import { Readable } from "node:stream";
import type { NewPlant } from "plant-store-sdk";
import { type PlantRow, PlantStoreImportError, readPlants } from "plant-store-sdk/import";
import { MockStore } from "plant-store-sdk/mocks/store";
import { expect, test } from "vitest";
import { importAll, readAll } from "./import-all.ts";

const encoder = new TextEncoder();

const rowsOf = (...parts: (string | Uint8Array)[]) => readAll(parts);

const fern = { id: 1, name: "Fern" };
const moss = { id: 2, name: "Moss" };
const olive = { id: 9007199254740993n, name: 'Olive ["] \u{1f331}' };
const OLIVE = '{"id": 9007199254740993, "name": "Olive [\\"] \u{1f331}"}';
const FERN = '{"id":1,"name":"Fern"}';
const MOSS = '{"id":2,"name":"Moss"}';

function rows(...values: [line: number, plant: unknown][]): PlantRow[] {
  return values.map(([line, plant]) => ({ line, plant }) as PlantRow);
}

test.each<[string, string, PlantRow[]]>([
  ["NDJSON", `${FERN}\n${OLIVE}\n`, rows([1, fern], [2, olive])],
  ["NDJSON without a last line break", `${FERN}\n${OLIVE}`, rows([1, fern], [2, olive])],
  ["NDJSON with CRLF and empty lines", `\r\n${FERN}\r\n \r\n\r\n${OLIVE}\r\n`, rows([2, fern], [5, olive])],
  ["NDJSON with a byte order mark", `\ufeff${FERN}\n${OLIVE}`, rows([1, fern], [2, olive])],
  ["joined files with byte order marks", `\ufeff${FERN}\n\ufeff${OLIVE}\n`, rows([1, fern], [2, olive])],
  ["NDJSON after empty lines", `\n \n\n${FERN}\n`, rows([4, fern])],
  ["an array", `[${FERN},${OLIVE}]`, rows([1, fern], [1, olive])],
  ["an indented array", `\ufeff\n[\n  ${FERN} ,\n\n  ${OLIVE}\n]\n`, rows([3, fern], [5, olive])],
  ["an array of values on several lines", '[\n{\n"id": 1,\n"name":\n"Fern"\n}\n]', rows([2, fern])],
  ["an empty array", " [ \n ] \n", []],
  ["an array of others", '[1,"],[",[[]],{"a":[{}]}]', rows([1, 1], [1, "],["], [1, [[]]], [1, { a: [{}] }])],
  ["values that are not plants", '{}\n"x"\nnull\n1', rows([1, {}], [2, "x"], [3, null], [4, 1])],
])("readPlants reads %s, wherever the stream is divided", async (_, text, expected) => {
  const bytes = encoder.encode(text);
  expect(await rowsOf(bytes)).toEqual(expected);
  expect(await rowsOf(...Array.from(bytes, (byte) => Uint8Array.of(byte)))).toEqual(expected);
  for (let end = 0; end <= bytes.length; end++) {
    expect(await rowsOf(bytes.slice(0, end), bytes.slice(end))).toEqual(expected);
  }
});

const notJson = expect.stringMatching(/JSON/);
const NOT_UTF_8 = "The row is not valid UTF-8. Save the file as UTF-8.";

const DEEP = "[".repeat(50_000) + "]".repeat(50_000);

test.each<[string, string | Uint8Array, line: number, problem: unknown]>([
  ["a line of invalid JSON", `${FERN}\n\n{"id":\n${MOSS}`, 3, notJson],
  ["a line without its end", `${FERN}\n${MOSS}\n{"id":3,"na`, 3, notJson],
  ["invalid UTF-8", Buffer.from(`${FERN}\n\xff\n${MOSS}`, "latin1"), 2, NOT_UTF_8],
  ["a deep row", `${FERN}\n{"id":3,"x":${DEEP}}\n${MOSS}`, 2, "The row is nested too deeply."],
  ["an invalid element", `[${FERN},\n{"id":,},\n${MOSS}]`, 2, notJson],
  ["a missing element", `[${FERN},\n,\n${MOSS}]`, 2, notJson],
  ["a comma at the end", `[${FERN},${MOSS},\n]`, 2, notJson],
  ["an element with a wrong bracket", `[${FERN},\n{"id":1],${MOSS}]`, 2, notJson],
])("after %s, readPlants reads the other rows", async (_, text, line, problem) => {
  const found = await rowsOf(text);
  expect(found.filter((row) => "problem" in row)).toEqual([{ line, problem, text: expect.any(String) }]);
  expect(found.flatMap((row) => ("plant" in row ? [row.plant] : []))).toEqual([fern, moss]);
});

test.each<[string, (string | Uint8Array)[], RegExp]>([
  [
    "an array without an end",
    [`[${FERN},\n${MOSS}`],
    /^The JSON array does not end .* on line 2: it was cut off/,
  ],
  [
    "text after an array",
    [`[${FERN}]\n${MOSS}`],
    /^The JSON array does not end .* on line 2: .* there is text after it\./,
  ],
  ["a large row", ['\n"', ...Array(17).fill("x".repeat(2 ** 20))], /row on line 2 has more than 16 MiB/],
])("readPlants throws at %s", async (_, parts, message) => {
  const error = await rowsOf(...parts).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(PlantStoreImportError);
  expect(error).toMatchObject({ kind: "input", message: expect.stringMatching(message) });
});

test("the ids of large rows are exact", async () => {
  const row = `{"id":9007199254740993,"name":"Olive","x":["${"x".repeat(2 ** 20)}",9007199254740993]}`;
  const [large] = await rowsOf(row);
  expect(large).toMatchObject({ plant: { id: 9007199254740993n } });
});

test("readPlants reads a stream of Node that has texts", async () => {
  expect(await readAll(Readable.from([`${FERN}\n`, MOSS]))).toEqual(rows([1, fern], [2, moss]));
});

test("readPlants cancels a web stream that is no longer read, even if it is silent", async () => {
  const cancelled = Promise.withResolvers<void>();
  const stream = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(encoder.encode(`${FERN}\n`)),
    cancel: () => cancelled.resolve(),
  });
  const reading = readPlants(stream);
  expect(await reading.next()).toEqual({ done: false, value: { line: 1, plant: fern } });
  const next = reading.next().catch(() => {});
  void reading.return();
  await cancelled.promise;
  await next;
});

test("no row of a JSON array is read if it is cut off after the end of a nested array", async () => {
  const reading = readPlants(['[{"id":1,"name":"Fern"},{"id":2,"name":"Moss","seen":[1,2]']);
  await expect(reading.next()).rejects.toThrow("does not end where the input does");
});

test("rows that are longer than the header come before an error of a later row", async () => {
  const reading = readPlants(['id,name\n1,7,Fern\n2,8,Moss\n3,"Ivy"x\n']);
  const problem = expect.stringContaining("2");
  expect((await reading.next()).value).toMatchObject({ line: 2, problem });
  expect((await reading.next()).value).toMatchObject({ line: 3, problem });
  await expect(reading.next()).rejects.toThrow("goes on after its closing quote");
});

test("a key of an optional field can be missing in each row", async () => {
  const given = ['{"sku":1,"title":"Fern"}\n{"sku":2,"title":"Moss"}\n'];
  const columns = { id: "sku", name: "title", tag: "category" };
  expect(await readAll(given, { columns })).toEqual(
    rows([1, { id: 1, name: "Fern" }], [2, { id: 2, name: "Moss" }]),
  );
});

test("ids that are strings of digits are sent as integers, from iterables too", async () => {
  const given = ["1", "9007199254740993", "-0", "1.0", "007", " 1", "9223372036854775808"];
  const store = new MockStore();
  const plants = given.map((id) => ({ id, name: "7" }) as unknown as NewPlant);
  const { rows } = await importAll(store.fetch, plants);
  expect(rows.map(({ outcome }) => outcome).sort()).toEqual([
    ...["created", "created"],
    ...Array(5).fill("not-created"),
  ]);
  expect(new Set(store.plants.map(({ id }) => id))).toEqual(new Set([1, 9007199254740993n]));
  expect(store.plants[0]?.name).toBe("7");
});
