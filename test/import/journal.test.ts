/** The journal: its file, what is recorded before what, and its errors. */
import {
  copyFileSync,
  existsSync,
  linkSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { NewPlant, PlantStoreFetch } from "plant-store-sdk";
import { importPlants, openJournal, type RowDecision, readPlants } from "plant-store-sdk/import";
import { expect, onTestFinished, test, vi } from "vitest";
import { identifyFile, isOpenJournal, openJournals } from "../../tools/import/input/file-identity.ts";
import { formatRowKey, keyOfPlant, parseRowKey } from "../../tools/import/input/row-key.ts";
import { openJournalFile, warnOfNetwork } from "../../tools/import/journal/open-journal.ts";
import { RowSet } from "../../tools/import/run/row-set.ts";
import { resultOf, spawnCommand } from "../commands/import-command.ts";
import { baseUrl, testClient } from "../support/client.ts";
import { collectGarbage } from "../support/collect-garbage.ts";
import { respond, stubFetch, succeed } from "../support/fetch-stubs.ts";
import { createFolder } from "../support/temporary-folder.ts";
import { importAll, importComplete, memoryJournal, plantsUpTo, unknownRowsOf } from "./import-all.ts";

const newPath = () => join(createFolder(), "plants.db");

/** Runs SQL in a file that nobody has open. */
function query(path: string, sql: string): unknown[] {
  const db = new DatabaseSync(path);
  try {
    const statement = db.prepare(sql);
    statement.setReadBigInts(true);
    return statement.all().map((row) => ({ ...row }));
  } finally {
    db.close();
  }
}

/** What a journal says at this moment. Reading it would wait for its lock, so it is copied. */
function outcomesIn(path: string): Record<string, string> {
  const copy = `${path}.copy`;
  copyFileSync(path, copy);
  const rows = query(copy, "SELECT name, outcome FROM rows") as { name: string; outcome: string }[];
  return Object.fromEntries(rows.map(({ name, outcome }) => [name, outcome]));
}

test("a dry run writes nothing to its journal, also while it runs", async () => {
  const path = newPath();
  await (await openJournal(path, { baseUrl })).close();
  const before = readFileSync(path);
  const journal = openJournalFile(path, { baseUrl }, true);
  const name = "Fern".repeat(200);
  const record = (id: number) => journal.recordIntent(keyOfPlant({ id, name }), { id, name }, id, undefined);
  await Promise.all(Array.from({ length: 10_000 }, (_, id) => record(id))); // 8 MB, twice SQLite's cache.
  expect(readFileSync(path).equals(before)).toBe(true);
  expect(existsSync(`${path}-journal`)).toBe(false);
  await journal.close();
});

test("a journal is a SQLite file with documented tables, exact over all ids, and leaves no other file", async () => {
  const path = newPath();
  const journal = await openJournal(path, { baseUrl });
  const name = "Fern \0\ud800";
  const plants = [2n ** 63n - 1n, -(2n ** 63n), 0].map((id) => ({ id, name, tag: "indoor" }));
  const fetch = stubFetch(succeed, respond(400, '{"error":7,"message":"no"}'), respond(503));
  await importAll(fetch, plants, { journal, concurrency: 1, exactIds: true });
  await journal.close();
  expect(query(path, "SELECT key, value FROM meta ORDER BY key")).toEqual([
    { key: "base_url", value: baseUrl },
    { key: "format", value: "1" },
  ]);
  const columns = "id, hash, outcome, attempt, version, tag, reason";
  const rows = query(path, `SELECT ${columns} FROM rows ORDER BY rowid`);
  const common = { hash: expect.stringMatching(/^[0-9a-f]{16}$/), attempt: 1n, version: 1n, tag: "indoor" };
  expect(rows).toEqual([
    { ...common, id: 2n ** 63n - 1n, outcome: "created", reason: null },
    { ...common, id: -(2n ** 63n), outcome: "not-created", reason: "status 400, error 7: no" },
    { ...common, id: 0n, outcome: "unknown", reason: "status 503" },
  ]);
  expect(() => openJournalFile(`${path}-journal`)).toThrow("ENOENT");
});

test("a request is sent only after its intent is durable, and a row is reported only after its outcome is", async () => {
  const path = newPath();
  const journal = await openJournal(path, { baseUrl });
  const sent: string[] = [];
  const fetch: PlantStoreFetch = (url, init) => {
    sent.push(outcomesIn(path)[JSON.parse(`${init.body}`).name] ?? "missing");
    return succeed(url, init);
  };
  const created: number[] = [];
  const onProgress = ({ created: count }: { created: number }) => {
    const durable = Object.values(outcomesIn(path)).filter((outcome) => outcome === "created");
    created.push(durable.length - count);
  };
  await importAll(fetch, plantsUpTo(20), { journal, concurrency: 4, onProgress });
  await journal.close();
  expect(sent).toEqual(Array(20).fill("unknown"));
  expect(Math.min(...created)).toBeGreaterThanOrEqual(0);
});

test("SQLite waits for the disk at each commit, and half a second for a lock", () => {
  const prepare = vi.spyOn(DatabaseSync.prototype, "prepare");
  openJournalFile(newPath(), { baseUrl });
  const [db] = prepare.mock.contexts as DatabaseSync[];
  const values = ["synchronous", "fullfsync", "busy_timeout"].map((name) =>
    db?.prepare(`PRAGMA ${name}`).get(),
  );
  expect(values).toEqual([{ synchronous: 2 }, { fullfsync: 1 }, { timeout: 500 }]);
});

test("if the disk is full, nothing more is sent, and the rows in flight are unknown, as in the journal", async () => {
  const prepare = vi.spyOn(DatabaseSync.prototype, "prepare");
  const journal = memoryJournal();
  const [db] = prepare.mock.contexts as DatabaseSync[];
  db?.exec("PRAGMA max_page_count = 6");
  const fetch = vi.fn(succeed);
  const { rows, error, progress } = await importAll(fetch, plantsUpTo(1_000), { journal, concurrency: 2 });
  const message = expect.stringMatching(/^Cannot write the journal .* disk is full/);
  expect(error).toMatchObject({ kind: "journal", message });
  expect(rows.length).toBe(fetch.mock.calls.length);
  const unknown = unknownRowsOf(journal);
  expect(unknown.length).toBeGreaterThan(0);
  expect(progress).toMatchObject({ created: rows.length - unknown.length, unknown: unknown.length });
  const reported = rows.filter(({ outcome }) => outcome === "unknown");
  expect(reported.map(({ row, message }) => [row, message])).toEqual(
    unknown.map(({ row }) => [row, expect.stringMatching(/could not be recorded.* disk is full/)]),
  );
  expect(journal.count()).toMatchObject({ created: rows.length - unknown.length, unknown: unknown.length });
});

test.each<[string, (path: string) => void]>([
  ["deleted", (path) => rmSync(path)],
  ["replaced", (path) => renameSync(`${path}.copy`, path)],
])("a journal that is %s while an import uses it ends the import", async (_, change) => {
  const path = newPath();
  const journal = await openJournal(path, { baseUrl });
  copyFileSync(path, `${path}.copy`);
  let requests = 0;
  const fetch: PlantStoreFetch = (url, init) => {
    if (++requests === 3) change(path);
    return succeed(url, init);
  };
  const { error } = await importAll(fetch, plantsUpTo(100), { journal, concurrency: 1 });
  const message = /was deleted or replaced while the import used it\. .* Restore the file\.$/;
  expect(error).toMatchObject({ kind: "journal", message: expect.stringMatching(message) });
  expect(requests).toBe(3);
  await journal.close();
});

test("decisions are not recorded in a journal that was deleted", async () => {
  const path = newPath();
  const journal = await openJournal(path, { baseUrl });
  await importAll(respond(503), plantsUpTo(1), { journal });
  const [row] = unknownRowsOf(journal);
  rmSync(path);
  // Nothing is sent afterwards, which would notice it, too.
  const resolve = [{ ...row, outcome: "created" } as RowDecision];
  const { error } = await importAll(succeed, plantsUpTo(1), { journal, resolve });
  expect(error).toMatchObject({ message: expect.stringContaining("was deleted or replaced") });
});

test.runIf(process.platform === "linux")(
  "a journal that another thread has opened stays locked after it was refused",
  async () => {
    const path = newPath();
    const journal = await openJournal(path, { baseUrl });
    openJournals.delete(`${identifyFile(path)}`); // Another thread does not share the list.
    expect(() => openJournalFile(path, { baseUrl })).toThrow("is in use");
    const other = spawnCommand("journal", [path], dirname(path), {});
    expect((await resultOf(other)).code).toBe(5);
    await journal.close();
  },
);

test("a journal that was collected without being closed is no longer open", async () => {
  const path = newPath();
  await (async () => expect((await openJournal(path, { baseUrl })).path).toBe(path))();
  await collectGarbage();
  expect(isOpenJournal(identifyFile(path))).toBe(false);
});

/** A journal that was closed, with a row, and then changed by SQL. */
async function forgeJournal(...statements: string[]): Promise<string> {
  const path = newPath();
  const journal = await openJournal(path, { baseUrl });
  await importComplete(succeed, plantsUpTo(1), { journal });
  await journal.close();
  for (const sql of statements) query(path, sql);
  return path;
}

test.each<[string, ...string[]]>([
  // SQL of the file would run when it is read: a view, a trigger or a computed column, which can take for ever.
  ["rows that are computed", "DROP TABLE rows", "CREATE VIEW Rows AS SELECT 1 AS id"],
  ["an owner that is computed", "DROP TABLE meta", "CREATE VIEW meta AS SELECT 1 AS key"],
  ["a trigger", "CREATE TRIGGER t AFTER UPDATE ON rows BEGIN SELECT 1; END"],
  ["a computed column", "ALTER TABLE rows ADD COLUMN more TEXT AS (id)"],
  ["missing columns", "ALTER TABLE rows DROP COLUMN version"],
  ["no owner", "DROP TABLE meta"],
  ["an outcome that does not exist", "UPDATE rows SET outcome = 'toString'"],
  ["a hash that is not one", "UPDATE rows SET hash = 'x'"],
  ["a number that JavaScript rounds", "UPDATE rows SET version = 9223372036854775807"],
  // Then a number could be a text, and a name bytes.
  [
    "columns of any type",
    "CREATE TABLE more AS SELECT * FROM rows",
    "DROP TABLE rows",
    "ALTER TABLE more RENAME TO rows",
  ],
])("a file that has %s is not a journal", async (_, ...statements) => {
  const path = await forgeJournal(...statements);
  const message = expect.stringMatching(/is not a journal of an import\. Choose/);
  await expect(openJournal(path, { baseUrl })).rejects.toMatchObject({ kind: "journal", message });
  expect(() => openJournalFile(path)).toThrow("is not a journal");
});

/**
 * A `-journal` file whose end says that it names another file, which SQLite before 3.53.4 deletes. This one's name is empty, so
 * it is harmless.
 */
const superJournal = Buffer.concat([Buffer.alloc(1032), Buffer.from("d9d505f920a163d7", "hex")]);

test.each<[string, (beside: string, victim: string) => void, RegExp]>([
  ["names a file", (beside) => writeFileSync(beside, superJournal), /names another file/],
  ["is a link to another file", (beside, victim) => symlinkSync(victim, beside), /is another file/],
  ["is another name of a file", (beside, victim) => linkSync(victim, beside), /is another file/],
])("a journal whose -journal file %s is refused, and the other file stays", async (_, plant, message) => {
  const path = await forgeJournal();
  const victim = newPath();
  writeFileSync(victim, "precious");
  plant(`${path}-journal`, victim);
  const before = readFileSync(path);
  for (const isDryRun of [false, true])
    for (const owner of [{ baseUrl }, undefined])
      expect(() => openJournalFile(path, owner, isDryRun)).toThrow(message);
  expect([readFileSync(victim, "utf8"), readFileSync(path).equals(before)]).toEqual(["precious", true]);
});

test("the database of another program is refused without a change, and so is a link to nothing", async () => {
  const path = newPath();
  for (const sql of ["PRAGMA journal_mode = WAL", "CREATE TABLE meta (key)"]) query(path, sql);
  const before = readFileSync(path);
  await expect(openJournal(path, { baseUrl })).rejects.toThrow("is not a journal");
  expect(readFileSync(path).equals(before)).toBe(true);
  symlinkSync(`${path}.missing`, `${path}.link`);
  for (const isDryRun of [true, false])
    expect(() => openJournalFile(`${path}.link`, { baseUrl }, isDryRun)).toThrow(
      /is a link to a file that does not/,
    );
  expect(existsSync(`${path}.missing`)).toBe(false);
});

test.each<[string, () => string, RegExp]>([
  ["is a folder", createFolder, /is a folder\. Remove it, or choose another name/],
  ["is in a missing folder", () => join(createFolder(), "no/j"), /^Cannot use the journal .* \(ENOENT: no/],
])("a journal that %s is rejected", async (_, create, text) => {
  const error = { name: "PlantStoreImportError", kind: "journal", message: expect.stringMatching(text) };
  await expect(openJournal(create(), { baseUrl })).rejects.toMatchObject(error);
});

test("a journal of a later version is rejected", async () => {
  const path = await forgeJournal("UPDATE meta SET value = '2' WHERE key = 'format'");
  await expect(openJournal(path, { baseUrl })).rejects.toThrow("later version of plant-store-sdk. Update");
});

test("a journal in which nothing exists or may exist serves another store and another shard", async () => {
  const path = newPath();
  const wrong = await openJournal(path, { baseUrl: "https://typo.example", shard: { index: 1, count: 2 } });
  const { safeCreatePlant } = testClient({ fetch: respond(404) });
  const running = importPlants({ safeCreatePlant }, plantsUpTo(20), { journal: wrong, concurrency: 1 });
  await running.next();
  await expect(running.next()).rejects.toMatchObject({ response: { status: 404 } });
  expect(wrong.count()).toMatchObject({ notCreated: 1 });
  await wrong.close();
  const journal = await openJournal(path, { baseUrl });
  await importComplete(succeed, plantsUpTo(20), { journal });
  expect([journal.baseUrl, journal.shard, journal.count().created]).toEqual([baseUrl, undefined, 20]);
  await journal.close();
  await expect(openJournal(path, { baseUrl: "https://typo.example" })).rejects.toThrow(
    `is for ${baseUrl}, but this import is for https://typo.example. If this import is right, and may send rows again that this journal has, set \`journal\`.`,
  );
});

test("the SQL of the guide moves a journal to another address of the store", async () => {
  const path = newPath();
  const journal = await openJournal(path, { baseUrl });
  await importComplete(succeed, plantsUpTo(2), { journal });
  await journal.close();
  const guide = readFileSync("docs/import-reference.md", "utf8");
  query(path, /sqlite3 plant-store-journal\.db "(.+?)"/.exec(guide)?.[1] ?? "");
  const moved = await openJournal(path, { baseUrl: "https://new.example/api" });
  expect(moved.count().created).toBe(2);
  await moved.close();
});

test("a journal that is in use is rejected, also by another name, and a second name is an error", async () => {
  const path = newPath();
  const journal = await openJournal(path, { baseUrl });
  const message = expect.stringMatching(/^The journal .* is in use/);
  const inUse = expect.objectContaining({ kind: "in-use", message });
  await expect(openJournal(path, { baseUrl })).rejects.toThrow(inUse);
  linkSync(path, `${path}.hard`);
  symlinkSync(path, `${path}.soft`);
  symlinkSync(dirname(path), `${path}.folder`);
  for (const other of [`${path}.hard`, `${path}.soft`, join(`${path}.folder`, basename(path))])
    for (const isDryRun of [true, false])
      expect(() => openJournalFile(other, { baseUrl }, isDryRun)).toThrow(inUse);
  await journal.close();
  await expect(openJournal(path, { baseUrl })).rejects.toThrow(/several names \(hard links\)/);
});

test("a journal is used although the process has changed its folder, and not after it was closed", async () => {
  const path = newPath();
  const folder = process.cwd();
  onTestFinished(() => process.chdir(folder));
  process.chdir(dirname(path));
  const journal = await openJournal(basename(path), { baseUrl });
  process.chdir(folder);
  await importComplete(succeed, plantsUpTo(1), { journal });
  await Promise.all([journal.close(), journal.close()]);
  await expect(importAll(succeed, plantsUpTo(1), { journal })).resolves.toMatchObject({
    error: { kind: "configuration", message: expect.stringContaining("`journal` is closed") },
  });
});

test("after a crash, a journal without its -journal file is checked, and a damaged one is rejected", async () => {
  const path = newPath();
  const journal = await openJournal(path, { baseUrl });
  await importComplete(succeed, plantsUpTo(200), { journal });
  const [sound, damaged] = [`${path}.sound`, `${path}.damaged`];
  for (const copy of [sound, damaged]) copyFileSync(path, copy);
  await journal.close();
  await (await openJournal(sound, { baseUrl })).close();
  const bytes = readFileSync(damaged);
  writeFileSync(damaged, bytes.fill(0, bytes.length - 4096)); // As if a page of the transaction was not written.
  await expect(openJournal(damaged, { baseUrl })).rejects.toMatchObject({ kind: "journal" });
});

test("a journal on a network file system is used with a warning", () => {
  const warn = vi.spyOn(process, "emitWarning").mockImplementation(() => {});
  warnOfNetwork("plants.db", 0xef53); // ext4
  expect(warn).not.toHaveBeenCalled();
  warnOfNetwork("plants.db", 0x6969); // NFS
  expect(warn).toHaveBeenCalledWith(expect.stringMatching(/plants\.db is on a network file system/));
});

// The keys of rows. Journals contain them, so these results must never change.

test.each<[NewPlant, string]>([
  [{ id: 1, name: "Fern" }, "1:023f7b827ff24f06"],
  [{ id: 1n, name: "Fern", tag: undefined }, "1:023f7b827ff24f06"],
  [{ id: 1, name: "Fern", tag: "" }, "1:01b2cc901e379696"],
  [{ id: -(2n ** 63n), name: "\ud800", tag: "indoor" }, "-9223372036854775808:1229b6720fd43a5a"],
])("the key of %o is %s", (plant, key) => {
  expect(formatRowKey(keyOfPlant(plant))).toBe(key);
  expect(parseRowKey(key)).toEqual({ ...keyOfPlant(plant), id: BigInt(plant.id) });
});

const noKeys = ["", "1", "1:", "1:xyz", "1:0123456789abcdef:2", "x:0123456789abcdef", 1, null];
test.each(noKeys)("%j is not a key", (text) => {
  expect(parseRowKey(text)).toBeUndefined();
});

test("a set of rows remembers any of them", () => {
  const set = new RowSet();
  const numbers = [1, 8, 9, 8_191, 8_192, 1_000_003];
  for (const number of [...numbers, 8]) set.add(number);
  for (const number of numbers)
    expect([set.has(number), set.has(number + 1)]).toEqual([true, number === 8 || number === 8_191]);
  expect(set.has(2 ** 31)).toBe(false);
});

test("an open journal is never read as an input, by any name: that would let other processes write it", async () => {
  const path = newPath();
  const journal = await openJournal(path, { baseUrl });
  linkSync(path, `${path}.ndjson`);
  for (const input of [path, `${path}.ndjson`]) {
    await expect(readPlants(input).next()).rejects.toMatchObject({
      kind: "input",
      message: `Cannot read ${input}: It is a journal that this process has opened.`,
    });
  }
  await journal.close();
  await expect(readPlants(path).next()).rejects.toThrow("It is a SQLite database.");
});
