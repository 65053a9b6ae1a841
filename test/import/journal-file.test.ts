/** The journal file: durability, repair, lock, and what an import does with a damaged one. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openJournal, PlantStoreImportError } from "plant-store-sdk/import";
import { MockStore } from "plant-store-sdk/mocks/store";
import { afterAll, expect, test } from "vitest";
import { JournalFile } from "../../src/import/node/journal-file.ts";
import {
  identifyProcess,
  judgeLock,
  type Observation,
  type ProcessIdentity,
} from "../../src/import/node/stale-lock.ts";
import { importAll, importComplete, plantsUpTo } from "./import-all.ts";

const baseUrl = "https://plants.example/api";
const HEADER = `{"journal":"plant-store-sdk","version":1,"baseUrl":"${baseUrl}"}\n`;

const root = mkdtempSync(join(tmpdir(), "plant-store-journal-"));
afterAll(() => rmSync(root, { recursive: true }));

/** The path of a journal in a folder of its own. */
function journalPath(content?: string | Uint8Array): string {
  const path = join(mkdtempSync(join(root, "run-")), "plants.journal.ndjson");
  if (content !== undefined) writeFileSync(path, content);
  return path;
}

async function linesOf(path: string, url = baseUrl): Promise<string[]> {
  const journal = await openJournal(path, { baseUrl: url });
  const lines: string[] = [];
  for await (const line of journal.read()) lines.push(line);
  await journal.close();
  return lines;
}

