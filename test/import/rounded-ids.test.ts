/** Ids that a tool has rounded: the import stops before one of them is sent. */
import type { NewPlant } from "plant-store-sdk";
import { type ImportPlantsOptions, readPlants } from "plant-store-sdk/import";
import { MockStore } from "plant-store-sdk/mocks/store";
import { expect, test } from "vitest";
import { IdGuard } from "../../tools/import/input/id-guard.ts";
import { InputReading } from "../../tools/import/input/input-reading.ts";
import { readBatches } from "../../tools/import/input/read-plants.ts";
import { isInShard } from "../../tools/import/input/shard.ts";
import { jumpFromTimerToTimer } from "../support/fake-time.ts";
import { respond } from "../support/fetch-stubs.ts";
import { importAll, memoryJournal } from "./import-all.ts";

/** Exact ids of 19 digits, in no order. */
const exactIds = (length: number) =>
  Array.from({ length }, (_, i) => 10n ** 18n + BigInt.asUintN(62, BigInt(i + 1) * 0x9e3779b97f4a7c15n));
const exact = exactIds(200);
const parse = (id: bigint) => BigInt(String(Number(id))); // As JSON.parse and jq 1.6 do.
const toDouble = (id: bigint) => BigInt(Number(id)); // As awk does.
const toDigits = (id: bigint) => BigInt(`${id}`.slice(0, 15).padEnd(`${id}`.length, "0")); // As spreadsheets do.
const rounded = exact.map(parse);
const upTo = (count: number, idOf: (index: number) => bigint) =>
  Array.from({ length: count }, (_, i) => idOf(i));
const snowflake = (time: number, sequence: number) => (BigInt(time) << 22n) | (7n << 12n) | BigInt(sequence);

const plantsOf = (ids: (number | bigint)[]): NewPlant[] => ids.map((id) => ({ id, name: `Fern ${id}` }));

// The decision.

/** After how many ids the guard stops. Undefined if it never does. */
function stopsAt(ids: Iterable<bigint>): number | undefined {
  const guard = new IdGuard(false, () => {});
  let count = 0;
  try {
    for (const id of ids) {
      count += 1;
      guard.pass({ key: { id }, line: undefined }, { key: { id }, line: undefined });
    }
    return undefined;
  } catch {
    return count;
  }
}

test.each<[string, bigint[], number | undefined]>([
  ["ids of 19 digits through JSON.parse", rounded, 3],
  ["ids of 19 digits through a double", exact.map(toDouble), 9],
  ["ids of 19 digits in a spreadsheet", exact.map(toDigits), 2],
  ["negative ids through JSON.parse", rounded.map((id) => -id), 3],
  ["ids of 17 digits through JSON.parse", exact.map((id) => parse(id / 100n)), 8],
  ["ids of 16 digits in a spreadsheet", exact.map((id) => toDigits(id / 1000n)), 7],
  ["ids that begin below 2^53, through JSON.parse", upTo(100, (i) => parse(2n ** 53n - 50n + BigInt(i))), 89],
  ["multiples of 1,000", upTo(100, (i) => 10n ** 18n + 1_000n * BigInt(i)), 3],
  ["even ids beyond 2^53", upTo(100, (i) => 2n ** 53n + 2n * BigInt(i)), 20],
  ["exact ids of 19 digits", exact, undefined],
  ["exact ids whose rows repeat", exactIds(2_000).flatMap((id) => Array(5).fill(id)), undefined],
  ["a sequence of 19 digits", upTo(100, (i) => 10n ** 18n + BigInt(i)), undefined],
  ["a sequence across 2^53", upTo(100, (i) => 2n ** 53n - 50n + BigInt(i)), undefined],
  ["snowflakes whose last bits are 0", upTo(500, (i) => snowflake(4e11 + 977 * i, 0)), undefined],
  ["one exact id before rounded ones", [...exact.slice(0, 1), ...rounded.slice(1)], 24],
  ["40 exact ids before rounded ones", [...exact.slice(0, 40), ...rounded.slice(40)], 48],
  ["rounded ids, each after an exact one", exact.flatMap((id, i) => [id, rounded[i] as bigint]), undefined],
])("the guard decides about %s", (_, ids, expected) => {
  expect(stopsAt(ids)).toBe(expected);
});

