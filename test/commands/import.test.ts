import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, openSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { faults } from "plant-store-sdk/mocks/server";
import { expect, onTestFinished, test, vi } from "vitest";
import { Interruption } from "../../tools/import/command/interruption.ts";
import { fieldNames } from "../support/document-fields.ts";
import { LONG_WAIT } from "../support/long-wait.ts";
import {
  command,
  eventsOf,
  JOURNAL,
  linesOf,
  linesUpTo,
  oneLine,
  type Result,
  resultOf,
  runInProcess,
  Workplace,
} from "./import-command.ts";

const three = linesUpTo(3);
const FIELDS = `"${fieldNames.slice(0, -1).join('", "')}" and "${fieldNames.at(-1)}"`;
const UNKNOWN = `${JOURNAL}.unknown.ndjson`;

/** Asserts that the command ended with code 2 and one line on standard error. */
function expectUsageError({ code, stdout, stderr }: Result, message: RegExp): void {
  expect(stderr).toMatch(message);
  expect(stderr).toMatch(/^plant-store-sdk import: [^\n]+\n$/);
  expect([code, stdout]).toEqual([2, ""]);
}

// Success.

test("imports a file, prints a table, and skips everything in the next run", async () => {
  const work = await Workplace.create(three);
  expect(await work.import(["plants.ndjson"])).toEqual({
    code: 0,
    stdout: expect.stringMatching(
      /^\n {2}✓ created {6}3\n {2}✗ not created {2}0\n {2}\? unknown {6}0\n {4}rows {9}3 {2}in 0:0\d\n\nEvery row of plants\.ndjson was created\.\n$/,
    ),
    stderr: `plants.ndjson → ${work.server.url}, journal ${JOURNAL} (new)\n`,
  });
  expect(work.store.plants.map(({ id }) => id).sort()).toEqual([1, 2, 3]);
  expect(work.store.requests[0]?.token).toBe("s3cret-token");

  const again = await work.import(["plants.ndjson"]);
  expect(again.stdout).toContain("; 3 done earlier\n");
  expect(work.store.requests).toHaveLength(3);
  expect(readdirSync(work.folder).sort()).toEqual([JOURNAL, "plants.ndjson"]);
});

test("--json prints an object for every row, and a summary, with exact ids", async () => {
  const large = linesOf({ id: "9007199254740993" });
  const work = await Workplace.create(`${large}{"id":2}\n{"id":\n${linesOf({ id: 4 })}`);
  work.store.enqueue(faults.status(503));
  const { code, stdout, stderr } = await work.import(["plants.ndjson", "--json", "--concurrency", "1"]);
  expect(stderr).toBe("");
  const events = eventsOf({ stdout }).toSorted((a, b) => (a.line ?? 9) - (b.line ?? 9));
  expect(code).toBe(3);
  expect(stdout).toContain('"id":9007199254740993,');
  const row = (id: string) => expect.stringMatching(new RegExp(`^${id}:[0-9a-f]{16}$`));
  const event = { event: "row", outcome: "not-created", action: "held" };
  const lost = { ...event, kind: "unexpected-response", message: expect.stringMatching(/503/) };
  const invalid = "The plant is invalid: `name` is missing; pass a string.";
  const id = expect.any(Number);
  const counts = { created: 1, notCreated: 2, unknown: 1, skipped: 0, exists: 0, sent: 2, equal: 0 };
  const files = { journal: JOURNAL, unknownFile: UNKNOWN, notCreatedFile: `${JOURNAL}.not-created.ndjson` };
  expect(events).toEqual([
    { ...lost, row: row("9007199254740993"), line: 1, id, outcome: "unknown", action: "sent" },
    { ...event, line: 2, id: 2, kind: "invalid-plant", message: invalid },
    { ...event, line: 3, kind: "malformed", message: expect.stringMatching(/not valid JSON/) },
    { ...event, row: row("4"), line: 4, id: 4, outcome: "created", action: "sent" },
    {
      event: "summary",
      ...counts,
      ...files,
      complete: true,
      unknownInJournal: 1,
      stopped: null,
      duration: id,
    },
  ]);
});

