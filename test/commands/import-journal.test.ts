/** What `plant-store-sdk import` says about its journal and its list of unknown rows, and `plant-store-sdk journal`. */
import { once } from "node:events";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { faults } from "plant-store-sdk/mocks/server";
import { expect, test, vi } from "vitest";
import { LONG_WAIT } from "../support/long-wait.ts";
import { eventsOf, JOURNAL, linesOf, linesUpTo, oneLine, runJournal, Workplace } from "./import-command.ts";

const three = linesUpTo(3);
const UNKNOWN = `${JOURNAL}.unknown.ndjson`;

/** A folder in which plant 1 is unknown. It exists. */
async function withUnknownPlant(plants = three): Promise<Workplace> {
  const work = await Workplace.create(plants);
  work.store.enqueue(faults.reset({ afterCreate: true }));
  expect((await work.import(["plants.ndjson", "--concurrency", "1"])).code).toBe(3);
  return work;
}

/** Sets the outcome in the only line of a list. */
const decide = (line: string, outcome: string) =>
  line.replace(/"outcome":"[a-z-]+"/, `"outcome":"${outcome}"`);

// The list of unknown rows.

test("a list with a mistake stays as it is", async () => {
  const work = await Workplace.create(three);
  work.store.enqueue(faults.reset(), faults.reset(), faults.reset());
  await work.import(["plants.ndjson", "--concurrency", "1"]);
  const [one = "", two = "", last = ""] = work.read(UNKNOWN).trim().split("\n");
  const edited = `# Eva looked them up.\n${decide(one, "created")}\n${two}\n${decide(last, "not-created")}\n`;
  work.write(UNKNOWN, edited);
  const { stderr } = await work.import(["plants.ndjson"]);
  expect(work.read(UNKNOWN)).toBe(edited);
  const advice = `1 line of ${UNKNOWN} cannot be read. Correct or delete it: it was not updated.`;
  expect(oneLine(stderr)).toContain(advice);
});

test("an outcome that was set, but not passed to --resolve, is kept, unless it is for an older version", async () => {
  const work = await withUnknownPlant(linesUpTo(1));
  work.write(UNKNOWN, decide(work.read(UNKNOWN), "not-created"));
  await work.import(["plants.ndjson"]);
  expect(work.read(UNKNOWN)).toMatch(/"version":1,.*"outcome":"not-created"\}\n$/);
  work.store.enqueue(faults.reset());
  await work.import(["plants.ndjson", "--resend-unknown"]);
  expect(work.read(UNKNOWN)).toMatch(/"version":2,.*"outcome":"unknown"\}\n$/);
});

test("a list of another journal stops the import before a row is sent, unless its rows are in other shards", async () => {
  const work = await withUnknownPlant(linesUpTo(2));
  const sent = work.store.requests.length;
  work.write("list", decide(work.read(UNKNOWN), "created"));
  const importWithList = (...args: string[]) => work.import(["plants.ndjson", "--resolve", "list", ...args]);
  const forgotten = await importWithList("--journal", "new.db");
  expect([forgotten.code, oneLine(forgotten.stderr)]).toEqual([
    2,
    expect.stringContaining(
      "The journal contains no row of the decisions, so they are about another journal. Nothing was sent. To use that one, pass --journal.",
    ),
  ]);
  expect(work.store.requests).toHaveLength(sent);
  const ends = [1, 2].map(async (shard) => {
    const { code, stderr } = await importWithList("--journal", `${shard}.db`, "--shard", `${shard}/2`);
    return [code, stderr.includes("ignored")];
  });
  expect((await Promise.all(ends)).sort()).toEqual([
    [0, false],
    [2, true],
  ]);
});