/** The files of 1,000 ids of each kind. More were tried: FILES=270. */
const FILES = Number(process.env.FILES ?? 10);
let state = 1n;
function random(bits: number): bigint {
  state = BigInt.asUintN(64, state * 6364136223846793005n + 1442695040888963407n);
  return state >> BigInt(64 - bits);
}
const ofDigits = (digits: number) =>
  10n ** BigInt(digits - 1) + (random(63) % (9n * 10n ** BigInt(digits - 1)));

test.each<[string, (index: number) => bigint]>([
  ["of 62 and 63 bits", (i) => random(62 + (i % 2))],
  ["of 16 to 19 digits", (i) => ofDigits(16 + (i % 4))],
  ["that are snowflakes", (i) => snowflake(4e11 + Number(random(34)), i % 2 ? i % 8 : Number(random(12)))],
  ["that are few among small ones", (i) => random(i % 10 === 0 ? 63 : 40)],
])("files of exact ids %s never stop", (_, idOf) => {
  const stops = Array.from({ length: FILES }, () => stopsAt(upTo(1_000, idOf)));
  expect(stops.filter((at) => at !== undefined)).toEqual([]);
});

test("30 ids that end in zeros after six digits are noted, because some spreadsheets write them so", async () => {
  const notes: string[] = [];
  const reading = new InputReading(undefined, (note) => notes.push(note));
  const lines = upTo(30, (i) => 1_752_390_000_000n + 10_000_000n * BigInt(i)).map((id) => `${id},Fern\n`);
  for await (const _ of readBatches(["id,name\n", ...lines], undefined, reading));
  const ids = "All ids of 9 digits or more so far, such as 1752390000000 on line 2,";
  const cause = "end in zeros after six digits, as some spreadsheets write long numbers.";
  expect(notes).toEqual([`${ids} ${cause} Compare them with their source.`]);
});

test("a character that replaces lost ones is noted", async () => {
  const notes: string[] = [];
  const reading = new InputReading(undefined, (note) => notes.push(note));
  for await (const _ of readBatches(["id,name\n1,Fern\n2,Foug\ufffdre\n"], undefined, reading));
  expect(notes).toEqual(["The input has U+FFFD, which replaces lost characters."]);
});

// What an import does.

/** Imports plants, and returns what it sent. */
async function importIds(
  plants: Parameters<typeof importAll>[1],
  options: Partial<ImportPlantsOptions> = {},
) {
  const store = new MockStore();
  const result = await importAll(store.fetch, plants, options);
  return { ...result, sent: store.plants.map(({ id }) => id) };
}

test("ids that look rounded stop the import before one of them is sent, but not the small ids between them", async () => {
  const text = [7n, ...rounded.slice(0, 2), 8n, ...rounded.slice(2)].map(
    (id) => `{"id":${id},"name":"Fern"}`,
  );
  const { error, sent, progress } = await importIds(readPlants([text.join("\n")]));
  expect(sent).toEqual([7, 8]);
  const facts = `The ids look rounded, such as ${rounded[0]} on line 2: its neighbours would be 512 away.`;
  const cause = "JSON.parse, jq 1.6, R and spreadsheets round ids of 16 digits or more.";
  const advice = "No row with such an id was sent. Export the ids again with all their digits.";
  const option = "If they are right, such as multiples of 1,000 or only even ids, set `exactIds`.";
  expect(error).toMatchObject({ kind: "input", line: 2, message: `${facts} ${cause} ${advice} ${option}` });
  expect(progress).toMatchObject({ complete: false });
  expect(progress?.looksRounded).toBeUndefined();
});

test.each<[string, bigint[], number | undefined]>([
  ["exact ids", exact, undefined],
  ["two rounded ids, and then an exact one", [...rounded.slice(0, 2), ...exact], 2],
  ["two rounded ids at the end", [1n, ...rounded.slice(0, 2)], 2],
])("an import of %s sends them all, and mentions those that look rounded", async (_, ids, rows) => {
  const { error, sent, progress } = await importIds(plantsOf(ids));
  expect([error, sent.length]).toEqual([undefined, new Set(ids).size]);
  expect(progress?.looksRounded).toEqual(rows && { rows, firstLine: undefined });
});