test("- reads standard input, which needs a journal unless it is a dry run", async () => {
  const work = await Workplace.create();
  const importStdin = (...args: string[]) => {
    const running = work.start(["-", ...args]);
    running.stdin.end(three);
    return resultOf(running);
  };
  const { code, stdout } = await importStdin("--journal", "j");
  expect([code, stdout]).toEqual([0, expect.stringContaining("  ✓ created      3\n")]);
  expectUsageError(await work.import(["-"]), /--journal is needed for standard input, which has no folder/);
  const dry = await importStdin("--dry-run");
  expect([dry.code, dry.stdout]).toEqual([0, expect.stringMatching(/^3 rows: 3 would be sent/)]);
});

test("the inputs of a folder share a journal, so that tomorrow's file creates nothing twice", async () => {
  const work = await Workplace.create();
  mkdirSync(join(work.folder, "exports"));
  work.write("exports/plants-24.ndjson", three);
  work.write("exports/plants-25.json", `[${three.trim().split("\n").join(",")},{"id":4,"name":"Ivy"}]`);
  for (const file of ["plants-24.ndjson", "plants-25.json"]) await work.import([`exports/${file}`]);
  expect(work.has(`exports/${JOURNAL}`)).toBe(true);
  expect(work.store.requests).toHaveLength(4);
});

test("--max-new sends a few new rows and ends with code 7, and the next run the others", async () => {
  const work = await Workplace.create(three);
  const { code, stdout } = await work.import(["plants.ndjson", "--max-new", "2", "--json"]);
  expect([code, work.store.plants.length]).toEqual([7, 2]);
  expect(eventsOf({ stdout }).at(-1)).toMatchObject({ stopped: { kind: "max-new", option: "--max-new" } });
  expect((await work.import(["plants.ndjson"])).code).toBe(0);
  expect(work.store.requests).toHaveLength(3);
});

// Rows that are not created.

test("rows that cannot be created are printed with their line, and the exit code is 1", async () => {
  const work = await Workplace.create(`${three}\n{"id":"04","name":"Moss"}\nnull\n`);
  work.store.enqueue(faults.status(400, { body: { error: 7, message: "no more\nferns" } }));
  const { code, stdout, stderr } = await work.import(["plants.ndjson", "--concurrency", "1"]);
  expect(code).toBe(1);
  expect(stderr.split("\n")).toEqual([
    expect.stringMatching(/^plants\.ndjson → http.*, journal plant-store-journal\.db \(new\)$/),
    "✗ line 1, plant 1: status 400, error 7: no more ferns",
    "✗ line 5, plant 04: The plant is invalid: `id` must be an integer from",
    "    -9223372036854775808 to 9223372036854775807, not a string.",
    "✗ line 6: The plant is invalid: the plant must be an object with an id and a name.",
    "",
  ]);
  expect(stdout).toContain("  ✓ created      2\n  ✗ not created  3\n");
});

test.each([
  ["an Error", { error: 7, message: "frozen" }, ", error 7: frozen"],
  ["problem details", { title: "No", detail: "frozen", status: 409 }, ": frozen"],
  ["another object", { detail: [1], title: "frozen" }, ": frozen"],
])(
  "what the store says in %s is printed, in the list, the event and the journal",
  async (_, body, reason) => {
    const work = await Workplace.create(linesOf({ id: 1 }));
    work.store.enqueue(faults.status(409, { body, times: 2 }));
    const { stderr } = await work.import(["plants.ndjson"]);
    expect(stderr).toContain(`\n✗ line 1, plant 1: status 409${reason}\n`);
    expect(work.query("SELECT reason FROM rows")).toMatchObject([{ reason: `status 409${reason}` }]);
    const [{ message }] = eventsOf(await work.import(["plants.ndjson", "--json"]));
    expect(message).toBe(`status 409${reason}`);
    expect(JSON.parse(work.read(`${JOURNAL}.not-created.ndjson`)).reason).toBe(message);
  },
);