test("a decision about the same row in another journal is ignored; a time that was rewritten counts", async () => {
  const work = await withUnknownPlant(linesUpTo(1));
  const own = decide(work.read(UNKNOWN), "created");
  const other = decide(own, "not-created").replace(/"time":"[^"]+"/, '"time":"2026-11-01T00:00:00.000Z"');
  const sent = work.store.requests.length;
  const resolve = async (list: string) => {
    work.write("list", list);
    return work.import(["plants.ndjson", "--resolve", "list"]);
  };
  const { code, stderr } = await resolve(other);
  expect([code, oneLine(stderr)]).toEqual([
    3,
    expect.stringContaining("It is about an attempt at 2026-11-01T00:00:00.000Z, but the last one of this"),
  ]);
  expect(work.store.requests).toHaveLength(sent);
  // The order does not matter.
  expect((await resolve(own.replace(/(\.\d+)Z"/, '$1000Z"') + other)).code).toBe(0);
});

test("an empty input beside a journal with rows is reported as such", async () => {
  const work = await Workplace.create(three);
  await work.import(["plants.ndjson"]);
  work.write("plants.json", "[]");
  const { stdout } = await work.import(["plants.json"]);
  expect(stdout).toMatch(/\n\nThere are no plants in plants\.json\.\n$/);
});

// Decisions.

test("a wrong decision is corrected with the line that `journal --row` prints, and stale lines revive nothing", async () => {
  const work = await withUnknownPlant();
  const list = work.read(UNKNOWN);
  const journal = (...args: string[]) => runJournal(join(work.folder, JOURNAL), ...args);
  const { row } = JSON.parse(list);
  expect(await journal("--row", row)).toEqual({ code: 0, stdout: list, stderr: "" });
  const stderr = "plant-store-sdk journal: The journal does not contain this row.\n";
  expect(await journal("--row", "7:0123456789abcdef")).toEqual({ code: 1, stdout: "", stderr });

  work.write("plants.ndjson", linesOf({ id: 2 }, { id: 3 }));
  work.write("decisions", decide(list, "not-created")); // Wrong.
  const decided = await work.import(["plants.ndjson", "--resolve", "decisions"]);
  expect(decided.code).toBe(1);
  expect(oneLine(decided.stdout)).toContain("Not sent: 1 row that you decided to be not created. ");
  expect((await work.import(["plants.ndjson"])).code).toBe(0); // Without --resolve, it is not of this run.
  const { stdout: line } = await journal("--row", row);
  expect(JSON.parse(line)).toMatchObject({ row, version: 2, outcome: "not-created" });
  work.write("correction", decide(line, "created"));
  expect((await work.import(["plants.ndjson", "--resolve", "correction"])).code).toBe(0);

  work.write("plants.ndjson", three);
  const again = await work.import(["plants.ndjson", "--resolve", "decisions"]); // By cron.
  expect(again.code).toBe(0);
  expect(oneLine(again.stderr)).toContain(
    `(3 rows) The decision about row ${row} was ignored. It is about version 1 of the row, which has version 3 now. `,
  );
  const json = await work.import(["plants.ndjson", "--resolve", "decisions", "--json"]);
  const message = expect.stringContaining(`row ${row} was ignored. `);
  expect(eventsOf(json)).toContainEqual({ event: "note", message });
  expect(work.store.plants.map(({ id }) => id).sort()).toEqual([1, 2, 3]);
});

test("`journal` no longer counts a row that was not created once another row with its id exists", async () => {
  const work = await Workplace.create(linesOf({ id: 1 }, { id: 2 }));
  work.store.enqueue(faults.status(400));
  expect((await work.import(["plants.ndjson", "--concurrency", "1"])).code).toBe(1);
  const journal = () => runJournal(join(work.folder, JOURNAL));
  const counts = (created: number, notCreated: number) =>
    expect.stringContaining(`${created} created, ${notCreated} not created, 0 unknown`);
  expect(await journal()).toMatchObject({ code: 1, stdout: counts(1, 1) });
  work.write("plants.ndjson", '{"id":1,"name":"Corrected fern"}\n');
  expect((await work.import(["plants.ndjson"])).code).toBe(0);
  expect(await journal()).toMatchObject({ code: 0, stdout: counts(2, 0) });
});

test("`journal` with the same journal twice says so", async () => {
  const work = await withUnknownPlant();
  symlinkSync(JOURNAL, join(work.folder, "link.db"));
  const { code, stderr } = await runJournal(join(work.folder, JOURNAL), join(work.folder, "link.db"));
  expect([code, stderr]).toEqual([2, expect.stringMatching(/: The journal .*link\.db is given twice\.\n$/)]);
  expect((await work.import(["plants.ndjson"])).code).toBe(3); // It is closed.
});

test.each<[string[], RegExp]>([
  [[], /The journal is missing/],
  [["missing"], /Cannot use the journal missing \(ENOENT/],
  [["missing", "--row", "s3cret"], /--row must be the key of a row/],
  [[import.meta.filename, "--row", "7:0123456789abcdef"], /\.ts is not a journal of an import/],
])("`journal` with %j is an error", async (args, message) => {
  const { code, stdout, stderr } = await runJournal(...args);
  expect([code, stdout, stderr]).toEqual([2, "", expect.stringMatching(message)]);
  expect(stderr).not.toContain("s3cret");
});

// Fatal errors.

test("after a mistake in --resolve, only the mistake is printed, and the list stays as it is", async () => {
  const work = await withUnknownPlant();
  const list = work.read(UNKNOWN);
  const edited = decide(list, "not-created") + decide(list, "create");
  work.write(UNKNOWN, edited);
  work.write("broken", "{}}\n");
  for (const [file, problem] of [
    ["missing", " (ENOENT)."],
    ["broken", ", line 1: The row is not valid JSON"],
    [UNKNOWN, ", line 2: "],
  ] as const) {
    const { code, stdout, stderr } = await work.import(["plants.ndjson", "--resolve", file]);
    expect([code, stdout, stderr]).toEqual([2, "", expect.stringContaining(file + problem)]);
  }
  const json = await work.import(["plants.ndjson", "--resolve", UNKNOWN, "--json"]);
  const message = expect.stringMatching(/, line 2: `outcome` must be /);
  const stopped = { kind: "configuration", option: "--resolve", message };
  expect(eventsOf(json)).toMatchObject([
    { event: "error", ...stopped },
    { event: "summary", created: 0, sent: 0, unknownInJournal: 1, stopped },
  ]);
  expect(work.read(UNKNOWN)).toBe(edited);
});

// The dry run.

test("--dry-run says what an import would do with this journal and these decisions, and changes nothing", async () => {
  const work = await withUnknownPlant(linesUpTo(2));
  work.write("decisions", decide(work.read(UNKNOWN), "not-created"));
  work.write("plants.ndjson", linesOf({ id: 1 }, { id: 2 }, { id: 3 }, { id: 2, name: "Moss" }));
  const files = () => [JOURNAL, UNKNOWN, "decisions"].map((file) => work.read(file));
  const before = files();
  const held = await work.import(["plants.ndjson", "--dry-run"]);
  expect([held.code, oneLine(held.stdout)]).toEqual([
    3,
    "4 rows: 1 would be sent, 1 done earlier, 1 unknown, 1 changed or invalid. Nothing was sent. ",
  ]);
  const decided = await work.import(["plants.ndjson", "--dry-run", "--resolve", "decisions"]);
  expect([decided.code, oneLine(decided.stdout)]).toEqual([
    1,
    "4 rows: 2 would be sent, 1 done earlier, 0 unknown, 1 changed or invalid. Nothing was sent. ",
  ]);
  expect(files()).toEqual(before);
  expect(work.store.requests).toHaveLength(2);
});

// A slow reader.

test("a reader of --json that pauses pauses the import", async () => {
  // Invalid rows are reported without a request, so they fill the pipe at once.
  const invalid = '{"id":1}\n'.repeat(5_000);
  const work = await Workplace.create(linesOf({ id: 1 }) + invalid + linesOf({ id: 2 }));
  const running = work.start(["plants.ndjson", "--json"]);
  const ended = once(running, "close");
  running.stdout.pause();
  await vi.waitUntil(() => work.store.plants.length > 0, LONG_WAIT);
  await sleep(1_000);
  expect(work.store.plants).toHaveLength(1);
  running.stdout.resume();
  expect(await ended).toEqual([1, null]);
  expect(work.store.plants).toHaveLength(2);
});
