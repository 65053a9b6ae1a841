import { faults } from "plant-store-sdk/mocks/server";
import { expect, test } from "vitest";
import { Workplace } from "./import-command.ts";

const plantsUpTo = (count: number) =>
  Array.from({ length: count }, (_, index) => `{"id":${index + 1},"name":"Fern ${index + 1}"}\n`).join("");
const JOURNAL = "plant-store-journal.db";
const NOT_CREATED = `${JOURNAL}.not-created.ndjson`;
const eventsOf = ({ stdout }: { stdout: string }) =>
  stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

test("the rows that a run did not create are in a file, with their reasons, until a run has none", async () => {
  const work = await Workplace.create(
    '{"id":1,"name":"Fern"}\n{"id":2}\n{"id":\n{"id":9007199254740993,"name":"Ivy"}\n',
  );
  work.store.enqueue(faults.status(400, { id: 9007199254740993n }));
  const { code, stdout } = await work.import(["plants.ndjson", "--json"]);
  expect(code).toBe(1);
  expect(eventsOf({ stdout }).at(-1)).toMatchObject({
    event: "summary",
    notCreated: 3,
    notCreatedFile: NOT_CREATED,
  });
  const lines = work.read(NOT_CREATED).trim().split("\n").sort();
  expect(lines.map((line) => JSON.parse(line).reason)).toEqual([
    expect.stringContaining("`name` is missing"),
    expect.stringContaining("not valid JSON"),
    expect.stringContaining("400"),
  ]);
  expect(lines[0]).toMatch(/^\{"line":2,"plant":\{"id":2\},/);
  expect(lines[1]).toMatch(/^\{"line":3,"text":"\{\\"id\\":",/);
  expect(lines[2]).toMatch(/^\{"line":4,"plant":\{"id":9007199254740993,"name":"Ivy"\},/);

  const wrong = await work.import(["plants.ndjson", "--duplicates", "400"]);
  expect([wrong.code, wrong.stdout]).toEqual([2, ""]);
  expect(wrong.stderr).toContain("--duplicates 400 needs an error number, such as 400:1003");
  expect(work.has(NOT_CREATED)).toBe(true);

  work.write("plants.ndjson", '{"id":1,"name":"Fern"}\n{"id":9007199254740993,"name":"Ivy"}\n');
  expect((await work.import(["plants.ndjson"])).code).toBe(0);
  expect(work.has(NOT_CREATED)).toBe(false);
});

test("--max-not-created stops the import, with exit code 6, and counts malformed rows", async () => {
  const work = await Workplace.create(`x\nx\n${plantsUpTo(30)}`);
  work.store.enqueue(faults.status(400, { times: 10 }));
  const args = ["plants.ndjson", "--concurrency", "1", "--max-not-created", "3"];
  const { code, stderr } = await work.import(args);
  expect([code, stderr]).toEqual([
    6,
    expect.stringContaining("More than 3 rows of this run were not created."),
  ]);
  expect(work.store.requests).toHaveLength(2);
});

test("--max-rate limits the requests per second of all workers", async () => {
  const work = await Workplace.create(plantsUpTo(6));
  await work.import(["plants.ndjson", "--max-rate", "20"]);
  const times = work.store.requests.map(({ time }) => time);
  // Five intervals of 50 ms. The first request may be late, because it waits for the disk.
  expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThan(3 * 50);
});

test("--header sends the key of the row and the number of its attempt", async () => {
  const work = await Workplace.create(plantsUpTo(2));
  work.store.enqueue(faults.status(400, { id: 2 }));
  const args = [
    "plants.ndjson",
    "--header",
    "x-request-id: {row}-{attempt}",
    "--header",
    "idempotency-key: {row}",
  ];
  await work.import(args);
  await work.import(args);
  const sent = work.store.requests.filter(({ plant }) => plant?.id === 2);
  const [first, again] = sent.map(({ headers }) => headers);
  expect(first?.["x-request-id"]).toMatch(/^2:[0-9a-f]{16}-1$/);
  expect(again?.["x-request-id"]).toMatch(/^2:[0-9a-f]{16}-2$/);
  expect(again?.["idempotency-key"]).toBe(first?.["idempotency-key"]);
  expect(first?.["idempotency-key"]).toMatch(/^2:[0-9a-f]{16}$/);
});

test.each(["no colon", "authorization: secret", ": secret"])(
  "--header %j is rejected before a request",
  async (header) => {
    const work = await Workplace.create(plantsUpTo(2));
    const { code, stderr } = await work.import(["plants.ndjson", "--header", header]);
    expect(code).toBe(2);
    expect(stderr).not.toContain("secret");
    expect(work.store.requests).toEqual([]);
  },
);

test("a new journal for a store that has the plants is reported", async () => {
  const work = await Workplace.create(plantsUpTo(3), { rules: { duplicates: { status: 409 } } });
  await work.import(["plants.ndjson"]);
  const args = ["plants.ndjson", "--journal", "other.ndjson", "--duplicates", "409"];
  const { code, stderr } = await work.import(args);
  expect(code).toBe(0);
  expect(stderr).toContain("The journal is new, but the store says that plant 1 existed before.");
});

test("a new journal is not reported for plants that this run has created", async () => {
  const other = '{"id":3,"name":"Ivy"}\n';
  const work = await Workplace.create(`${plantsUpTo(3)}${plantsUpTo(1)}${other}`, {
    rules: { duplicates: { status: 409 } },
  });
  const args = ["plants.ndjson", "--duplicates", "409", "--allow-changed", "--json"];
  const { code, stdout, stderr } = await work.import(args);
  expect(eventsOf({ stdout }).at(-1)).toMatchObject({ created: 3, exists: 1, equal: 1 });
  expect([code, stderr]).toEqual([0, ""]);
});

test("an input that has less than half of the journal's rows is reported", async () => {
  const work = await Workplace.create(plantsUpTo(10));
  await work.import(["plants.ndjson"]);
  work.write("plants.ndjson", plantsUpTo(5));
  expect((await work.import(["plants.ndjson"])).stderr).not.toContain("more than half");
  work.write("plants.ndjson", plantsUpTo(4));
  const { code, stderr } = await work.import(["plants.ndjson"]);
  expect(code).toBe(0);
  expect(stderr.replace(/\s+/g, " ")).toContain(
    "6 of the 10 rows of the journal are not in the input, more than half.",
  );
});

test("--json says why the import stopped, when it pauses, and lists rows that were done before only with --all-rows", async () => {
  const work = await Workplace.create(plantsUpTo(2));
  work.store.enqueue(faults.status(429, { retryAfter: 1 }));
  const paused = eventsOf(await work.import(["plants.ndjson", "--json", "--concurrency", "1"]));
  expect(paused.find(({ event }) => event === "pause")).toEqual({
    event: "pause",
    reason: "rate-limit",
    problem: "status 429",
    ms: expect.any(Number),
  });
  work.write("plants.ndjson", plantsUpTo(3));
  work.store.enqueue(faults.status(401));
  const stopped = eventsOf(await work.import(["plants.ndjson", "--json"]));
  expect(stopped.filter(({ event }) => event === "row")).toMatchObject([{ id: 3 }]);
  expect(stopped.find(({ event }) => event === "error")?.message).toContain("401");
  expect(stopped.at(-1)).toMatchObject({ event: "summary", stopped: expect.stringContaining("401") });
  const all = eventsOf(await work.import(["plants.ndjson", "--json", "--all-rows"]));
  expect(all.filter(({ event }) => event === "row").map(({ action }) => action)).toEqual([
    "skipped",
    "skipped",
    "sent",
  ]);
});

test("an input that cannot be read says only what to correct", async () => {
  const work = await Workplace.create();
  work.write("export.csv", "sku;title\n1;Fern\n");
  const missing = await work.import(["missing.ndjson"], { env: { PLANT_STORE_BASE_URL: undefined } });
  expect(missing).toMatchObject({
    code: 2,
    stdout: "",
    stderr: expect.stringContaining("missing.ndjson (ENOENT)"),
  });
  const { code, stdout, stderr } = await work.import(["export.csv"]);
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toContain('If ";" separates the cells, set --delimiter.');
});