test("of many problems, the first 20 are printed", async () => {
  const work = await Workplace.create('{"id":1}\n'.repeat(100));
  const { stderr, stdout } = await work.import(["plants.ndjson"]);
  expect(stderr.match(/is missing/g)).toHaveLength(20);
  expect(stderr).toMatch(/Further problems are only counted\. --json shows them all\.\n$/);
  expect(stdout).toContain("  ✗ not created  100\n");
});

test("--dry-run checks the input, and needs neither a store nor a journal", async () => {
  const work = await Workplace.create(`${three}${linesOf({ id: 1, name: "Lady fern" })}{"id":5}\n`);
  const env = { PLANT_STORE_BASE_URL: undefined, PLANT_STORE_TOKEN: undefined };
  const { code, stdout, stderr } = await work.import(["plants.ndjson", "--dry-run"], env);
  const others = "0 done earlier, 0 unknown, 2 changed or invalid";
  expect([code, stdout]).toEqual([1, `5 rows: 3 would be sent, ${others}.\nNothing was sent.\n`]);
  expect(stderr).toMatch(
    /^✗ line 4, plant 1: Line 1 has this id with another name[^✗]*\n✗ line 5, plant 5: The plant/m,
  );
  expect(oneLine(stderr)).toContain(" This one was not sent. --allow-changed sends it, too.");
  const options = ["--allow-changed", "--json", "--base-url", "http://plants.example"];
  const events = eventsOf(await work.import(["plants.ndjson", "--dry-run", ...options], env));
  const summary = { event: "summary", dryRun: true, wouldSend: 4, sent: 0, created: 0, complete: true };
  expect(events.at(-1)).toMatchObject(summary);
  expect(work.store.requests).toEqual([]);
  expect(work.has(JOURNAL)).toBe(false);
});

test("an import that cannot connect says why, not what the store responded", async () => {
  const work = await Workplace.create(three);
  const { code, stderr } = await work.import(["plants.ndjson", "--base-url", "http://127.0.0.1:1"]); // A blocked port.
  expect(code).toBe(4);
  expect(stderr).toMatch(
    /stopped after sending \d rows?\. The last row: Could not connect to the server .*: bad port\./,
  );
});

test("ids that look rounded end an import and a dry run with code 2, and are named with --exact-ids", async () => {
  const ids = ["1234567890123456800", "1234567890123457000", "1234567890123458000"];
  const work = await Workplace.create(linesOf({ id: 1 }, ...ids.map((id) => ({ id }))));
  for (const args of [["--dry-run"], []]) {
    const { code, stderr } = await work.import(["plants.ndjson", ...args]);
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/The ids look rounded.*, pass --exact-ids\.\n$/),
    ]);
  }
  expect(work.store.plants).toHaveLength(1);
  const exact = await work.import(["plants.ndjson", "--exact-ids"]);
  expect([exact.code, exact.stderr.split("\n")]).toEqual([0, [expect.stringContaining("(1 row)"), ""]]);

  work.write(
    "plants.ndjson",
    linesOf({ id: 2 }, { id: "2234567890123456800" }, { id: "2234567890123457800" }),
  );
  const note =
    "The ids of 2 rows, the first on line 2, look rounded. Compare them with their source. If they are right, pass --exact-ids.";
  const { code, stdout } = await work.import(["plants.ndjson", "--json"]);
  const events = eventsOf({ stdout });
  expect([code, events.at(-2)]).toEqual([0, { event: "note", message: note }]);
  expect(events.at(-1)).toMatchObject({ stopped: null, looksRounded: { rows: 2, firstLine: 2 } });
});

// Rows that are unknown.

