import { once } from "node:events";
import type { AddressInfo } from "node:net";
import express from "express";
import type { NewPlant } from "plant-store-sdk";
import { faults } from "plant-store-sdk/mocks/server";
import { expect, onTestFinished, test } from "vitest";
import { eventsOf, JOURNAL, linesOf, linesUpTo, oneLine, Workplace } from "./import-command.ts";

const NOT_CREATED = `${JOURNAL}.not-created.ndjson`;

test("the rows that a run did not create are in a file, with their reasons, until a run has none", async () => {
  const ivy = '{"id":9007199254740993,"name":"Ivy"}\n';
  const work = await Workplace.create(`{"id":1,"name":"Fern"}\n{"id":2}\n{"id":\n${ivy}`);
  work.store.enqueue(faults.status(400, { id: 9007199254740993n }));
  const { code, stdout } = await work.import(["plants.ndjson", "--json"]);
  expect(code).toBe(1);
  expect(eventsOf({ stdout }).at(-1)).toMatchObject({ notCreated: 3, notCreatedFile: NOT_CREATED });
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
  expect(work.has(NOT_CREATED)).toBe(true);

  work.write("plants.ndjson", `{"id":1,"name":"Fern"}\n${ivy}`);
  expect((await work.import(["plants.ndjson"])).code).toBe(0);
  expect(work.has(NOT_CREATED)).toBe(false);
});

test("--max-not-created stops the import with exit code 6, and counts malformed rows too", async () => {
  const work = await Workplace.create(`{"id":1}\n{"id":\n${linesUpTo(30)}`);
  work.store.enqueue(faults.reset(), faults.status(400, { times: 10 }));
  const args = ["plants.ndjson", "--concurrency", "1", "--max-not-created", "4"];
  const { code, stdout, stderr } = await work.import(args);
  expect([code, stderr]).toEqual([6, expect.stringContaining("than the limit of 4. Correct them. If")]);
  expect(stdout).toContain("\nCorrect the rows that were not created, and run the same command again. Find");
  expect(work.store.requests).toHaveLength(4);
});

test("--header can be repeated, and names the key of the row and the number of its attempt", async () => {
  const work = await Workplace.create(linesUpTo(1));
  work.store.enqueue(faults.status(400));
  const args = ["--header", "x-request-id: {row}-{attempt}", "--header", "idempotency-key: {row}"];
  for (const attempt of [1, 2]) {
    await work.import(["plants.ndjson", ...args]);
    const headers = work.store.requests.at(-1)?.headers;
    expect(headers?.["idempotency-key"]).toMatch(/^1:[0-9a-f]{16}$/);
    expect(headers?.["x-request-id"]).toBe(`${headers?.["idempotency-key"]}-${attempt}`);
  }
});

test("unknown rows are sent again if the store rejects an id that it has", async () => {
  const work = await Workplace.create(linesUpTo(3), { rules: { duplicates: { status: 409 } } });
  work.store.enqueue(faults.reset({ afterCreate: true, id: 2 }), faults.reset({ id: 3 }));
  expect((await work.import(["plants.ndjson"])).code).toBe(3);
  const tried = await work.import(["plants.ndjson", "--duplicates", "409", "--dry-run"]);
  expect(tried.stdout).toMatch(/^3 rows: 2 would be sent, 1 done earlier, 0 unknown,/);
  expect(tried.stderr).toMatch(/^plants\.ndjson → dry run, journal [^\n]*\n$/); // It pauses for nothing.
  work.age();
  const { code, stdout } = await work.import(["plants.ndjson", "--duplicates", "409"]);
  expect([code, work.store.plants.length]).toEqual([0, 3]);
  expect(stdout).toContain("  ✓ existing     1\n");
  expect(oneLine(stdout)).toContain(
    "Every row of plants.ndjson was created or exists. Of those that existed, only the ids were compared.",
  );
});

