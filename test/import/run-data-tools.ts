/** Runs the commands of data tools, and imports what they write. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { stringify } from "csv-stringify/sync";
import { type NewPlant, PlantStoreClient } from "plant-store-sdk";
import { importPlants, openJournal, readPlants } from "plant-store-sdk/import";
import { MockStore } from "plant-store-sdk/mocks/store";
import { expect } from "vitest";
import { stringifyJson } from "../../src/contract/json.ts";
import { readArguments } from "../../tools/import/command/import-arguments.ts";
import type { DataTool } from "../support/data-tools.ts";
import { runProgram } from "../support/run-program.ts";

/** Most of them became something else on the way through a tool. */
const PLANTS: NewPlant[] = [
  { id: 1, name: "Fern", tag: "indoor" },
  { id: 42, name: `O'Neil's "Red, Fern"`, tag: "outdoor" },
  { id: 9007199254740993n, name: '5" pot \\ clay' }, // The example of the page.
  { id: 9223372036854775807n, name: "N/A", tag: "NA" },
  { id: -5, name: "true" },
  { id: 6, name: "1e5", tag: "100000" },
  { id: 7, name: "007", tag: "7" },
  { id: 8, name: "Ficus × elastica 'Robusta'" },
  { id: 9, name: "Line\nbreak", tag: "a" },
  { id: 10, name: "Tab\tname", tag: "b" },
];

const pairsOf = (names: string[]): NewPlant[] =>
  names.map((name, index) => ({ id: index + 1, name, tag: `${names.at(-1 - index)}` }));
/** A tool that infers the type of a column may change these, although it keeps a column of varied texts. */
export const PLANTS_LIKE_VALUES: Record<string, NewPlant[]> = {
  numbers: pairsOf(["007", "0123", "1e5", "1.0", "5"]),
  dates: pairsOf(["2026-01-05", "1999-12-31"]),
  times: pairsOf(["12:30", "01:02:03"]),
  booleans: pairsOf(["true", "False"]),
  "no value": pairsOf(["NA", "inf"]),
};

const quote = (text: string | undefined) => (text === undefined ? "null" : `'${text.replaceAll("'", "''")}'`);

/** Creates the plants in SQL. */
function toSql(plants: NewPlant[]): string {
  const values = plants.map(({ id, name, tag }) => `(${id}, ${quote(name)}, ${quote(tag)})`);
  return `create table plants (id bigint, name text, tag text); insert into plants values ${values.join(", ")};`;
}
export const SQL = toSql(PLANTS);

/** A folder with the plants, in which the packages of the project are found. */
export function createPlantsFolder(plants = PLANTS): { folder: string; remove(): void } {
  const cache = resolve(import.meta.dirname, "../../node_modules/.cache");
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "data-tools-"));
  const rows = plants.map(({ id, name, tag }) => [String(id), name, tag]);
  writeFileSync(join(folder, "plants.csv"), stringify([["id", "name", "tag"], ...rows]));
  const lines = plants.map(({ id, name, tag = null }) => `${stringifyJson({ id, name, tag })}\n`);
  writeFileSync(join(folder, "plants.ndjson"), lines.join(""));
  const db = new DatabaseSync(join(folder, "plants.db"));
  db.exec(toSql(plants));
  db.close();
  return { folder, remove: () => rmSync(folder, { recursive: true }) };
}

/** Expects that both commands write what the table says, and that the import creates the plants of the right one. */
export async function expectRightPlants(
  tool: DataTool,
  folder: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<void> {
  const { obvious, writes } = tool;
  if (obvious) expect(await run(obvious.command, folder, env)).toContain(obvious.writes);
  expect(await expectKept(tool, PLANTS, folder, env)).toContain(writes);
}

async function run(line: string, cwd: string, env: NodeJS.ProcessEnv): Promise<string> {
  const { code, stdout, stderr } = await runProgram("sh", ["-c", line], { cwd, env });
  expect([code, stderr]).toEqual([0, ""]);
  return stdout;
}

/** Expects that the import creates the plants of the folder from what the right command writes. Returns that. */
export async function expectKept(
  { command, file, options }: DataTool,
  plants: NewPlant[],
  folder: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<string> {
  const written = await run(command, folder, env);
  const path = join(mkdtempSync(join(folder, "written-")), file);
  writeFileSync(path, written);
  const args = readArguments([path, ...options], "import");
  const store = new MockStore();
  const client = new PlantStoreClient({
    baseUrl: "https://plants.example",
    token: "any",
    fetch: store.fetch,
  });
  const journal = await openJournal(":memory:", { baseUrl: client.baseUrl });
  const rows = importPlants(client, readPlants(path, args?.input), { journal });
  for await (const { outcome, message } of rows) expect([outcome, message]).toEqual(["created", undefined]);
  const byName = (plants: readonly NewPlant[]) => new Map(plants.map((plant) => [plant.name, plant]));
  expect(byName(store.plants)).toEqual(byName(plants));
  return written;
}