test("unknown rows are written to a file, which resolves them when they are decided", async () => {
  const olive = { id: "9007199254740993", name: 'Olive "big"' };
  const work = await Workplace.create(linesOf({ id: 1 }, olive, { id: 3 }));
  work.store.enqueue(faults.reset({ afterCreate: true }), faults.reset());
  const first = await work.import(["plants.ndjson", "--concurrency", "1"]);
  expect(first.code).toBe(3);
  const rows = work.read(UNKNOWN);
  expect(rows).toMatch(
    /^\{"row":"1:[0-9a-f]{16}","version":1,"id":1,"name":"Fern 1","line":1,"time":"[^"]+","reason":"connection lost \([^"]+\)","attempt":1,"outcome":"unknown"\}\n\{"row":"9007199254740993:[0-9a-f]{16}","version":1,"id":9007199254740993,"name":"Olive \\"big\\"","line":2,"time":"[^"]+","reason":"[^"]+","attempt":1,"outcome":"unknown"\}\n$/,
  );
  expect(first.stdout).toMatch(/\n2 rows may exist: the store did not say whether it created them\./);
  for (const line of first.stdout.split("\n")) expect(line.length).toBeLessThanOrEqual(80);

  // The operator finds out that the first one exists.
  const [one, two] = rows.split("\n").map((line) => line.replace(/"unknown"(?=\}$)/, '"created"'));
  work.write(UNKNOWN, `${one}\n${two?.replace('"created"', '"not-created"')}\n`);
  const { stdout } = await work.import(["plants.ndjson", "--resolve", UNKNOWN]);
  expect(stdout).toContain("; 2 done earlier\n");
  expect(work.store.plants.map(({ id }) => id).sort()).toEqual([1, 3, 9007199254740993n]);
  expect(work.has(UNKNOWN)).toBe(false);
});

test("unknown rows are printed once, and stay in the file when the input no longer contains them", async () => {
  const work = await Workplace.create(three);
  work.store.enqueue(faults.reset());
  const first = await work.import(["plants.ndjson", "--concurrency", "1"]);
  expect(first.stderr).toContain("? line 1, plant 1: ");
  expect((await work.import(["plants.ndjson"])).stderr).not.toContain("plant 1");
  work.write("plants.ndjson", linesOf({ id: 3 }));
  const { code, stdout } = await work.import(["plants.ndjson"]);
  expect(code).toBe(0);
  expect(stdout).toContain("  ? unknown      0  1 in the whole journal\n");
  expect(stdout).toContain("\n\n1 row may exist: the store did not say whether it created it.");
  expect(work.read(UNKNOWN)).toContain('"id":1,');
});

// Input and journal that cannot be used.

test("an unclosed quote ends the import before anything after it is sent", async () => {
  const work = await Workplace.create();
  work.write("plants.csv", 'id,name\n1,Fern\n2,"Ivy\n3,Moss\n');
  const { code, stdout, stderr } = await work.import(["plants.csv"]);
  expect([code, stderr]).toEqual([2, expect.stringMatching(/pass --multiline\.\n$/)]);
  expect(stderr).toContain("The import stopped after sending 1 row. ");
  expect(stdout).toContain("\nCorrect the input, and run the same command again.");
  expect(work.store.plants).toEqual([expect.objectContaining({ id: 1 })]);
});

test("a missing input and a folder are errors, and create no journal", async () => {
  const work = await Workplace.create();
  mkdirSync(join(work.folder, "exports"));
  expectUsageError(await work.import(["moss.ndjson"]), /Cannot read moss\.ndjson \(ENOENT\)/);
  expectUsageError(await work.import(["exports"]), /Cannot read exports: It is a folder\.\n$/);
  const stdio = [openSync(work.folder, "r"), "pipe", "pipe"] as const;
  const args = [command, "import", "-", "--journal", join(work.folder, JOURNAL)];
  const env = { PLANT_STORE_BASE_URL: work.server.url, PLANT_STORE_TOKEN: "any" };
  const { status, stderr } = spawnSync(process.execPath, args, { stdio: [...stdio], env, encoding: "utf8" });
  expect([status, stderr]).toEqual([2, expect.stringContaining("read standard input: It is a folder.")]);
  expect(work.has(JOURNAL)).toBe(false);
});

// The token.

