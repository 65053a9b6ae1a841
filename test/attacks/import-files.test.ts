/** Files and inputs that would make `plant-store-sdk import` lose a file, or hang. */
import { execFileSync } from "node:child_process";
import { linkSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { readPlants } from "plant-store-sdk/import";
import { expect, test } from "vitest";
import { JOURNAL, linesOf, Workplace } from "../commands/import-command.ts";

const two = linesOf({ id: 1 }, { id: 2 });

test.each([
  ["the list of rows that were not created", `${JOURNAL}.not-created.ndjson`],
  ["the list of unknown rows", `${JOURNAL}.unknown.ndjson`],
  ["the unfinished list of a run that was killed", `${JOURNAL}.not-created.ndjson.incomplete`],
  ["the journal", JOURNAL],
  ["SQLite's file beside the journal", `${JOURNAL}-journal`],
  ["a file beside the journal that SQLite deletes", `${JOURNAL}-wal`],
])("%s is never the input, by its name or through a link", async (_, file) => {
  const work = await Workplace.create();
  work.write(file, two);
  const path = (name: string) => join(work.folder, name);
  symlinkSync(path(file), path("symlink.ndjson"));
  linkSync(path(file), path("hardlink.ndjson"));
  for (const input of [file, "symlink.ndjson", "hardlink.ndjson"]) {
    const { code, stderr } = await work.import([input]);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/would overwrite its input .* with /)]);
  }
  expect(work.read(file)).toBe(two);
  expect(work.store.requests).toEqual([]);
});

test.each([
  ["the list of rows that were not created", `${JOURNAL}.not-created.ndjson`],
  ["the unfinished list of unknown rows", `${JOURNAL}.unknown.ndjson.incomplete`],
])("%s does not replace the decisions", async (_, file) => {
  const work = await Workplace.create(two);
  work.write(file, "");
  const { code, stderr } = await work.import(["plants.ndjson", "--resolve", file]);
  expect([code, stderr]).toEqual([2, expect.stringContaining("would overwrite its input")]);
  expect(work.has(file)).toBe(true);
});

test("what a killed run left beside its lists is removed", async () => {
  const work = await Workplace.create(`{"id":3}\n${two}`);
  work.write(`${JOURNAL}.not-created.ndjson.incomplete`, "{");
  expect((await work.import(["plants.ndjson"])).code).toBe(1);
  expect(work.has(`${JOURNAL}.not-created.ndjson.incomplete`)).toBe(false);
  expect(work.read(`${JOURNAL}.not-created.ndjson`)).toContain('"id":3');
});

// test/attacks/output-files.test.ts has links and folders.
test("a pipe in the place of a list is an error before anything is sent", async () => {
  const work = await Workplace.create(two);
  execFileSync("mkfifo", [join(work.folder, `${JOURNAL}.unknown.ndjson`)]);
  const { code, stderr } = await work.import(["plants.ndjson"]);
  expect([code, stderr]).toEqual([2, expect.stringMatching(/Cannot write .*, because it is a pipe/)]);
  expect(work.store.requests).toEqual([]);
});

test("the journal is only for the user who runs the command", async () => {
  const work = await Workplace.create(two);
  await work.import(["plants.ndjson"]);
  expect(statSync(join(work.folder, JOURNAL)).mode & 0o777).toBe(0o600);
});

test("a journal that is a link to the input is an error", async () => {
  const work = await Workplace.create(""); // A journal would be started in an empty file.
  symlinkSync(join(work.folder, "plants.ndjson"), join(work.folder, JOURNAL));
  const { code, stderr } = await work.import(["plants.ndjson"]);
  expect([code, stderr]).toEqual([2, expect.stringContaining("would overwrite its input plants.ndjson")]);
  expect(work.read("plants.ndjson")).toBe("");
});

test.each([
  ["white space before the first row", ["", " "]],
  ["a row", ['{"id":1,"name":"', "x"]],
])("%s in many parts takes linear time", async (_, [start, character]) => {
  const timeOf = async (count: number) => {
    const part = `${character}`.repeat(1_000);
    const before = process.cpuUsage();
    const parts = [`${start}`, ...Array.from({ length: count }, () => part), "{}"];
    for await (const _ of readPlants(parts, { format: "json" }));
    const { user, system } = process.cpuUsage(before);
    return user + system;
  };
  const minimumOf = async (count: number) =>
    Math.min(await timeOf(count), await timeOf(count), await timeOf(count));
  await timeOf(250); // Compiles it.
  // Some systems count the CPU time in steps of milliseconds.
  const ratio = (await minimumOf(8_000)) / Math.max(await minimumOf(250), 2_000);
  expect(ratio).toBeLessThan(256); // Linear is 32, and proportional to the square is 1,024.
});

test("timers and signals are served while an input has only white space", async () => {
  let turns = 0;
  const count = () => {
    turns += 1;
    immediate = setImmediate(count);
  };
  let immediate = setImmediate(count);
  for await (const _ of readPlants([...Array(100).fill(" "), "{}"], { format: "json" }));
  clearImmediate(immediate);
  expect(turns).toBeGreaterThan(10);
});
