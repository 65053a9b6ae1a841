/** Reading of CSV. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type PlantRow, type ReadPlantsOptions, readPlants } from "plant-store-sdk/import";
import { afterAll, expect, test } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "plant-store-csv-"));
afterAll(() => rmSync(folder, { recursive: true }));

async function read(name: string, content: string | Uint8Array, options?: ReadPlantsOptions) {
  const path = join(folder, name);
  writeFileSync(path, content);
  const rows: PlantRow[] = [];
  for await (const row of readPlants(path, options)) rows.push(row);
  return rows;
}

const fern = { line: 2, plant: { id: 1, name: "Fern" } };

const HEADER = "id,name,tag\n";

test.each<[string, string, string | Uint8Array, ReadPlantsOptions, PlantRow[]]>([
  ["without rows", "a.csv", "id,name", {}, []],
  ["without a tag column", "a.csv", "name,id\nFern,1", {}, [fern]],
  ["with spaces around an id", "a.csv", "id,name\n 1 ,Fern", {}, [fern]],
  ["with an empty tag, and spaces in its header", "a.csv", "price, id ,tag,name\n9,1,,Fern\n", {}, [fern]],
  ["with BOM, CRLF and empty lines", "a.csv", "\ufeffid,name\r\n\r\n1,Fern\r\n", {}, [{ ...fern, line: 3 }]],
  [
    "with other names of its columns",
    "a.csv",
    "sku,title,tag,kind\n1,Fern,x,in",
    { columns: { id: "sku", name: "title", tag: "kind" } },
    [{ line: 2, plant: { ...fern.plant, tag: "in" } }],
  ],
  ["with semicolons", "a.csv", "id;name\n1;Fern\n", { delimiter: ";" }, [fern]],
  ["with tabs, by its name", "a.tsv", "id\tname\n1\tFern\n", {}, [fern]],
  ["without a name that says so", "a", "id,name\n1,Fern\n", { format: "csv" }, [fern]],
])("readPlants reads a CSV file %s", async (_, name, content, options, rows) => {
  expect(await read(name, content, options)).toEqual(rows);
});

test.each(['{"id":1,"name":"Fern"}\n', '[{"id":1,"name":"Fern"}]'])(
  "with the format json, %j is JSON, whatever the name of its file",
  async (content) => {
    expect(await read("a.csv", content, { format: "json" })).toEqual([{ line: 1, plant: fern.plant }]);
  },
);

test("a row begins on its own line, whatever is quoted in the rows before", async () => {
  const text = `${HEADER}1,"a\r\nb",\r\n\r\n2,"c ""d"", e\n\n",x\n3,f,y\n`;
  expect(await read("lines.csv", text, { multiline: true })).toEqual([
    { line: 2, plant: { id: 1, name: "a\r\nb" } },
    { line: 5, plant: { id: 2, name: 'c "d", e\n\n', tag: "x" } },
    { line: 8, plant: { id: 3, name: "f", tag: "y" } },
  ]);
});

test("a quote in an unquoted cell is a character, and so is a line break of old Macs", async () => {
  const text = `${HEADER}1,5" pot,"a ""b"""\n2,""," "" "\n3,a\rb,'"'\r\n`;
  expect(await read("quotes.csv", text)).toEqual([
    { line: 2, plant: { id: 1, name: '5" pot', tag: 'a "b"' } },
    expect.objectContaining({ line: 3, problem: "The row has no name." }),
    { line: 4, plant: { id: 3, name: "a\rb", tag: "'\"'" } },
  ]);
});

test.each([
  ["no id", ",Fern,", "The row has no id."],
  ["an id with leading zeros", "007,Fern,", /^The id "007" is not an integer, or would change/],
  ["an id that a spreadsheet has shortened", "1.2E+09,Fern,", /^The id "1.2E\+09" is not an integer/],
  ["no name", "1,,x", "The row has no name."],
  ["too few cells", "1,Fern", /^The row has 2 cells, but the header has 3/],
  ["too many cells", "1,Fern,x,y", /^The row has 4 cells, but the header has 3/],
  ["bytes that are not UTF-8", Buffer.from("1,F\xe9rn,", "latin1"), /^The row is not valid UTF-8/],
])("a row with %s has a problem, and the rows around it are read", async (_, row, problem) => {
  const good = (line: number) => ({ line, plant: { id: line, name: "Moss" } });
  const content = [`${HEADER}2,Moss,\n`, row, "\n4,Moss,\n"].map((part) => Buffer.from(part));
  expect(await read("problem.csv", Buffer.concat(content))).toEqual([
    good(2),
    expect.objectContaining({
      line: 3,
      problem: typeof problem === "string" ? problem : expect.stringMatching(problem),
    }),
    good(4),
  ]);
});

test.each([
  ["does not end on that line", '3,"Moss,\n4,"Ivy",\n', {}, 3],
  ["does not end before the file does", '3,"Moss,\n4,Ivy,\n', { multiline: true }, 3],
  ["goes on after its closing quote", '3,"5" pot",\n4,Ivy,\n', {}, 3],
  ["goes on after its closing quote", '3,"a\n\nb"c,\n6,Ivy,\n', { multiline: true }, 3],
])("a quoted cell that %s ends the reading: %j", async (problem, rows, options, line) => {
  const path = join(folder, "malformed.csv");
  writeFileSync(path, `${HEADER}1,Fern,\n${rows}`);
  const found: PlantRow[] = [];
  const reading = (async () => {
    for await (const row of readPlants(path, options)) found.push(row);
  })();
  await expect(reading).rejects.toMatchObject({ kind: "input", line });
  await expect(reading).rejects.toThrow(`The quoted cell that begins on line ${line} ${problem}. `);
  expect(found).toEqual([fern]);
});

test("an error that an option may solve names it", async () => {
  const reading = read("break.csv", `${HEADER}1,"a\nb",\n`);
  await expect(reading).rejects.toMatchObject({ advice: { option: "multiline" } });
  await expect(reading).rejects.toThrow(/ If cells may contain line breaks, set `multiline`\.$/);
});

test.each([
  [
    "id;name\n1;Fern\n",
    {},
    'There is no column "id". The header has: "id;name". If another character separates the cells, set `delimiter`.',
  ],
  [
    "sku,name\n",
    {},
    'There is no column "id". The header has: "sku", "name". If the columns have other names, set `columns`.',
  ],
  ["id,name\r1,Fern\r", {}, "The lines of the file end in carriage returns. Convert them to line feeds."],
  ["id,name\n", { columns: { tag: "kind" } }, /^There is no column "kind"/],
  ["id,name,name\n", {}, 'Two columns have the name "name". Rename one of them.'],
  ["", {}, /^The file is empty/],
  [Buffer.from("\ufeffid,name\n", "utf16le"), {}, "It is UTF-16. Save it as UTF-8."],
])("a header %j with %j is an error of the input", async (content, options, problem) => {
  const { kind, message } = await read("header.csv", content, options).catch((thrown) => thrown);
  expect(kind).toBe("input");
  const { length } = `Cannot read ${join(folder, "header.csv")}. `;
  if (typeof problem === "string") expect(message.slice(length)).toBe(problem);
  else expect(message.slice(length)).toMatch(problem);
});