test("--token-file is read again after a 401, and the token appears in no output", async () => {
  const tokens = ["s3cret-one"];
  const auth = (token: string) => tokens.includes(token);
  const work = await Workplace.create(linesUpTo(50), { auth, rules: { unauthorized: { status: 401 } } });
  work.write("token", "s3cret-one\n");
  work.store.enqueue(...Array.from({ length: 50 }, () => faults.delay(20)));
  const running = work.start(["plants.ndjson", "--token-file", "token"], { PLANT_STORE_TOKEN: undefined });
  const result = resultOf(running);
  await vi.waitUntil(() => work.store.plants.length > 10, LONG_WAIT);
  work.write("token", "s3cret-two\n");
  tokens[0] = "s3cret-two";
  const { code, stdout, stderr } = await result;
  expect([code, stderr.split("\n")]).toEqual([0, [expect.stringMatching(/^plants\.ndjson → /), ""]]);
  expect(stdout).not.toContain("s3cret");
  expect(work.read(JOURNAL)).not.toContain("s3cret");
  expect(work.store.plants).toHaveLength(50);
});

test.each([401, 403])("a %i ends the import with code 4, and says how to continue", async (status) => {
  const work = await Workplace.create(three);
  work.store.enqueue(faults.status(status));
  const { code, stdout, stderr } = await work.import(["plants.ndjson", "--concurrency", "1"]);
  expect(code).toBe(4);
  expect(oneLine(stderr)).toMatch(
    new RegExp(
      `✗ line 1, plant 1: status ${status}: .* plant-store-sdk import: The import stopped after sending \\d+ rows?\\. The store's response was status ${status}.*\\. Check the token and --base-url\\.`,
    ),
  );
  expect(stdout).toContain(
    `  rows so far  1  in 0:01\n\nThe rows that were not created are in\n  ${JOURNAL}.not-created.ndjson\n\nWhen the cause is corrected, run the same command again to continue.\n`,
  );
  expect((await work.import(["plants.ndjson"])).code).toBe(0);
  expect(work.store.plants).toHaveLength(3);
});

// Interruption.

test("SIGTERM finishes the requests in flight and ends with code 130", async () => {
  const work = await Workplace.create(linesUpTo(100));
  work.store.enqueue(...Array.from({ length: 100 }, () => faults.delay(100)));
  const running = work.start(["plants.ndjson", "--concurrency", "4"]);
  const result = resultOf(running);
  await vi.waitUntil(() => work.store.requests.length >= 8, LONG_WAIT);
  running.kill("SIGTERM");
  const { code, stdout, stderr } = await result;
  expect(code).toBe(130);
  expect(stderr).toMatch(
    /\nFinishing the requests in flight\. A second signal, such as Ctrl\+C, aborts them\.\n$/,
  );
  expect(stdout).toMatch(/ unknown +0\n {4}rows so far/);
  expect(stdout).toContain("To continue, run the same command again.\n");
  expect(work.store.plants.length).toBeLessThan(40);
});

test("signals within half a second are one, because npx forwards what the terminal has sent already", () => {
  const now = vi.spyOn(performance, "now").mockReturnValue(0);
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const interruption = new Interruption();
  interruption.begin();
  onTestFinished(() => interruption.close());
  const signalAt = (time: number) => {
    now.mockReturnValue(time);
    process.emit("SIGHUP");
    return [interruption.stop.signal.aborted, interruption.abort.signal.aborted];
  };
  const aborted = [1_000, 1_500, 1_501].flatMap(signalAt);
  expect(aborted).toEqual([true, false, true, false, true, true]);
});

