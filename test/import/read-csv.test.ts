/** Reading of CSV: what files/ does not show. */
import type { ReadPlantsOptions } from "plant-store-sdk/import";
import { expect, test } from "vitest";
import { readAll } from "./import-all.ts";

/** Reads a text that arrives in small parts. */
async function read(text: string, options?: ReadPlantsOptions) {
  const bytes = Buffer.from(text);
  const parts = Array.from({ length: Math.ceil(bytes.length / 7) }, (_, part) =>
    bytes.subarray(7 * part, 7 * part + 7),
  );
  return readAll(parts, { format: "csv", ...options });
}

const fern = { plant: { id: 1, name: "Fern" } };

test.each<[string, string, line: number, ReadPlantsOptions?]>([
  ["spaces around names and an id", " id ,tag , name\n 1 ,,Fern\n", 2],
  ["a delimiter that its option decides", "SEP=,\nid;name\n1;Fern\n", 3, { delimiter: ";" }],
  ["a quoted line with the delimiter", '"sep=;"\nid;name\n1;Fern\n', 3],
  [
    "an id in a column whose name differs from a field's in its case",
    "Tag,name\n1,Fern\n",
    2,
    { columns: { id: "Tag" } },
  ],
  ["a delimiter that is a tab", "sep=\t\r\nid\tname\r\n1\tFern\r\n", 3],
  ["several carriage returns at line ends", 'id,name\r\r\n\r\r\n1,"Fern"\r\r\r\n', 3],
  ["a column that is not read beyond the last one that is", "id,name,a,b\n1,Fern\n", 2],
])("readPlants reads a CSV file with %s", async (_, text, line, options) => {
  expect(await read(text, options)).toEqual([{ ...fern, line }]);
});

test("a carriage return within a row and outside of quotes makes the row invalid", async () => {
  const [row, ...others] = await read('id,name\n2,Mo\rss\n1,Fern\n"1",Fern\n');
  expect(row).toMatchObject({ line: 2, problem: expect.stringMatching(/carriage returns in it/) });
  expect(others).toEqual([3, 4].map((line) => ({ ...fern, line })));
});

test.each([
  ["007", undefined],
  ["-0", undefined],
  ["1.", undefined],
  ["1.0", 1],
  ["-42.00", -42],
  ["1.000", undefined],
  ["9007199254740993", 9007199254740993n],
  ["9007199254740993.0", undefined],
])("the id %s is read alike in CSV and JSON", async (text, id) => {
  const [csv] = await read(`id,name\n${text},Fern\n`);
  const [json] = await read(`{"id":${text},"name":"Fern"}`, { format: "json" });
  for (const row of [csv, json]) expect(row && "plant" in row ? Object(row.plant).id : undefined).toBe(id);
});

const NO_HEADER =
  "The file has no header line: it begins with a row. Add one that names its columns in their order: (printf 'id\\tname\\n'; cat FILE)";
const OLD_MAC =
  "A line of the input has carriage returns in it. If lines end in them, convert them to line feeds.";
const GOES_ON =
  'The quoted cell that begins on line 2 goes on after its closing quote. Nothing from there on was read. Correct its quotes: a quote in a quoted cell is written twice. If the file quotes no cells, set `quotes` to "none".';

test.each<[string, string, ReadPlantsOptions?]>([
  [",name\n", 'has: "", "name". Column 1 has none: to read it, write its name in the header.'],
  ["\u200bid,na\u00a0me\n", 'There is no column "id". The header has: "\\u200bid", "na\\u00a0me".'],
  ["2025,2026,name,sku\n", 'There is no column "id". The header has: "2025", "2026", "name", "sku".'],
  [
    "id,name,Tag\n",
    'The header has the column "Tag", but not "tag". If it is something else, rename it. If it is the same, set `columns`.',
  ],
  ["id,name,name\n", 'Two columns have the name "name". Rename one of them.'],
  ["1\tFern\n", NO_HEADER, { delimiter: "\t" }],
  ["id,name\r1,Fern\r", OLD_MAC],
  ['"id","name"\r"1","Fern"\r', OLD_MAC],
  ['id\tname\n2\t"Red" Fern\n', GOES_ON, { delimiter: "\t" }],
])("the CSV %j is an error: %s", async (text, problem, options) => {
  const message = expect.stringContaining(problem);
  await expect(read(text, options)).rejects.toMatchObject({ kind: "input", message });
});

test.each(["NULL", "nan", "<NA>"])(
  "the cell %s is no value or a text, and the options say which",
  async (cell) => {
    const text = `id,name,tag\n1,Fern,${cell}\n2,Moss,None\n`;
    const tagsWith = async (words?: string[]) =>
      (await read(text, { null: words })).map((row) =>
        "plant" in row ? Object(row.plant).tag : row.problem,
      );
    const problem = (word: string, none: string[], text: string[]) =>
      `The tag is ${word}. If it means no value, set \`null\` to ${JSON.stringify(none)}. If it is a text, set \`null\` to ${JSON.stringify(text)}.`;
    expect(await tagsWith()).toEqual([problem(cell, [cell], [""]), problem("None", ["None"], [""])]);
    expect(await tagsWith([cell])).toEqual([undefined, problem("None", [cell, "None"], [cell, ""])]);
    expect(await tagsWith([cell, ""])).toEqual([undefined, "None"]);
  },
);

test("of many columns, 20 are named", async () => {
  const names = Array.from({ length: 16_000 }, (_, index) => `c${index}`);
  const header = read(`${names.join(",")}\n`);
  await expect(header).rejects.toThrow(
    /"c0", .*"c19", and 15980 more\. If the columns have other names, set `columns`/,
  );
  await expect(read(`${",".repeat(17_000)}\n`)).rejects.toThrow("The header has more than 16384 columns.");
});