test("if no row was created, the command may be wrong; if the response was odd, it says why", async () => {
  const work = await Workplace.create(linesUpTo(2));
  work.store.enqueue(faults.status(400, { times: 2 }));
  const rejected = await work.import(["plants.ndjson"]);
  expect(oneLine(rejected.stdout)).toContain("Correct the rows, the token or --base-url, or pass");
  work.store.enqueue(faults.status(200, { body: { error: 5 } }));
  const { stderr } = await work.import(["plants.ndjson"]);
  expect(oneLine(stderr)).toContain("but perhaps not from the store: `name` is missing; pass");
});

test("if the first rows exist already, the command says how to tell the import", async () => {
  const work = await Workplace.create(linesUpTo(50), { rules: { duplicates: { status: 409, error: 1003 } } });
  await work.import(["plants.ndjson", "--journal", "lost.db"]);
  const { code, stderr } = await work.import(["plants.ndjson"]);
  expect([code, oneLine(stderr)]).toEqual([4, expect.stringContaining("pass --duplicates 409:1003.")]);
  expect((await work.import(["plants.ndjson", "--duplicates", "409:1003"])).code).toBe(0);
});

test("with --duplicates, unknown rows with ids that some stores round are not sent again, and a note says so", async () => {
  const work = await Workplace.create(`{"id":${2n ** 62n},"name":"Fern"}\n`);
  work.store.enqueue(faults.reset());
  const { code, stderr } = await work.import(["plants.ndjson", "--duplicates", "409"]);
  const note = "Unknown rows with ids beyond 2^53-1 were not sent again: some stores round them.";
  expect([code, oneLine(stderr)]).toEqual([3, expect.stringContaining(note)]);
  expect(work.store.requests).toHaveLength(1);
});

test("rules of another store, or without the rejection of a duplicate, are commented on before the first row", async () => {
  const work = await Workplace.create('{"id":1}\n');
  const checked = { baseUrl: "https://staging.example", time: new Date().toISOString(), version: "1.0.0" };
  work.write("rules.json", JSON.stringify({ duplicates: "created", checked }));
  const { stderr } = await work.import(["plants.ndjson", "--rules", "rules.json"]);
  expect(oneLine(stderr)).toMatch(
    /^The rules rules\.json are about https:\/\/staging\.example, and this import is into http:\S+\. The rules rules\.json do not show which rejection means that a plant exists: duplicates are not rejected\. plants/,
  );
});

test("--dry-run ignores --max-rate", async () => {
  const work = await Workplace.create(linesUpTo(60)); // With it, they would take a minute.
  const { code, stdout } = await work.import(["plants.ndjson", "--dry-run", "--max-rate", "1"]);
  expect([code, stdout]).toEqual([0, expect.stringContaining("60 would be sent")]);
});

test("--json says why the import stopped and when it pauses, and lists no rows that were done before", async () => {
  const work = await Workplace.create(linesUpTo(2));
  work.store.enqueue(faults.status(429, { headers: { "retry-after": "0" } }));
  const paused = eventsOf(await work.import(["plants.ndjson", "--json", "--concurrency", "1"]));
  const pause = { event: "pause", reason: "rate-limit", problem: "status 429", ms: expect.any(Number) };
  expect(paused).toContainEqual({ ...pause, stopsIn: 60_000 });
  work.write("plants.ndjson", linesUpTo(3));
  work.store.enqueue(faults.status(401));
  const stopped = eventsOf(await work.import(["plants.ndjson", "--json"]));
  expect(stopped.filter(({ event }) => event === "row")).toMatchObject([{ id: 3 }]);
  const error = { kind: "stopped", message: expect.stringMatching(/ 401.* The token has expired, or/) };
  expect(stopped.slice(-2)).toMatchObject([{ event: "error", ...error }, { stopped: error }]);
  // What is true for the last row is not said of the run.
  const secure = ["--base-url", work.server.url.replace("http:", "https:"), "--journal", "other.db"];
  const [summary] = eventsOf(await work.import(["plants.ndjson", "--json", ...secure])).slice(-1);
  expect(summary.stopped.message).toMatch(/^The last row: .* does not speak TLS.* No plant was created\.$/);
});