test("a second Ctrl+C aborts the requests in flight, whose rows are unknown", async () => {
  const work = await Workplace.create(linesUpTo(4));
  work.store.enqueue(faults.delay(0), faults.hang(), faults.hang(), faults.hang());
  const running = work.start(["plants.ndjson", "--json"]);
  const result = resultOf(running);
  let printed = "";
  running.stderr.on("data", (text) => {
    printed += text;
  });
  await vi.waitUntil(() => work.store.requests.length === 4, LONG_WAIT);
  running.kill("SIGINT");
  await vi.waitUntil(() => printed.includes("A second signal"), LONG_WAIT);
  await new Promise((done) => setTimeout(done, 700)); // The command noticed the first signal before this wait.
  running.kill("SIGINT");
  const { code, stdout, stderr } = await result;
  const [summary, ...others] = eventsOf({ stdout }).reverse();
  const aborted = others.filter(({ outcome }) => outcome !== "created");
  expect(aborted.map(({ event, kind }) => [event, kind])).toEqual(Array(3).fill(["row", "aborted"]));
  expect(summary).toMatchObject({ unknown: 3, stopped: { kind: "interrupted" } });
  expect([code, stderr]).toEqual([130, expect.not.stringContaining("Store down")]);
});

test("an interrupted import does not wait for the end of standard input", async () => {
  const work = await Workplace.create();
  const running = work.start(["-", "--journal", "j"]);
  const result = resultOf(running);
  running.stdin.write(three);
  await vi.waitUntil(() => work.store.plants.length === 3, LONG_WAIT);
  running.kill("SIGINT");
  expect((await result).code).toBe(130);
});

test.each<["stdout" | "stderr", string[]]>([
  ["stdout", ["--json"]],
  ["stderr", []],
])("the import goes on after its %s is closed", async (stream, options) => {
  const work = await Workplace.create(`{"id":"a problem, which is printed"}\n${linesUpTo(200)}`);
  const running = work.start(["plants.ndjson", ...options]);
  running[stream].destroy();
  const [code] = await once(running, "exit");
  expect(code).toBe(1);
  expect(work.store.plants).toHaveLength(200);
});

// Arguments.

test("a compressed CSV file with other column names is imported", async () => {
  const work = await Workplace.create();
  work.write("export.csv.gz", gzipSync("sku;Name, Latin;price\n1;Fern;9\n007;Moss;9\n"));
  const options = ["--columns", " id = sku", "--columns", "name = Name, Latin", "--delimiter", ";"];
  const { code, stderr } = await work.import(["export.csv.gz", ...options]);
  expect(code).toBe(1);
  expect(stderr).toMatch(/line 3: The id "007" is not written as an integer/);
  expect(work.store.plants).toEqual([{ id: 1, name: "Fern" }]);
});

test.each([
  ["plants.ndjson", '{"id":1,"name":"Fern","price":1,"kind":"x"}\n{"id":2,"name":"Moss","price":2}\n'],
  ["plants.csv", "id,name,price,kind\n1,Fern,1,x\n2,Moss,2,\n"],
])("only the fields of a plant in %s are sent, and the others are named once", async (file, content) => {
  const work = await Workplace.create();
  work.write(file, content);
  const { code, stderr } = await work.import([file]);
  expect(code).toBe(0);
  expect(stderr.split(`Only ${FIELDS} are read. The input also has "price", "kind".`)).toHaveLength(2);
  const bodies = work.store.requests.map(({ body }) => JSON.parse(body));
  expect(bodies).toEqual(["Fern", "Moss"].map((name, index) => ({ id: index + 1, name })));
});

test.each([
  [
    "import" as const,
    "FILE",
    "base-url token-file journal format columns delimiter multiline quotes escape null shard timeout header duplicates rules resolve concurrency max-rate max-new max-not-created max-unknown max-outage resend-after resend-unknown allow-changed names-may-change exact-ids allow-insecure-http dry-run json help version",
  ],
  ["journal" as const, "FILE...", "row help version"],
])("%s --help lists all options in 80 columns", async (name, file, options) => {
  const { code, stdout, stderr } = await runInProcess(name, ["--help"]);
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout).toContain(`Usage: plant-store-sdk ${name} ${file} [options]\n`);
  expect(Array.from(stdout.matchAll(/^ {2}--([a-z-]+)/gm), ([, option]) => option).join(" ")).toBe(options);
  expect(stdout.split("\n").filter((line) => line.length > 80)).toEqual([]);
});

type WrongArguments = [args: string[], problem: RegExp, env?: Record<string, string | undefined>];