test("only rows that would be sent count, so a second run with the journal stops no earlier", async () => {
  const journal = memoryJournal();
  const two = plantsOf(rounded.slice(0, 2));
  await importIds(two, { journal });
  const { error, sent, progress } = await importIds([...two, ...plantsOf(rounded.slice(2, 4))], { journal });
  expect([error, sent.length, progress?.skipped]).toEqual([undefined, 2, 2]);
  const third = await importIds(plantsOf(rounded.slice(0, 7)), { journal });
  expect([third.error, third.sent]).toEqual([expect.objectContaining({ kind: "input" }), []]);
});

test("the ids of all shards count, and each shard stops before it sends one of its own", async () => {
  const count = 8;
  for (let index = 1; index <= count; index++) {
    const { error, sent } = await importIds(plantsOf(rounded), { journal: memoryJournal({ index, count }) });
    expect([error, sent]).toEqual([expect.objectContaining({ kind: "input" }), []]);
  }
  const others = rounded.filter((id) => !isInShard({ id, hash: "" }, { index: 1, count }));
  const { error, progress } = await importIds(plantsOf(others), {
    journal: memoryJournal({ index: 1, count }),
  });
  expect([error, progress?.complete]).toEqual([undefined, true]);
});

test("after 10 s of silence a row is sent, what it showed counts, and the error says how many were sent", async () => {
  jumpFromTimerToTimer();
  const times: number[] = [];
  async function* slow() {
    for (const plant of plantsOf(rounded)) {
      yield plant;
      times.push(performance.now());
      await new Promise((resolve) => setTimeout(resolve, 15_000));
    }
  }
  const { error, sent, rows, progress } = await importIds(slow());
  expect(sent).toEqual(rounded.slice(0, 2));
  expect(rows.map(({ action }) => action)).toEqual(["sent", "sent"]);
  expect(error).toMatchObject({
    message: expect.stringContaining(" Up to 2 rows with such ids had been sent. "),
  });
  expect(progress?.looksRounded).toEqual({ rows: 2, firstLine: undefined });
});

test("a waiting row counts as in flight for an equal row, and another row of its id lets it go", async () => {
  const [fern] = plantsOf(rounded) as [NewPlant];
  const { error, rows, progress } = await importIds([
    fern,
    fern,
    { ...fern, name: "Moss" },
    ...plantsOf([1]),
  ]);
  expect([error, progress?.equal, progress?.created]).toEqual([undefined, 1, 2]);
  expect(rows.find(({ plant }) => Object(plant).name === "Moss")).toMatchObject({ reason: "changed" });
});

// With 255 rows before it, the row is the last one of a batch.
test.each([1, 255])(
  "if the reading ends with an error after %i rows and one that waits, that is not sent",
  async (count) => {
    function* broken(): Generator<NewPlant> {
      yield* plantsOf([...upTo(count, BigInt), ...rounded.slice(0, 1)]);
      throw new Error("broken");
    }
    const { error, sent } = await importIds(broken());
    expect([error, sent.length]).toEqual([expect.objectContaining({ message: "broken" }), count]);
  },
);

test("`maxNew` counts rows when they are sent", async () => {
  const plants = plantsOf([...rounded.slice(0, 2), 1n, 2n, ...exact]);
  const { error, sent, progress } = await importIds(plants, { maxNew: 3, concurrency: 1 });
  expect([error, sent, progress?.complete]).toEqual([undefined, [1, 2, rounded[0]], false]);
});

test("a row that was rejected, and would be sent again, counts", async () => {
  const journal = memoryJournal();
  const reject = respond(400, '{"error":1,"message":"no"}');
  await importAll(reject, plantsOf(rounded.slice(0, 10)), { journal, exactIds: true });
  const { error, sent } = await importIds(plantsOf(rounded), { journal });
  expect([error, sent]).toEqual([expect.objectContaining({ kind: "input" }), []]);
});
