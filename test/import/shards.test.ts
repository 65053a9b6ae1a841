/** Shards: which rows belong to one, and journals that know their shard. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type ImportPlantsOptions,
  listUnknownRows,
  openJournal,
  PlantStoreImportError,
  type RowDecision,
  type UnknownRow,
} from "plant-store-sdk/import";
import { faults, MockStore } from "plant-store-sdk/mocks/store";
import { expect, onTestFinished, test } from "vitest";
import { keyOfPlant } from "../../src/import/input/row-key.ts";
import { isInShard, parseShard, type Shard } from "../../src/import/input/shard.ts";
import { findCorrection } from "../../src/import/journal/operator-decisions.ts";
import { RowHistory } from "../../src/import/journal/row-history.ts";
import { compactJournal } from "../../src/import/node/compact-journal.ts";
import { readJournal } from "../../src/import/node/read-journal.ts";
import { importAll, memoryJournal, plantsUpTo } from "./import-all.ts";

const baseUrl = "https://plants.example/api";

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "plant-store-shards-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

async function create(path: string, shard: Shard | undefined): Promise<void> {
  await (await openJournal(path, { baseUrl, shard })).close();
}

/** The message without the folder. */
async function openError(folder: string, file: string, shard: Shard | undefined): Promise<string> {
  const error = await create(join(folder, file), shard).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(PlantStoreImportError);
  return (error as Error).message.replaceAll(`${folder}/`, "");
}

const shardOf = (id: number | bigint, count: number) =>
  Array.from({ length: count }, (_, number) => number + 1).filter((index) =>
    isInShard(keyOfPlant({ id, name: "Fern" }), { index, count }),
  );

test("an id belongs to the same shard for ever", () => {
  const ids = [0, 1, 2, 3, -1, 42, 1_000_000, 2n ** 53n + 1n, 2n ** 63n - 1n, -(2n ** 63n)];
  expect(ids.map((id) => shardOf(id, 64))).toEqual([
    [1],
    [56],
    [7],
    [40],
    [61],
    [29],
    [10],
    [33],
    [33],
    [33],
  ]);
});

test("consecutive ids are distributed evenly", () => {
  const counts = new Array(8).fill(0);
  for (let id = 1; id <= 8_000; id++) counts[(shardOf(id, 8)[0] ?? 0) - 1] += 1;
  expect(Math.min(...counts)).toBeGreaterThan(900);
  expect(Math.max(...counts)).toBeLessThan(1_100);
});

test.each(["0/4", "5/4", "1/0", "1/10001", "1", "1/", "a/4", "1.5/4", "-1/4", " 1/4"])(
  "%j is not a shard",
  (text) => {
    expect(parseShard(text)).toBeUndefined();
  },
);

test("each row is sent by one shard, whatever its content, and the first shard reports invalid rows", async () => {
  const plants = [
    ...plantsUpTo(40),
    ...plantsUpTo(40).map(({ id }) => ({ id, name: "Moss" })),
    { id: 1.5, name: "" },
  ];
  const store = new MockStore();
  let invalid = 0;
  for (let index = 1; index <= 4; index++) {
    const journal = { ...memoryJournal(), shard: { index, count: 4 } };
    const { rows } = await importAll(store.fetch, plants, { journal, allowChanged: true });
    const held = rows.filter(({ action }) => action === "held").length;
    expect(held).toBe(index === 1 ? 1 : 0);
    invalid += held;
  }
  expect(invalid).toBe(1);
  const sent = store.plants.map(({ id, name }) => `${id} ${name}`);
  expect(new Set(sent).size).toBe(80);
  expect(sent).toHaveLength(80);
});

test("a journal with an impossible shard is an error", async () => {
  const journal = { ...memoryJournal(), shard: { index: 5, count: 4 } };
  const { error } = await importAll(new MockStore().fetch, [], { journal });
  expect(String(error)).toContain(
    "`journal` has a `shard`, which must have a `count` from 1 to 10000, and an `index` from 1 to it",
  );
  await expect(openJournal("never-created", { baseUrl, shard: { index: 0, count: 4 } })).rejects.toThrow(
    "`shard` must have a `count`",
  );
});