test.each<WrongArguments>([
  [[], /The argument FILE is missing\. Run with --help/],
  [["plants.ndjson", "s3cret"], /: Unexpected argument\. Run with --help for usage\.\n$/],
  [["plants.ndjson", "--token=s3cret"], /Unknown option '--token'\. Set PLANT_STORE_TOKEN, or use/],
  [["plants.ndjson", "--tokens3cret"], /Unknown option '--token'\. Set PLANT_STORE_TOKEN/],
  [["plants.ndjson", "--S3cret.s3cret"], /: Unknown option\. Run with --help for usage\.\n$/],
  [["plants.ndjson", "--concurency", "8"], /Unknown option '--concurency'\. Did you mean --concurrency\?/],
  [["plants.ndjson", "--concurrency", "0"], /--concurrency must be an integer from 1 to 1024/],
  [["plants.ndjson", "--concurrency", "1e2"], /--concurrency must be an integer/],
  [["plants.ndjson", "--timeout", "soon"], /--timeout must be an integer from 1 to 2147483647/],
  [["plants.ndjson", "--journal", ""], /: --journal must be a file\.\n$/],
  [["plants.ndjson", "--journal", ":memory:"], /: --journal must be a file\.\n$/],
  [["plants.ndjson", "--max-not-created", "x"], /--max-not-created must be an integer from 0/],
  ...["sku", "id", "sku=id", "id=a,id=b", "id=a,name=a", "name=id", "id="].map(
    (columns): WrongArguments => [
      ["plants.ndjson", "--columns", columns],
      /: --columns must be a list such as id=sku,name=title, with one column for a field and no column for two\.\n$/,
    ],
  ),
  [["plants.ndjson", "--delimiter", "\u{1f331}"], /: --delimiter must be one character that is not a quote/],
  [["plants.ndjson", "--shard", "1/8"], /--journal is needed with --shard: each shard has a journal of/],
  ...["no colon", "authorization: s3cret", "Host: s3cret", ": s3cret", "x-id: \u0001s3cret"].map(
    (header): WrongArguments => [["plants.ndjson", "--header", header], /: --header must (not )?be a header/],
  ),
  [
    ["plants.ndjson", "--header", "x-id: {id}"],
    /: --header can have no placeholders but \{row\} and \{attempt\}\./,
  ],
  [["plants.ndjson", "--duplicates", "x"], /: --duplicates must be a status such as 409/],
  [["plants.ndjson", "--duplicates", "400"], /--duplicates must have an integer error number, which/],
  [["plants.ndjson", "--token-file", "missing"], /Cannot read --token-file missing \(ENOENT\)/],
  [["plants.ndjson", "--token-file", "plants.ndjson"], /--token-file plants\.ndjson contains a text with /],
  [["plants.ndjson", "--base-url", "http://a.b"], /: --base-url must use https: .* --allow-insecure-http /],
  [["plants.ndjson"], /: Set --token-file or PLANT_STORE_TOKEN\.\n$/, { PLANT_STORE_TOKEN: undefined }],
  [
    ["plants.ndjson"],
    /: PLANT_STORE_TOKEN contains a text with spaces, /,
    { PLANT_STORE_TOKEN: "Bearer s3cret" },
  ],
  [
    ["plants.ndjson"],
    /: PLANT_STORE_TOKEN contains .* in quotation marks/,
    { PLANT_STORE_TOKEN: '"s3cret"' },
  ],
  [["plants.ndjson", "--base-url", "/api"], /^plant-store-sdk import: --base-url is a path, /],
  [["plants.ndjson"], /: Set --base-url or PLANT_STORE_BASE_URL\.\n$/, { PLANT_STORE_BASE_URL: undefined }],
])("%j is an error", async (args, message, env) => {
  const work = await Workplace.create('{"id": 1, "name": "Fern"}\n');
  const result = await work.import(args, env);
  expectUsageError(result, message);
  expect(result.stderr).not.toContain("s3cret");
  expect(work.store.requests).toEqual([]);
});
