/** What the command says about words for no value, backslashes, joined files and lists that were reformatted. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { faults } from "plant-store-sdk/mocks/server";
import { expect, test } from "vitest";
import { journalError, SQLITE } from "../../tools/import/journal/journal-error.ts";
import { createFolder } from "../support/temporary-folder.ts";
import { eventsOf, JOURNAL, linesUpTo, oneLine, Workplace } from "./import-command.ts";

test("the options that a problem names make its rows plants", async () => {
  const work = await Workplace.create();
  work.write("plants.tsv", "id\tname\ttag\n1\tFern\t\\N\n2\tLine\\nbreak\tNULL\n");
  const wrong = await work.import(["plants.tsv"]);
  expect([wrong.code, work.store.plants.length]).toEqual([1, 0]);
  const stderr = oneLine(wrong.stderr);
  expect(stderr).toContain("If it means no value, pass --null '\\N'. If it is a text, pass --null ''.");
  expect(stderr).toContain("as in COPY and mysql -B, pass --escape backslash. If backslashes are characters");
  expect((await work.import(["plants.tsv", "--escape", "backslash", "--null", "NULL"])).code).toBe(0);
  const created = new Map(work.store.plants.map(({ name, tag }) => [name, tag]));
  expect(created).toEqual(new Map(["Fern", "Line\nbreak"].map((name) => [name, undefined])));
});

test("notes name the first header that was skipped and the first cell that is NA, in a dry run, too", async () => {
  const work = await Workplace.create();
  work.write("plants.csv", "id,name,tag\n1,Fern,NA\nid,name,tag\n2,Moss,NA\n");
  for (const args of [["--dry-run"], []]) {
    const events = eventsOf(await work.import(["plants.csv", "--json", ...args]));
    const notes = events.filter(({ event }) => event === "note").map(({ message }) => message);
    expect(notes).toEqual([
      "NA is read as a text, first on line 2. If it means no value, pass --null NA.",
      "Line 3 repeats the header, and was skipped, like others.",
    ]);
  }
  expect(work.store.plants.map(({ tag }) => tag)).toEqual(["NA", "NA"]);
});

test("a list for --resolve that was pretty-printed says so, once", async () => {
  const work = await Workplace.create(linesUpTo(1));
  work.write("list", '{\n  "row": "1:0123456789abcdef",\n  "version": 1\n}\n');
  const { code, stderr } = await work.import(["plants.ndjson", "--resolve", "list"]);
  expect([code, stderr]).toEqual([2, expect.stringContaining("jq -c . FILE")]);
  expect(work.store.requests).toHaveLength(0);
});

test("no message about a row names an option of the library", async () => {
  const work = await Workplace.create(linesUpTo(3));
  await work.import(["plants.ndjson", "--max-new", "1"]);
  work.store.enqueue(faults.status(404));
  const { stdout } = await work.import(["plants.ndjson", "--max-new", "1", "--json"]);
  const row = eventsOf({ stdout }).find(({ event }) => event === "row");
  expect(row?.message).toContain("404");
  expect(work.read(`${JOURNAL}.not-created.ndjson`)).toContain("404");
  expect(stdout + work.read(`${JOURNAL}.not-created.ndjson`)).not.toContain("`");
});

test("an error about a journal that cannot be written names --journal, with a copy if there is one", () => {
  const path = join(createFolder(), "plants.db");
  const adviceAbout = (when: string) => ({ kind: "journal", advice: { when, option: "journal" } });
  for (const code of [SQLITE.READONLY, SQLITE.CANTOPEN])
    expect(journalError(path, code)).toMatchObject(adviceAbout("If the folder is read-only"));
  writeFileSync(path, "");
  const copy = adviceAbout(
    "If the folder must stay read-only, copy the journal and its -journal file, and with the copy",
  );
  expect(journalError(path, SQLITE.READONLY)).toMatchObject(copy);
});