test("a journal of another shard, or of another number of shards, is rejected", async () => {
  const folder = newFolder();
  await create(join(folder, "j"), { index: 2, count: 4 });
  expect(readFileSync(join(folder, "j"), "utf8")).toContain('"shard":"2/4"');
  await create(join(folder, "j"), { index: 2, count: 4 });
  const because =
    "The number of shards of a catalogue must not change: rows would move to other journals and be sent again.";
  expect(await openError(folder, "j", { index: 3, count: 4 })).toBe(
    "The journal j is for shard 2/4, but this import is for shard 3/4. Use another journal for each shard.",
  );
  expect(await openError(folder, "j", { index: 2, count: 8 })).toBe(
    `The journal j is for shard 2/4, but this import is for shard 2/8. ${because}`,
  );
  expect(await openError(folder, "j", undefined)).toBe(
    `The journal j is for shard 2/4, but this import is for the whole input. ${because}`,
  );
  writeFileSync(join(folder, "later"), '{"journal":"plant-store-sdk","version":1,"shard":"0/0"}\n');
  expect(await openError(folder, "later", undefined)).toContain("was written by another version");
});

test("compaction keeps what is known about every row, in one line each", async () => {
  const path = join(newFolder(), "j");
  const journal = await openJournal(path, { baseUrl, shard: { index: 1, count: 1 } });
  const store = new MockStore();
  store.enqueue(
    faults.reset({ id: 1, times: "always" }),
    faults.status(409, { id: 2 }),
    faults.status(400, { id: 3, body: { error: 7, message: "no" } }),
    faults.reset({ id: 4, times: 2 }),
  );
  const run = (options: Partial<ImportPlantsOptions> = {}) =>
    importAll(store.fetch, plantsUpTo(6), { journal, concurrency: 1, ...options });
  await run({ existing: { status: 409 }, resendAfter: 1 });
  const unknown: UnknownRow[] = [];
  for await (const row of listUnknownRows(journal)) unknown.push(row);
  expect(unknown).toMatchObject([{ id: 1n, attempt: 4, name: "Fern 1", reason: expect.any(String) }]);
  const [row] = unknown;
  await run({
    decisions: [{ ...row, outcome: "not-created" } as RowDecision],
    abortSignal: AbortSignal.abort(),
  });
  await journal.close();
  const lineOf = async (history: RowHistory) => {
    const found = await findCorrection(history, keyOfPlant({ id: 1, name: "Fern 1" }));
    return "line" in found ? { ...found.line, index: undefined } : found;
  };
  const statesOf = async () => {
    const history = await RowHistory.read({ read: () => readJournal(path), append: async () => {} });
    const states = [...history.sentRows()].map(({ key, row }) => [row, history.find(key)?.state]);
    return { states: Object.fromEntries(states), correction: await lineOf(history) };
  };
  const before = await statesOf();
  expect(before.correction).toMatchObject({ name: "Fern 1", revision: 1, outcome: "not-created" });
  const sizes = await compactJournal(path);
  expect(sizes.after).toBeLessThan(sizes.before / 2);
  expect(readFileSync(path, "utf8").trim().split("\n")).toHaveLength(1 + 6);
  expect(await statesOf()).toEqual(before);
  await compactJournal(path);
  expect(await statesOf()).toEqual(before);
  const { rows } = await importAll(store.fetch, plantsUpTo(6), {
    journal: await openJournal(path, { baseUrl, shard: { index: 1, count: 1 } }),
  });
  expect(rows.map(({ outcome, action }) => `${outcome} ${action}`).sort()).toEqual([
    "created sent",
    "created skipped",
    "created skipped",
    "created skipped",
    "exists skipped",
    "unknown sent",
  ]);
});

test("a new journal is rejected beside one that divides the input in another way", async () => {
  const folder = newFolder();
  const name = (shard: string) => `plants${shard}.journal.ndjson`;
  writeFileSync(join(folder, name(".shard-1")), "not a journal");
  await create(join(folder, name(".shard-3")), { index: 3, count: 4 });
  await create(join(folder, "other.shard-7.journal.ndjson"), { index: 7, count: 8 });
  await create(join(folder, name(".shard-2")), { index: 2, count: 4 });
  expect(await openError(folder, name(".shard-7"), { index: 7, count: 8 })).toMatch(
    /^The journal plants\.shard-[23]\.journal\.ndjson is for shard [23]\/4, but this import is for shard 7\/8\. The number/,
  );
  await create(join(folder, "all.journal.ndjson"), undefined);
  expect(await openError(folder, "all.shard-1.journal.ndjson", { index: 1, count: 8 })).toMatch(
    /^The journal all\.journal\.ndjson is for the whole input/,
  );
});
