/** Files that version 1.0.0 wrote are read by every later version. Never change them: add files of later versions. */
import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { openJournal, type RowDecision, readPlants } from "plant-store-sdk/import";
import { MockStore } from "plant-store-sdk/mocks/store";
import { expect, test } from "vitest";
import { readRules } from "../../tools/terminal/rules-file.ts";
import { importAll } from "../import/import-all.ts";
import { baseUrl } from "../support/client.ts";
import { createFolder } from "../support/temporary-folder.ts";

const written = join(import.meta.dirname, "written-by-1.0.0");
const read = (file: string) => readFileSync(join(written, file), "utf8");

/** Imports the plants with the journal of 1.0.0, and sends them to a new store. */
async function importAgain(decisions: RowDecision[] = []) {
  const folder = createFolder();
  cpSync(written, folder, { recursive: true });
  const store = new MockStore();
  const journal = await openJournal(join(folder, "plant-store-journal.db"), { baseUrl });
  const plants = readPlants(join(folder, "plants.ndjson"));
  const { rows } = await importAll(store.fetch, plants, { journal, resolve: decisions });
  await journal.close();
  const ends = rows.map(({ plant, outcome, action }) => [`${Object(plant).id}`, `${outcome}, ${action}`]);
  return Object.fromEntries(ends);
}

test("a journal of 1.0.0: done rows are skipped, unknown ones held, rejected ones sent", async () => {
  expect(await importAgain()).toEqual({
    1: "created, skipped",
    2: "unknown, held",
    3: "created, sent",
    4: "exists, skipped",
    "9007199254740993": "created, skipped",
  });
});

test("decisions of 1.0.0 resolve the rows of its journal", async () => {
  const lines = read("resolve.ndjson").trim().split("\n");
  const decisions = lines.map((line) => JSON.parse(line));
  expect(await importAgain(decisions)).toMatchObject({ 2: "created, skipped" });
});

test("rules of 1.0.0 are valid, and the mock obeys them", async () => {
  const rules = await readRules(read("rules.json"));
  expect(rules.id?.max).toBe(2n ** 63n - 1n);
  expect(new MockStore({ rules }).settings.rules).toEqual(rules);
});