async function errorOf(promise: Promise<unknown>): Promise<PlantStoreImportError> {
  const error = await promise.then(
    () => expect.fail("It succeeded."),
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(PlantStoreImportError);
  return error as PlantStoreImportError;
}

const openError = (path: string, url = baseUrl) => errorOf(openJournal(path, { baseUrl: url }));

test("a journal keeps its lines in a file that starts with version and base URL, and leaves no lock behind", async () => {
  const path = journalPath();
  const journal = await openJournal(path, { baseUrl });
  expect(existsSync(`${path}.lock`)).toBe(true);
  const line = '{"name":"a\u2028b \u{1f331}"}';
  await Promise.all([journal.append(line), journal.append("2"), journal.append("3")]);
  expect(readFileSync(path, "utf8")).toBe(`${HEADER}${line}\n2\n3\n`);
  journal.append("4");
  await journal.close();
  expect(await linesOf(path)).toEqual([line, "2", "3", "4"]);
  expect(readdirSync(join(path, ".."))).toEqual(["plants.journal.ndjson"]);
});

test("openJournal needs a path and a base URL", async () => {
  await expect(openJournal(journalPath(), {} as never)).rejects.toThrow("`baseUrl` must be a string");
  await expect(openJournal(journalPath(), undefined as never)).rejects.toThrow("`baseUrl` must be a string");
  await expect(openJournal(undefined as never, { baseUrl: "x" })).rejects.toThrow("`path` must be a string");
});

// Repair.

test("an incomplete last line is removed", async () => {
  const path = journalPath(`${HEADER}1\n2\n{"eve`);
  expect(await linesOf(path)).toEqual(["1", "2"]);
  expect(readFileSync(path, "utf8")).toBe(`${HEADER}1\n2\n`);
});

test("zeros that a power failure left are removed, with what follows them", async () => {
  const path = journalPath(`${HEADER}1\n2\n{"e${"\0".repeat(5000)}nt"}\n4\n`);
  expect(await linesOf(path)).toEqual(["1", "2"]);
  expect(readFileSync(path, "utf8")).toBe(`${HEADER}1\n2\n`);
});

test("zeros that no power failure left are an error, because what follows them was sent", async () => {
  const path = journalPath();
  const journal = await openJournal(path, { baseUrl });
  await importComplete(new MockStore().fetch, plantsUpTo(4), { journal, concurrency: 1 });
  await journal.close();
  const lines = readFileSync(path, "utf8").split("\n");
  const damage = (number: number) => {
    const damaged = lines.with(number, "\0".repeat(lines[number]?.length ?? 0)).join("\n");
    writeFileSync(path, damaged);
    return damaged;
  };
  const [firstIntent, lastIntent, lastOutcome] = [1, 7, 8];
  for (const number of [firstIntent, lastIntent]) {
    const damaged = damage(number);
    expect((await openError(path)).message).toMatch(/contains zeros that no crash left there\. Restore/);
    expect(readFileSync(path, "utf8")).toBe(damaged);
  }
  damage(lastOutcome); // Its row is held.
  expect(await linesOf(path)).toEqual(lines.slice(1, 8));
});

test("a long journal is repaired, too", async () => {
  const lines = Array.from({ length: 50_000 }, (_, index) => `line ${index} ${"x".repeat(40)}`);
  const path = journalPath(`${HEADER}${lines.join("\n")}\nhalf`);
  expect(await linesOf(path)).toEqual(lines);
});

test("an empty journal, or one with an incomplete first line, starts anew", async () => {
  for (let length = 0; length < HEADER.length; length++) {
    const path = journalPath(HEADER.slice(0, length));
    expect(await linesOf(path)).toEqual([]);
    expect(readFileSync(path, "utf8")).toBe(HEADER);
  }
});

test("an import continues after its journal is cut at any byte: created rows are skipped, open ones held, others sent", async () => {
  const path = journalPath();
  const journal = await openJournal(path, { baseUrl });
  await importComplete(new MockStore().fetch, plantsUpTo(4), { journal, concurrency: 2 });
  await journal.close();
  const text = readFileSync(path, "utf8");
  expect(text.split("\n")).toHaveLength(10);
  const resume = async (length: number) => {
    const lines = text
      .slice(0, length)
      .split("\n")
      .slice(1, -1)
      .map((line) => JSON.parse(line));
    const rowsWith = (event: string) => lines.filter((line) => line.event === event).map(({ row }) => row);
    const [intents, outcomes] = [rowsWith("intent"), rowsWith("outcome")];

    const cut = await openJournal(journalPath(text.slice(0, length)), { baseUrl });
    const store = new MockStore();
    const { rows, error } = await importAll(store.fetch, plantsUpTo(4), { journal: cut });
    await cut.close();
    expect(error).toBeUndefined();
    const rowsThatWere = (action: string) =>
      rows
        .filter((row) => row.action === action)
        .map(({ row }) => row)
        .sort();
    expect(rowsThatWere("skipped")).toEqual(outcomes.sort());
    expect(rowsThatWere("held")).toEqual(intents.filter((row) => !outcomes.includes(row)).sort());
    expect(rowsThatWere("sent")).toHaveLength(4 - intents.length);
    expect(store.plants).toHaveLength(4 - intents.length);
  };
  const lengths = Array.from({ length: text.length + 1 }, (_, length) => length);
  while (lengths.length > 0) await Promise.all(lengths.splice(-50).map(resume));
}, 60_000);

// Files that are not used.

test.each<[string, string | Uint8Array, RegExp]>([
  ["a file of plants", '{"id":1,"name":"Fern"}\n', /is not a journal of an import\. Choose another name/],
  ["a file without lines", "id,name", /is not a journal of an import/],
  ["a file of bytes", Buffer.from([0, 255, 0, 10, 1]), /is not a journal of an import/],
  [
    "a journal of a later version",
    HEADER.replace('"version":1', '"version":2'),
    /written by another version.*Update/,
  ],
  [
    "a journal of another base URL",
    HEADER.replace("plants.example", "other.example"),
    /belongs to https:\/\/other\.example\/api, but this import is for https:\/\/plants\.example\/api\. Use another journal/,
  ],
])("openJournal rejects %s and does not change it", async (_, content, message) => {
  const path = journalPath(content);
  const { message: found } = await openError(path);
  expect(found).toMatch(message);
  expect(found).toContain(path);
  expect(readFileSync(path)).toEqual(Buffer.from(content));
  expect(readdirSync(join(path, ".."))).toHaveLength(1);
});

test("openJournal names a folder, and a path in a missing folder", async () => {
  expect((await openError(root)).message).toMatch(/Cannot open the journal .*EISDIR/);
  expect((await openError(join(root, "missing/plants.journal"))).message).toMatch(
    /Cannot open the journal .*missing.* \(ENOENT\)\. Nothing was sent\./,
  );
  expect((await openError("/dev/null")).message).toMatch(/\/dev\/null/);
  expect(existsSync("/dev/null.lock")).toBe(false);
});

const diskFull = Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });

test.each([
  ["write", 1],
  ["sync", 2],
] as const)(
  "a failed %s is an error for every later line, and nothing is written after it",
  async (step, writes) => {
    const written: string[] = [];
    let fails = false;
    const target = {
      write: (text: string) => {
        if (fails && step === "write") throw diskFull;
        written.push(text);
      },
      sync: async () => {
        if (fails && step === "sync") throw diskFull;
      },
      size: () => written.join("").length,
    };
    const file = new JournalFile(target, "plants.journal.ndjson", 0);
    await file.append("1");
    fails = true;
    const failures = await Promise.allSettled([file.append("2")]);
    fails = false; // A disk that has space again does not make the lost line durable.
    const late = await Promise.allSettled([file.append("3"), file.append("4"), file.flush()]);
    for (const result of [...failures, ...late]) {
      expect(result).toMatchObject({
        reason: {
          kind: "journal",
          message: expect.stringMatching(/Cannot write the journal plants.journal.ndjson \(ENOSPC\)/),
          cause: diskFull,
        },
      });
    }
    expect(written).toHaveLength(writes);
  },
);

test.skipIf(process.platform === "win32")(
  "a journal that is deleted while it is open is an error",
  async () => {
    const path = journalPath();
    const journal = await openJournal(path, { baseUrl });
    await journal.append("1");
    rmSync(path);
    expect((await errorOf(journal.append("2"))).message).toMatch(/it was deleted, so a new run would send/);
    await errorOf(journal.close());
    expect(readdirSync(join(path, ".."))).toEqual([]);
  },
);

test("a line is written at once, and lines that arrive during a sync share the next one", async () => {
  const events: string[] = [];
  const target = {
    write: (text: string) => void events.push(`write ${text.trim()}`),
    sync: async () => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      events.push("sync");
    },
    size: () => 2 * events.filter((event) => event.startsWith("write")).length,
  };
  const file = new JournalFile(target, "plants.journal.ndjson", 0);
  const append = (line: number) =>
    file.append(String(line)).then(() => void events.push(`${line} is durable`));
  const first = append(1);
  await new Promise((resolve) => setTimeout(resolve, 5));
  await Promise.all([first, append(2), append(3)]);
  expect(events).toEqual([
    "write 1",
    "write 2",
    "write 3",
    "sync",
    "1 is durable",
    "sync",
    "2 is durable",
    "3 is durable",
  ]);
});

// The lock.

/** The content of a lock of this process, or with other fields. */
async function lockText(fields: object = {}): Promise<string> {
  return JSON.stringify({ ...(await identifyProcess()), id: crypto.randomUUID(), ...fields });
}

/** The id of a process that has ended. */
async function endedProcess(): Promise<number> {
  const child = spawn(process.execPath, ["-e", "0"]);
  await once(child, "exit");
  return Number(child.pid);
}

test("a journal that is open cannot be opened a second time, also under another name", async () => {
  const path = journalPath();
  const journal = await openJournal(path, { baseUrl });
  const expected = `The journal ${path} is in use by process ${process.pid}. Wait until it has ended. Its lock file is ${path}.lock.`;
  expect((await openError(path)).message).toBe(expected);
  symlinkSync(path, `${path}.link`);
  expect((await openError(`${path}.link`)).message).toBe(expected);
  await journal.close();
  await (await openJournal(`${path}.link`, { baseUrl })).close();
});

test("a link to a journal that does not exist yet has no lock of its own", async () => {
  const path = journalPath();
  symlinkSync(path, `${path}.link`);
  const journal = await openJournal(`${path}.link`, { baseUrl });
  for (const name of [path, `${path}.link`])
    expect(await openError(name)).toMatchObject({
      kind: "in-use",
      message: expect.stringMatching(/is in use by/),
    });
  await journal.close();
});

test("a journal with several names is an error, because each name would have a lock of its own", async () => {
  const path = journalPath(HEADER);
  linkSync(path, `${path}.link`);
  expect((await openError(path)).message).toMatch(/has several names \(hard links\).* Use a copy\.$/);
});