test("--max-rate takes less than one request per second", async () => {
  const work = await Workplace.create(linesUpTo(1));
  expect((await work.import(["plants.ndjson", "--max-rate", "0.5"])).code).toBe(0);
});

// Responses that show another plant.

/** A service on Express that responds 200 to what its database rejects. */
async function startForgivingService() {
  const created: string[] = [];
  const create = async ({ name, tag }: NewPlant) => {
    if (name === "Moss") throw Object.assign(new Error("name"), { name: "ValidationError", _message: "no" });
    created.push(name);
    return { name, tag: tag?.toUpperCase() };
  };
  const app = express().use(express.json());
  app.post("/plants", (request, response) => {
    create(request.body)
      .then((plant) => response.json(plant))
      .catch((error) => response.json(error));
  });
  const server = app.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return { created, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

test("the first row whose response shows another name ends the import with code 4, also the last row", async () => {
  const { created, url } = await startForgivingService();
  const plants = [{ id: 1 }, { id: 2, name: "Moss" }, { id: 3 }];
  const work = await Workplace.create(linesOf(...plants.slice(0, 2)));
  const args = ["plants.ndjson", "--base-url", url, "--concurrency", "1"];
  const last = await work.import(args);
  expect([last.code, oneLine(last.stdout)]).toEqual([4, expect.stringContaining("1 row may exist")]);
  expect(oneLine(last.stderr)).toMatch(
    /\? line 2, plant 2: status 200, but with another name: "ValidationError" .* The response to plant 2 shows the name "ValidationError" instead of "Moss", .* If the store changes names, pass --names-may-change\. $/,
  );
  expect(JSON.parse(work.read(`${JOURNAL}.unknown.ndjson`))).toMatchObject({ received: "ValidationError" });

  work.write("plants.ndjson", linesOf(...plants));
  const held = await work.import([...args, "--dry-run"]);
  expect(held.stdout).toMatch(/^3 rows: 1 would be sent, 1 done earlier, 1 unknown/);
  const accepted = await work.import([...args, "--names-may-change", "--json"]);
  expect([accepted.code, created]).toEqual([0, ["Fern 1", "Fern 3"]]);
  const [row, summary] = eventsOf(accepted)
    .filter(({ event }) => event !== "note")
    .slice(-2);
  expect(row).toMatchObject({ id: 3, outcome: "created" });
  expect(summary).toMatchObject({ created: 3, unknown: 0, changed: { rows: 1, firstLine: 2 } });

  work.write("rules.json", '{"namesMayChange":true}');
  const ruled = await work.import([...args, "--rules", "rules.json", "--journal", "new.db"]);
  expect([ruled.code, ruled.stdout]).toEqual([0, expect.stringContaining("  ✓ created      3\n")]);
});

test("rows whose response shows them otherwise are counted, and the first is printed", async () => {
  const { url } = await startForgivingService();
  const lines = ["", "indoor", "indoor"].map((tag, id) => `{"id":${id},"name":"Fern","tag":"${tag}"}\n`);
  const work = await Workplace.create(lines.join(""));
  const args = ["plants.ndjson", "--base-url", url, "--concurrency", "1"];
  const { code, stdout, stderr } = await work.import(args);
  const message = 'The response shows the tag "INDOOR" instead of "indoor".';
  expect([code, stderr.split("\n").slice(1)]).toEqual([0, [`✓ line 2, plant 1: ${message}`, ""]]);
  expect(oneLine(stdout)).toContain(
    "Created, but the response shows them otherwise, or could not be used, the first for line 2: 2 rows. Every row of plants.ndjson was created, as far as the responses show.",
  );
  const [first, second, third] = eventsOf(await work.import([...args, "--json", "--journal", "new.db"]));
  expect(first).not.toHaveProperty("changedFields");
  for (const event of [second, third]) expect(event).toMatchObject({ changedFields: ["tag"], message });
});

test("an input with a wrong header says only what to correct", async () => {
  const work = await Workplace.create();
  work.write("export.csv", "sku;title\n1;Fern\n");
  const { code, stdout, stderr } = await work.import(["export.csv"]);
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toContain("If another character separates the cells, pass --delimiter.");
});
