/** How `plant-store-sdk import` ends: its exit codes, its last events, and output that cannot be written. */
import { once } from "node:events";
import { closeSync, existsSync, mkdirSync, openSync } from "node:fs";
import { join } from "node:path";
import { faults } from "plant-store-sdk/mocks/server";
import { expect, test } from "vitest";
import { exitCodeOf, type StopKind } from "../../tools/import/command/ends.ts";
import { NO_ROWS } from "../../tools/import/run/progress-report.ts";
import { readProjectFile } from "../docs/guide-code.ts";
import { eventsOf, JOURNAL, linesUpTo, spawnCommand, Workplace } from "./import-command.ts";

const two = linesUpTo(2);

test("the first exit code that applies counts", () => {
  const end = {
    ...{ stop: undefined, decidedToSend: 0, isOutputLost: false },
    progress: { ...NO_ROWS, unknown: 1, notCreated: 1, complete: true },
  };
  const stops = { stopped: 4, outage: 4, "input-changed": 4 };
  const failures = { "in-use": 5, configuration: 2, input: 2, journal: 2, ...stops };
  const codes = { interrupted: 130, ...failures, "too-many-not-created": 6, "max-new": 3 };
  for (const [stop, code] of Object.entries(codes))
    expect([stop, exitCodeOf({ ...end, stop: stop as StopKind })]).toEqual([stop, code]);
  end.progress.unknown = 0;
  expect(exitCodeOf({ ...end, stop: "max-new" })).toBe(1);
  end.progress.notCreated = 0;
  expect([exitCodeOf(end), exitCodeOf({ ...end, decidedToSend: 1 })]).toEqual([0, 1]);
  for (const stop of ["max-new", undefined] as const)
    expect(exitCodeOf({ ...end, stop, isOutputLost: true })).toBe(1);
});

test("the reference says of each exit code whether to run the import again", () => {
  const rows = readProjectFile("docs/import-reference.md").matchAll(/^\| (\d+) \| .+ \| .+ \|$/gm);
  expect(Array.from(rows, ([, code]) => Number(code))).toEqual([130, 5, 2, 4, 6, 3, 1, 7, 0]);
});

const wrong = (option: string) => ({ kind: "configuration", option });

test.each<[string, string[], object, Record<string, undefined>?]>([
  ["no file", ["--json"], { kind: "configuration", message: expect.stringContaining("argument FILE") }],
  ["a wrong value", ["a", "--json", "--concurrency", "0"], wrong("--concurrency")],
  ["what the library rejects", ["plants.ndjson", "--json", "--base-url", "http://a"], wrong("--base-url")],
  ["no token", ["plants.ndjson", "--json"], wrong("--token-file"), { PLANT_STORE_TOKEN: undefined }],
  ["a missing file", ["moss.csv", "--json"], { kind: "input", message: "Cannot read moss.csv (ENOENT)." }],
  ["a file that is not a journal", ["plants.ndjson", "--json", "--journal", "token"], { kind: "journal" }],
])("with --json, %s is an error event and a summary", async (_, args, error, env) => {
  const work = await Workplace.create(two);
  work.write("token", "secret");
  const { code, stdout, stderr } = await work.import(args, env);
  expect([code, stderr.split("\n").length]).toEqual([2, 2]);
  const none = { created: 0, notCreated: 0, sent: 0, complete: false, unknownInJournal: null };
  expect(eventsOf({ stdout })).toEqual([
    { event: "error", message: expect.any(String), ...error },
    expect.objectContaining({ event: "summary", ...none, stopped: expect.objectContaining(error) }),
  ]);
});

test("an import whose list cannot be written goes on, and ends with at least 1", async () => {
  const work = await Workplace.create(two);
  const list = join(work.folder, `${JOURNAL}.not-created.ndjson`);
  work.store.subscribe(() => existsSync(list) || mkdirSync(list));
  const { code, stdout, stderr } = await work.import(["plants.ndjson", "--json"]);
  expect([code, work.store.plants.length]).toEqual([1, 2]);
  const message = expect.stringMatching(/^Cannot write .*not-created\.ndjson/);
  expect(eventsOf({ stdout }).slice(-2)).toMatchObject([
    { event: "error", kind: "output", message },
    { event: "summary", complete: true, stopped: null },
  ]);
  expect(stderr).toMatch(/: Cannot write .*not-created\.ndjson/);
});

const hasFull = existsSync("/dev/full");
test.runIf(hasFull).each([[[]], [["--json"]]])("%j with a full disk does not end with 0", async (options) => {
  const work = await Workplace.create(two);
  const full = openSync("/dev/full", "w");
  const running = work.start(["plants.ndjson", ...options], {}, full);
  closeSync(full);
  let stderr = "";
  running.stderr.on("data", (text) => {
    stderr += text;
  });
  expect(await once(running, "close")).toEqual([1, null]);
  if (options.length > 0) expect(stderr).toContain("Cannot write an event: ");
  expect(work.store.plants).toHaveLength(2);
});

test.each([
  ["check", ["--base-url", "http://127.0.0.1:1"], 4],
  ["journal", [JOURNAL], 3],
])("`%s` whose reader is gone ends with its own code", async (name, args, expected) => {
  const work = await Workplace.create(linesUpTo(100));
  work.store.enqueue(faults.reset({ times: 7 }));
  await work.import(["plants.ndjson"]);
  const running = spawnCommand(name, args, work.folder, { PLANT_STORE_TOKEN: "any" });
  running.stdout?.destroy();
  let stderr = "";
  running.stderr?.on("data", (text) => {
    stderr += text;
  });
  expect([...(await once(running, "close")), stderr]).toEqual([expected, null, ""]);
});