test("the lock of a process that has ended is replaced", async () => {
  const path = journalPath(HEADER);
  writeFileSync(`${path}.lock`, await lockText({ pid: await endedProcess() }));
  const journal = await openJournal(path, { baseUrl });
  expect(JSON.parse(readFileSync(`${path}.lock`, "utf8"))).toMatchObject({ pid: process.pid });
  expect(readdirSync(join(path, ".."))).toHaveLength(2);
  await journal.close();
  expect(readdirSync(join(path, ".."))).toHaveLength(1);
});

const lock: ProcessIdentity = {
  host: "one",
  boot: "boot",
  pidNamespace: "pid:[1]",
  pid: 7,
  started: "100",
  time: 10_000_000,
};
const here: Observation = { own: lock, bootTime: 5_000_000, found: { started: "100" }, platform: "linux" };
/** As on systems without /proc. */
const unknown = { boot: null, pidNamespace: null, started: null };
const onMac = { own: { ...lock, ...unknown }, found: { started: null }, platform: "darwin" };

test.each<[string, "ended" | "running" | "uncertain", Partial<ProcessIdentity>, Partial<Observation>]>([
  ["a process with its id and start", "running", {}, {}],
  ["no process with its id", "ended", {}, { found: undefined }],
  ["a later process with its id", "ended", {}, { found: { started: "200" } }],
  ["a process whose start is hidden", "uncertain", {}, { found: { started: null } }],
  ["another host", "uncertain", { host: "two" }, { found: undefined }],
  [
    "another host that has started later",
    "uncertain",
    { host: "two", boot: "x", time: 1 },
    { found: undefined },
  ],
  ["another container of this machine", "uncertain", { pidNamespace: "pid:[2]" }, { found: undefined }],
  ["a machine that has restarted", "ended", { boot: "x", time: 4_999_999 }, {}],
  ["another machine with this name", "uncertain", { boot: "x" }, { found: undefined }],
  ["a sandbox without /proc", "uncertain", unknown, { ...onMac, platform: "linux", found: undefined }],
  [
    "a sandbox without /proc, before a restart",
    "ended",
    { ...unknown, time: 1 },
    { ...onMac, platform: "linux" },
  ],
  ["a Mac, where no process has its id", "ended", unknown, { ...onMac, found: undefined }],
  ["a Mac, where a process has its id", "uncertain", unknown, onMac],
  ["a Mac that has restarted", "ended", { ...unknown, time: 1 }, onMac],
  ["a Mac whose clock was adjusted", "uncertain", { ...unknown, time: 4_950_000 }, onMac],
])("the lock of %s: its process is %s", (_, verdict, fields, observation) => {
  expect(judgeLock({ ...lock, ...fields }, { ...here, ...observation })).toBe(verdict);
});

test("a process has an identity also without /proc", async () => {
  const { pid } = process;
  expect(await identifyProcess(join(root, "no-proc"))).toMatchObject({
    ...unknown,
    pid,
    host: expect.any(String),
  });
  if (process.platform !== "linux") return;
  expect(await identifyProcess()).toMatchObject({
    boot: expect.stringMatching(/^[\w-]{36}$/),
    pidNamespace: expect.stringMatching(/^pid:\[\d+\]$/),
    started: expect.stringMatching(/^\d+$/),
  });
});

test.each([
  ["another host", { host: "other-host" }],
  ["another container", { pidNamespace: "pid:[7]" }],
])("the lock of %s is an error that names the file, and what to check", async (_, fields) => {
  const path = journalPath(HEADER);
  const text = await lockText({ pid: 7, ...fields });
  writeFileSync(`${path}.lock`, text);
  expect((await openError(path)).message).toBe(
    `The journal ${path} may be in use by process 7 on the host ${JSON.parse(text).host}: this process cannot find out whether that one has ended. Make sure that no import uses the journal. Then delete the lock file ${path}.lock.`,
  );
  expect(readFileSync(`${path}.lock`, "utf8")).toBe(text);
});

