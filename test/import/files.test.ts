/** Files of an import that are only read: the input, and the journal of an ended import. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openJournal, readPlants } from "plant-store-sdk/import";
import { afterAll, expect, test } from "vitest";
import { keyOfPlant } from "../../src/import/input/row-key.ts";
import { findCorrection } from "../../src/import/journal/operator-decisions.ts";
import { RowHistory } from "../../src/import/journal/row-history.ts";
import { readJournal } from "../../src/import/node/read-journal.ts";
import { testOptions } from "../support/client.ts";
import { fail, stubFetch, succeed } from "../support/fetch-stubs.ts";
import { importAll, plantsUpTo } from "./import-all.ts";

const folder = mkdtempSync(join(tmpdir(), "plant-store-files-"));
afterAll(() => rmSync(folder, { recursive: true }));

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const collected: T[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}

const write = (name: string, content: string | Uint8Array) => {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
};

test("readPlants reads the rows of a file", async () => {
  const path = write("plants.ndjson", '{"id":1,"name":"Fern"}\n{"id":\n');
  const rows = await collect(readPlants(path));
  expect(rows).toEqual([
    { line: 1, plant: { id: 1, name: "Fern" } },
    { line: 2, text: '{"id":', problem: expect.stringMatching(/^The row is not valid JSON: [^()]+\.$/) },
  ]);
});

test.each([
  ["is missing", () => join(folder, "missing"), " (ENOENT)."],
  ["is a folder", () => folder, " (EISDIR)."],
  [
    "ends too early",
    () => write("array", "[{}"),
    ". The input ends before the array does on line 1, after the row that begins on line 1. Correct the input.",
  ],
])("the error of an input that %s names the file", async (_, path, problem) => {
  const file = path();
  await expect(collect(readPlants(file))).rejects.toMatchObject({
    name: "PlantStoreImportError",
    kind: "input",
    message: `Cannot read ${file}${problem}`,
  });
});

test("the journal of an ended import says which decision can be corrected", async () => {
  const path = join(folder, "journal");
  const journal = await openJournal(path, testOptions);
  const plants = plantsUpTo(3);
  await importAll(stubFetch(fail(new Error("lost")), succeed), plants.slice(0, 2), {
    journal,
    concurrency: 1,
  });
  await journal.close();
  const history = await RowHistory.read({ read: () => readJournal(path), append: async () => {} });
  const corrections = await Promise.all(plants.map((plant) => findCorrection(history, keyOfPlant(plant))));
  expect(corrections).toEqual([
    {
      line: expect.objectContaining({ id: 1n, attempt: 1, revision: 0, name: "Fern 1", outcome: "unknown" }),
    },
    { problem: "A response of the store proved that the row is created." },
    { problem: "The journal does not contain this row." },
  ]);
});

test.each([
  ["is missing", () => join(folder, "missing"), /^Cannot read the journal .* \(ENOENT\)\.$/],
  ["is something else", () => write("list", "1\n"), /is not a journal of an import/],
])("a journal that %s cannot be read", async (_, path, message) => {
  const error = await collect(readJournal(path())).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ kind: "journal", message: expect.stringMatching(message) });
});

test("a journal is read up to what a crash left at its end", async () => {
  expect(await collect(readJournal(write("torn-header", '{"journal"')))).toEqual([]);
  const header = '{"journal":"plant-store-sdk","version":1,"baseUrl":"https://plants.example"}\n';
  const lines = `${header}{"event":1}\n\0\0\0\n{"event":2}\n`;
  expect(await collect(readJournal(write("zeros", lines)))).toEqual(['{"event":1}']);
});
