/** What the commands write is on the disk before it is needed after a crash of the machine: their system calls, from strace. */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { faults } from "../../mocks/store.ts";
import { command, eventsOf, JOURNAL, linesOf, resultOf, Workplace } from "../commands/import-command.ts";
import { createFolder } from "../support/temporary-folder.ts";

const ROLLBACK = `${JOURNAL}-journal`;

interface SystemCall {
  name: string;
  /** The name of the file that it is about, without its folder. */
  file: string;
  /** The other arguments, as strace writes them. */
  text: string;
}

/** Runs a command, and returns its system calls that write, sync or rename, in order. */
async function trace(work: Workplace, ...args: string[]) {
  const log = join(createFolder(), "trace");
  // Without -f, strace shows the main thread only. The commands write and sync there.
  const options = ["-o", log, "-y", "-s", "65536", "-e", "signal=none", "-e", "trace=/write|sync|rename"];
  const env = { PATH: process.env.PATH, ...work.environment };
  const child = spawn("strace", [...options, process.execPath, command, ...args], { cwd: work.folder, env });
  const result = await resultOf(child);
  const lines = readFileSync(log, "utf8").replaceAll('\\"', '"').split("\n");
  const calls = lines.flatMap((line): SystemCall[] => {
    const [, name = "", file, draft, text = ""] =
      /^(\w+)\((?:\d+<(.*?)>|"(.*?)")(.*)\) += (?!-1)/.exec(line) ?? [];
    return name === "" ? [] : [{ name, file: basename(file ?? draft ?? ""), text }];
  });
  return { ...result, calls };
}

/** What a crash of the machine would leave of the files. */
class Disk {
  readonly #written = new Map<string, string>();
  readonly #synced = new Map<string, string>();

  apply({ name, file, text }: SystemCall): void {
    if (name.includes("write")) this.#written.set(file, (this.#written.get(file) ?? "") + text);
    if (!name.includes("sync")) return;
    this.#synced.set(file, this.read(file) + (this.#written.get(file) ?? ""));
    this.#written.delete(file);
  }

  /** All that was ever synced. */
  read(file: string): string {
    return this.#synced.get(file) ?? "";
  }

  /** Whether nothing of it would be lost. */
  isSynced(file: string): boolean {
    return this.#synced.has(file) && !this.#written.has(file);
  }
}

test("an import syncs each row before its request, each outcome before it is reported, and each list before it is renamed", async () => {
  const work = await Workplace.create(`${linesOf({ id: 1 }, { id: 2 }, { id: 3 })}{"id":4}\n`);
  work.store.enqueue(faults.reset({ id: 2 }));
  const result = await trace(work, "import", "plants.ndjson", "--json", "--concurrency", "1");
  expect([result.code, result.stderr]).toEqual([3, ""]);
  const keys = new Map(eventsOf(result).map(({ id, row = "" }) => [String(id), row.split(":")[1]]));

  const disk = new Disk();
  const seen: string[] = [];
  for (const call of result.calls) {
    const { name, file, text } = call;
    if (file === JOURNAL && name.includes("write"))
      expect(disk.isSynced(ROLLBACK), "SQLite could restore the journal").toBe(true);
    const [, sent] = /POST \/plants .*"id":(\d)/.exec(text) ?? [];
    const [, id = "", outcome] =
      /"event":"row".*"id":(\d),"outcome":"([\w-]+)","action":"sent"/.exec(text) ?? [];
    if (sent) {
      seen.push(`${sent} is sent`);
      for (const each of [JOURNAL, ROLLBACK]) expect(disk.isSynced(each), `${each}, ${sent}`).toBe(true);
      expect(disk.read(JOURNAL)).toContain(`${keys.get(sent)}unknown`);
    }
    if (outcome) {
      seen.push(`${id} is ${outcome}`);
      expect(disk.isSynced(JOURNAL), `${id} is ${outcome}`).toBe(true);
      expect(disk.read(JOURNAL)).toContain(`${keys.get(id)}${outcome}`);
    }
    if (name.startsWith("rename")) {
      seen.push(`${file} is renamed`);
      expect(disk.isSynced(file), file).toBe(true);
      expect(disk.read(file)).toContain(file.includes("unknown") ? "Fern 2" : '{"id":4}');
    }
    disk.apply(call);
  }
  expect(seen).toEqual([
    ...["1 is sent", "1 is created", "2 is sent", "2 is unknown", "3 is sent", "3 is created"],
    ...["not-created", "unknown"].map((list) => `${JOURNAL}.${list}.ndjson.incomplete is renamed`),
  ]);
  for (const file of [JOURNAL, ROLLBACK]) expect(disk.isSynced(file), file).toBe(true);
});

test("a check syncs each id before it sends the plant", async () => {
  const work = await Workplace.create("", { auth: (token) => token === "s3cret-token" });
  const { code, stderr, calls } = await trace(work, "check", "--create-on", "127.0.0.1");
  expect([code, stderr]).toEqual([0, ""]);
  const file = "plant-store-check-created.txt";
  const ids = new Set(work.read(file).trim().split("\n"));
  expect(ids.size).toBeGreaterThan(20);
  const sent = new Set<string>();
  const disk = new Disk();
  for (const call of calls) {
    for (const id of ids)
      if (call.file !== file && call.text.includes(id)) {
        sent.add(id);
        expect(disk.read(file)).toContain(`"${id}\\n"`);
      }
    disk.apply(call);
  }
  expect(sent).toEqual(ids);
});