test("two processes that see different locks both end with an error, nothing is sent twice, and the journal stays readable", async () => {
  const path = journalPath();
  const store = new MockStore();
  const open = async () => {
    const journal = await openJournal(path, { baseUrl });
    rmSync(`${path}.lock`); // As if the lock was in another container's folder.
    return journal;
  };
  const journals = [await open(), await open()];
  const results = await Promise.all(
    journals.map((journal) => importAll(store.fetch, plantsUpTo(100), { journal, concurrency: 4 })),
  );
  await Promise.allSettled(journals.map((journal) => journal.close()));
  for (const { error } of results) {
    expect(error).toMatchObject({
      kind: "in-use",
      message: expect.stringMatching(
        /^Another process has changed the journal .* Nothing more was sent\. Make sure that no import uses the journal\. Then run one again/,
      ),
    });
  }
  const journal = await openJournal(path, { baseUrl });
  const rows = await importComplete(store.fetch, plantsUpTo(100), { journal });
  await journal.close();
  const ids = store.plants.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const [id, { outcome }] of rows)
    expect(outcome).toBe(ids.includes(id as number) ? "created" : "unknown");
  expect(ids.length).toBeGreaterThanOrEqual(100 - 2 * 4);
});

test("a journal that two processes created at the same time has two headers, and stays readable", async () => {
  expect(await linesOf(journalPath(`${HEADER}${HEADER}1\n${HEADER}2\n`))).toEqual(["1", "2"]);
});

test.each(["", "{}", "7", '{"host":"x","pid":1,"id":"../x"}'])(
  "the lock file %j is damaged",
  async (text) => {
    const path = journalPath(HEADER);
    writeFileSync(`${path}.lock`, text);
    expect((await openError(path)).message).toBe(
      `The lock file ${path}.lock is damaged. Make sure that no import uses the journal. Then delete the lock file.`,
    );
  },
);

test("a process that ended while it replaced a lock does not block the next one", async () => {
  const path = journalPath(HEADER);
  const pid = await endedProcess();
  writeFileSync(`${path}.lock`, await lockText({ pid, id: "first" }));
  writeFileSync(`${path}.lock.first`, await lockText({ pid, id: "second" }));
  writeFileSync(`${path}.lock.second`, await lockText({ pid, id: "third" }));
  await (await openJournal(path, { baseUrl })).close();
  expect(readdirSync(join(path, ".."))).toEqual(["plants.journal.ndjson"]);
});

test("a process that is replacing a lock keeps others out", async () => {
  const path = journalPath(HEADER);
  writeFileSync(`${path}.lock`, await lockText({ pid: await endedProcess(), id: "first" }));
  writeFileSync(`${path}.lock.first`, await lockText());
  expect((await openError(path)).message).toMatch(/is in use by process/);
});

test("of many processes that find a stale lock, one gets the journal", async () => {
  const path = journalPath(HEADER);
  writeFileSync(`${path}.lock`, await lockText({ pid: await endedProcess() }));
  const results = await Promise.allSettled(Array.from({ length: 50 }, () => openJournal(path, { baseUrl })));
  const opened = results.filter((result) => result.status === "fulfilled");
  expect(opened).toHaveLength(1);
  for (const result of results) {
    if (result.status === "rejected") expect(result.reason.message).toMatch(/is in use by process/);
  }
  await opened[0]?.value.close();
  expect(readdirSync(join(path, ".."))).toEqual(["plants.journal.ndjson"]);
});

// Permissions.

test.each([
  [
    "a journal that is read-only",
    0o444,
    0o777,
    /Cannot open the journal .* \(EACCES\)\. Nothing was sent\.$/,
  ],
  [
    "a folder that is read-only",
    0o666,
    0o555,
    /Cannot lock the journal .* \(EACCES\)\. Its folder must be writable\.$/,
  ],
])("%s is an error", async (_, fileMode, folderMode, message) => {
  const path = journalPath(HEADER);
  const folder = join(path, "..");
  chmodSync(root, 0o777);
  chmodSync(path, fileMode);
  chmodSync(folder, folderMode);
  const isRoot = process.geteuid?.() === 0;
  if (isRoot) process.seteuid?.(65534); // Root may write everywhere.
  const error = await openError(path).finally(() => isRoot && process.seteuid?.(0));
  chmodSync(folder, 0o777);
  expect(error.message).toMatch(message);
  expect(readdirSync(folder)).toEqual(["plants.journal.ndjson"]);
});
