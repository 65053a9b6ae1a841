/** What an import sends, skips, holds and reports. */
import { Readable } from "node:stream";
import {
  type NewPlant,
  PlantStoreConfigurationError,
  type PlantStoreFailure,
  type PlantStoreFetch,
  type PlantStoreOutcome,
} from "plant-store-sdk";
import {
  type ImportedRow,
  type ImportedRowRequest,
  type ImportProgress,
  importPlants,
  type RowDecision,
  readPlants,
} from "plant-store-sdk/import";
import { faults, MockStore } from "plant-store-sdk/mocks/store";
import { expect, test, vi } from "vitest";
import { reasonOf } from "../../tools/import/run/judge-result.ts";
import { configurationErrorOf, testClient, testOptions } from "../support/client.ts";
import { jumpFromTimerToTimer } from "../support/fake-time.ts";
import {
  breakingBody,
  connectionRefused,
  fail,
  hang,
  JSON_TYPE,
  PLANT_JSON,
  respond,
  stubFetch,
  succeed,
} from "../support/fetch-stubs.ts";
import { LONG_WAIT } from "../support/long-wait.ts";
import { throwing } from "../support/throwing.ts";
import {
  importAll,
  importComplete,
  memoryJournal,
  plantsUpTo,
  unknownRowsOf,
  usedJournal,
} from "./import-all.ts";

const fern: NewPlant = { id: 1, name: "Fern" };
const moss: NewPlant = { id: 2, name: "Moss", tag: "indoor" };

/** The ids of a store's plants in ascending order. */
const idsIn = (store: { plants: NewPlant[] }) =>
  store.plants.map(({ id }) => id).sort((a, b) => Number(a) - Number(b));

const endOf = ({ outcome, action }: ImportedRow) => `${outcome} ${action}`;

// Rows that are done.

test("an import creates every plant once, and a second run with the same journal sends nothing", async () => {
  const store = new MockStore();
  const journal = memoryJournal();
  const plants = plantsUpTo(50);
  const first = await importAll(store.fetch, plants, { journal });
  expect(first.error).toBeUndefined();
  expect(first.rows.map(endOf)).toEqual(Array(50).fill("created sent"));
  expect(first.rows.every(({ result }) => result?.success)).toBe(true);
  const none = { notCreated: 0, unknown: 0, skipped: 0, exists: 0, equal: 0 };
  expect(first.progress).toEqual({ ...none, created: 50, sent: 50, complete: true });
  expect(idsIn(store)).toEqual(plants.map(({ id }) => id));

  const second = await importAll(store.fetch, plants, { journal });
  expect(second.rows.map(endOf)).toEqual(Array(50).fill("created skipped"));
  expect(second.progress).toMatchObject({ created: 50, skipped: 50, complete: true });
  expect(store.requests).toHaveLength(50);
});

test("rows are recognized in an input that was reformatted, reordered and extended", async () => {
  const store = new MockStore();
  const journal = memoryJournal();
  const olive = '{"id": 9007199254740993, "name": "Olive", "notes": {"b": [1], "a": 1e2}}';
  const first = readPlants([`${olive}\n{"id":2,"name":"Moss","tag":"indoor"}`]);
  await importComplete(store.fetch, first, { journal });
  const reformatted = `[{"tag":"indoor", "name":"M\\u006fss","id":2.0}, {"id":3,"name":"New"},
    {"notes":{"a":100,"b":[1.0]},"name":"Olive","id":9007199254740993}]`;
  const { rows } = await importAll(store.fetch, readPlants([reformatted]), { journal });
  expect(rows.filter(({ action }) => action === "sent")).toMatchObject([{ plant: { id: 3 }, line: 1 }]);
  expect(store.plants).toHaveLength(3);
});

test("equal rows that are held are one row, and say which line has their id", async () => {
  const text = ["Fern", "Lady fern", "Lady fern", "Moss"].map((name) => `{"id":1,"name":"${name}"}`);
  const input = () => readPlants([[...text, '{"id":1,"name":"Fern","tag":"indoor"}'].join("\n")]);
  const journal = memoryJournal();
  const { rows, progress } = await importAll(succeed, input(), { journal });
  const held = rows.filter(({ action }) => action === "held");
  expect(held.map(({ line, message }) => [line, message])).toEqual([
    [2, "Line 1 has this id with another name. This one was not sent."],
    [4, "Line 1 has this id with another name. This one was not sent."],
    [5, "Line 1 has this id with another tag. This one was not sent."],
  ]);
  expect(progress).toMatchObject({ created: 1, notCreated: 3, equal: 1 });
  const again = await importAll(succeed, input(), { journal });
  expect(again.rows[1]?.message).toBe(
    "A plant with this id, but another name, exists. This one was not sent.",
  );
  expect(again.progress).toMatchObject({ created: 1, notCreated: 3, equal: 1 });
});

test("equal rows are one plant: it is sent once, and the others are counted, also if another run sent it", async () => {
  const store = new MockStore();
  const journal = memoryJournal();
  const noted = { ...fern, note: "other" };
  const first = await importAll(store.fetch, [fern, moss, fern, noted], { journal });
  expect(first.progress).toMatchObject({ created: 2, equal: 2, complete: true });
  const second = await importAll(store.fetch, [fern, fern, moss, { ...moss, tag: undefined }], { journal });
  expect(second.rows.map(({ action }) => action)).toEqual(["skipped", "skipped", "held"]);
  expect(second.progress).toMatchObject({ created: 2, skipped: 2, equal: 1 });
  expect(store.plants).toHaveLength(2);
});

test("the rows after one that the caller has read are imported", async () => {
  const store = new MockStore();
  const rows = readPlants([
    plantsUpTo(3)
      .map((plant) => JSON.stringify(plant))
      .join("\n"),
  ]);
  await rows.next();
  await importComplete(store.fetch, rows);
  expect(idsIn(store)).toEqual([2, 3]);
});

// Rows that are unknown.

test("a row that gets no response in time is unknown, and says so", async () => {
  const client = testClient({ fetch: hang, timeout: 50 });
  const journal = memoryJournal();
  for await (const row of importPlants(client, [fern], { journal })) expect(row.outcome).toBe("unknown");
  expect(unknownRowsOf(journal)).toMatchObject([{ id: 1n, reason: "no response within 0.05 s" }]);
});

test("the client's own `maxRetries` and `retryUnknown` do not send a row twice", async () => {
  const store = new MockStore();
  store.enqueue(faults.reset({ afterCreate: true }));
  const client = testClient({ fetch: store.fetch, maxRetries: 5, retryUnknown: true });
  const { value } = await importPlants(client, [fern], { journal: memoryJournal() }).next();
  expect(value).toMatchObject({ outcome: "unknown", action: "sent" });
  expect(store.plants).toHaveLength(1);
});

test("a decision about another version of a row is ignored and reported unless it agrees", async () => {
  const store = new MockStore();
  store.enqueue(faults.reset(), faults.reset({ afterCreate: true }));
  const journal = memoryJournal();
  await importComplete(store.fetch, [fern], { journal });
  const decision = { row: `${unknownRowsOf(journal)[0]?.row}`, version: 1, outcome: "not-created" } as const;
  const ignored: string[] = [];
  const options = { journal, onIgnoredDecision: (_: RowDecision, reason: string) => ignored.push(reason) };
  const decide = (...decisions: RowDecision[]) =>
    importComplete(store.fetch, [fern], { ...options, resolve: decisions });

  await decide(decision); // Applies it, and loses the response of the second attempt.
  expect(ignored).toEqual([]);
  expect((await decide(decision)).get(1)).toMatchObject({ outcome: "unknown", action: "held" });
  expect(ignored).toEqual(["It is about version 1 of the row, which has version 3 now."]);

  const created = { ...decision, version: 3, outcome: "created" } as const;
  await decide(created, created, { ...created, outcome: "unknown" });
  await decide(created);
  expect(ignored).toHaveLength(1);
  await decide({ ...created, outcome: "not-created" }, { ...created, row: "7:0123456789abcdef" });
  expect(ignored.slice(1)).toEqual([
    "It is about version 3 of the row, which has version 4 now.",
    "The journal does not contain this row.",
  ]);
  expect([store.requests.length, store.plants.length]).toEqual([2, 1]);
});

test("an unknown row that is sent again and rejected stays unknown, because its earlier attempt may have created it", async () => {
  jumpFromTimerToTimer();
  const journal = memoryJournal();
  const created = new MockStore();
  created.enqueue(faults.reset({ afterCreate: true }));
  await importComplete(created.fetch, [fern], { journal });
  // The store is busy, cannot be reached, and then rejects the plant: it exists.
  const busy = respond(429, "", { "retry-after": "0" });
  const rejecting = stubFetch(busy, fail(connectionRefused), respond(400, '{"error":1,"message":"taken"}'));
  const { rows, progress } = await importAll(rejecting, [fern], { journal, resendUnknown: true });
  const message = expect.stringMatching(/taken\. An earlier attempt may have created this plant\.$/);
  const result = { error: { outcome: "not-created" } };
  expect(rows).toMatchObject([{ outcome: "unknown", action: "sent", result, message }]);
  expect(progress).toMatchObject({ created: 0, notCreated: 0, unknown: 1 });
  expect(unknownRowsOf(journal)).toMatchObject([{ attempt: 4, version: 4, outcome: "unknown" }]);

  const next = await importComplete(created.fetch, [fern], { journal });
  expect(next.get(1)).toMatchObject({ outcome: "unknown", action: "held" });
  expect(created.plants).toHaveLength(1);
});

test("a decision can be corrected with a line of the current version, until a response proves it", async () => {
  const store = new MockStore();
  store.enqueue(faults.reset({ afterCreate: true }));
  const journal = memoryJournal();
  await importComplete(store.fetch, [fern], { journal });
  const [line] = unknownRowsOf(journal);
  const ignored: string[] = [];
  const onIgnoredDecision = (_: RowDecision, reason: string) => ignored.push(reason);
  const decide = async (version: number, outcome: PlantStoreOutcome, input: NewPlant[] = []) => {
    const decisions = [{ row: `${line?.row}`, version, outcome }];
    await importComplete(store.fetch, input, { journal, resolve: decisions, onIgnoredDecision });
  };
  await decide(1, "not-created"); // Wrong.
  await decide(2, "created");
  await decide(3, "unknown", [fern]);
  expect(store.requests).toHaveLength(1);
  expect(unknownRowsOf(journal)).toEqual([{ ...line, version: 4, reason: "decided by the operator" }]);
  await decide(4, "not-created", [fern]);
  expect(store.requests).toHaveLength(2);
  await decide(6, "not-created");
  expect(ignored).toEqual(["A response of the store proved that the row is created."]);
});

test.each([
  ["contradict each other", { outcome: "created" }, /Two decisions about row 1:\w+ contradict each other/],
  ["are partly malformed", { version: undefined }, /A decision is malformed: `version` must be the number/],
])("if decisions %s, none is recorded, so that they can be corrected", async (_, change, message) => {
  const store = new MockStore();
  store.enqueue(faults.reset());
  const journal = memoryJournal();
  await importComplete(store.fetch, [fern], { journal });
  const [unknown] = unknownRowsOf(journal);
  const decision = { row: `${unknown?.row}`, version: 1, outcome: "not-created" } as const;
  const decisions = [decision, { ...decision, ...change } as RowDecision];
  const { error } = await importAll(store.fetch, [fern], { journal, resolve: decisions });
  expect(error).toMatchObject({ kind: "input", message: expect.stringMatching(message) });
  expect(unknownRowsOf(journal)).toEqual([unknown]);
  expect(store.requests).toHaveLength(1);
});

test.each([
  null,
  { row: "x", version: 1, outcome: "created" },
  { row: "9223372036854775808:0123456789abcdef", version: 1, outcome: "created" },
  { row: "1:0123456789abcdef", version: "1", outcome: "created" },
  { row: "1:0123456789abcdef", outcome: "created" },
  { row: "1:0123456789abcdef", version: 1, outcome: "yes" },
])("%j is not a decision, and nothing is sent", async (decision) => {
  const store = new MockStore();
  const { error } = await importAll(store.fetch, [fern], { resolve: [decision as never] });
  const message = expect.stringMatching(/^A decision is malformed: `/);
  expect(error).toMatchObject({ name: "PlantStoreImportError", kind: "input", message });
  expect(store.requests).toEqual([]);
});

test("a null in an optional field is no value, as in the rows of a database", async () => {
  const store = new MockStore();
  const moss = { id: 2, name: null, tag: null } as never;
  const rows = await importComplete(store.fetch, [{ ...fern, tag: null as never }, fern, moss]);
  expect(rows.get(2)?.message).toMatch(/`name` must be a string/);
  expect(store.plants).toEqual([fern]);
});

// Rows with the same id.

test.each([
  ["exists", faults.delay(0)],
  ["may exist", faults.reset({ afterCreate: true })],
])("a row whose id %s with other content is held, unless `allowChanged` is set", async (state, fault) => {
  const store = new MockStore();
  store.enqueue(fault);
  const journal = memoryJournal();
  await importComplete(store.fetch, [fern], { journal });
  const renamed = { ...fern, id: 1n, name: "Lady fern" };
  const held = await importComplete(store.fetch, [renamed], { journal });
  const message = `A plant with this id, but another name, ${state}. This one was not sent.`;
  expect(held.get(1n)).toMatchObject({ outcome: "not-created", action: "held", reason: "changed", message });
  await importComplete(store.fetch, [renamed], { journal, allowChanged: true });
  expect(store.plants.map(({ name }) => name)).toEqual(["Fern", "Lady fern"]);
});

test.each([
  ["sent if that is rejected", faults.status(400, { delay: 20 }), ["created sent", "not-created sent"]],
  ["held if that is created", faults.delay(20), ["created sent", "not-created held"]],
])("a row waits for another with its id that is in flight, and is %s", async (_, fault, expected) => {
  const store = new MockStore();
  store.enqueue(fault);
  const { rows } = await importAll(store.fetch, [fern, { ...fern, name: "Lady fern" }]);
  expect(rows.map(endOf).sort()).toEqual(expected);
});

// Rows that cannot be created.

test("invalid, malformed and rejected rows are reported, and the import goes on", async () => {
  const store = new MockStore();
  store.enqueue(faults.status(400, { body: { error: 7, message: "no more ferns" } }));
  const text =
    '{"id":1,"name":"Fern"}\n{"id":1.5,"name":"Half"}\nnull\n{"id":\n{"id":9223372036854775808,"name":"Big"}\n{"id":2,"name":"Moss"}';
  const { rows, progress } = await importAll(store.fetch, readPlants([text]), { concurrency: 1 });
  const sorted = rows.toSorted((a, b) => Number(a.line) - Number(b.line));
  expect(sorted.map((row) => [row.line, endOf(row), row.reason, row.message])).toEqual([
    [1, "not-created sent", undefined, expect.stringMatching(/no more ferns/)],
    [2, "not-created held", "malformed", expect.stringMatching(/id "1.5" is not written as an integer/)],
    [3, "not-created held", "invalid-plant", expect.stringMatching(/must be an object/)],
    [4, "not-created held", "malformed", expect.stringMatching(/not valid JSON/)],
    [5, "not-created held", "invalid-plant", expect.stringMatching(/`id` is out of range/)],
    [6, "created sent", undefined, undefined],
  ]);
  expect(progress).toMatchObject({ created: 1, notCreated: 5, complete: true });
});

test("each row is read once, so what is recorded is what is sent, also if the input reuses an object", async () => {
  const store = new MockStore();
  const journal = memoryJournal();
  function* plants() {
    const plant = { id: 0, name: "" };
    for (const { id, name } of plantsUpTo(20)) yield Object.assign(plant, { id, name });
  }
  await importComplete(store.fetch, plants(), { journal });
  expect(idsIn(store)).toEqual(plantsUpTo(20).map(({ id }) => id));
  const again = await importAll(store.fetch, plantsUpTo(20), { journal });
  expect(again.progress).toMatchObject({ created: 20, skipped: 20 });
});

test("a plant whose response cannot be used is created, and the message says what was wrong", async () => {
  const store = new MockStore();
  store.enqueue(faults.status(200, { body: '{"name":"Fern","tag":null}' }));
  const journal = memoryJournal();
  const { rows } = await importAll(store.fetch, [fern], { journal });
  const message = expect.stringMatching(/was created/);
  expect(rows).toMatchObject([{ outcome: "created", action: "sent", message, result: { success: false } }]);
  const again = await importComplete(store.fetch, [fern], { journal });
  expect(again.get(1)).toMatchObject({ outcome: "created", action: "skipped" });
});

test.each([
  [respond(201, PLANT_JSON), "created", "status 201, but unusable"],
  [respond(400, breakingBody(), JSON_TYPE), "not-created", "connection lost (ECONNRESET)"],
])(
  "a response that breaks off or is not a plant decides its row: case %#",
  async (response, outcome, text) => {
    const { rows, error } = await importAll(stubFetch(response, succeed), plantsUpTo(2), { concurrency: 1 });
    expect(error).toBeUndefined();
    expect(rows).toMatchObject([{ outcome }, { outcome: "created" }]);
    const { result } = rows[0] as ImportedRow;
    expect(reasonOf(result?.error as PlantStoreFailure)).toBe(text);
  },
);

test("a 200 that breaks off or is too large proves a plant only if another response has shown one", async () => {
  const message = expect.stringMatching(
    /could not be used \(status 200, but unusable: .*\), and none before it/,
  );
  for (const [body, error] of [
    [() => breakingBody(), undefined],
    [() => " ".repeat(2 ** 20 + 1), expect.objectContaining({ kind: "stopped", message })],
  ] as const) {
    const first = await importAll(respond(200, body(), JSON_TYPE), plantsUpTo(1));
    expect([first.error, first.rows]).toMatchObject([error, [{ outcome: "unknown", action: "sent" }]]);
    expect(first.rows[0]?.message).toContain("it proves nothing: this plant may exist.");
    const journal = await usedJournal();
    const later = await importAll(respond(200, body(), JSON_TYPE), plantsUpTo(1), { journal });
    expect([later.error, later.rows]).toMatchObject([undefined, [{ outcome: "created" }]]);
    expect(later.progress?.changed).toEqual({ rows: 1, firstLine: undefined });
    const resolve = [{ row: `${later.rows[0]?.row}`, version: 1, outcome: "not-created" as const }];
    const again = await importComplete(succeed, plantsUpTo(1), { journal, resolve });
    expect(again.get(1)).toMatchObject({ outcome: "created", action: "sent" });
  }
});

test("a `fetch` that reads the body ends the import at its first row", async () => {
  const fetch = vi.fn<PlantStoreFetch>(async (...args) => {
    const response = (await succeed(...args)) as Response;
    await response.text();
    return response;
  });
  const { error, rows } = await importAll(fetch, plantsUpTo(9));
  expect([error, rows.length]).toMatchObject([{ kind: "configuration", option: "fetch" }, 1]);
  expect(fetch).toHaveBeenCalledTimes(1);
});

test.each([401, 407])("a %i ends the import with its failure", async (status) => {
  const fetch = stubFetch(succeed, respond(status));
  const { rows, error, progress } = await importAll(fetch, plantsUpTo(100), { concurrency: 2 });
  expect(error).toMatchObject({ kind: "unexpected-response", response: { status }, outcome: "not-created" });
  expect(rows.map(endOf)).toContain("not-created sent");
  expect(fetch.mock.calls.length).toBeLessThan(6);
  expect(progress?.complete).toBe(false);
});

test("an invalid option of the client ends the import, and nothing is sent", async () => {
  const fetch = vi.fn(succeed);
  const client = testClient({ fetch, token: () => "not a token" });
  const running = importPlants(client, plantsUpTo(100), { journal: memoryJournal(), concurrency: 1 });
  const { value } = await running.next();
  expect(value).toMatchObject({ outcome: "not-created", message: expect.stringMatching(/token/) });
  await expect(running.next()).rejects.toThrow("`token` returned");
  expect(fetch).not.toHaveBeenCalled();
});

// Options.

test("a missing client or input is a configuration error", () => {
  const journal = memoryJournal();
  const client = { safeCreatePlant: vi.fn() };
  expect(() => importPlants(null as never, [], { journal })).toThrow("`client` must be a PlantStoreClient");
  expect(() => importPlants(client, undefined as never, { journal })).toThrow("`plants` must be iterable");
});

test("a journal of another base URL is rejected", () => {
  const client = { baseUrl: "https://other.example", safeCreatePlant: () => expect.fail() };
  const error = configurationErrorOf(() => importPlants(client, [], { journal: memoryJournal() }));
  const belongs = `\`journal\` belongs to ${testOptions.baseUrl}`;
  expect(error.message).toBe(`${belongs}, but the client calls https://other.example.`);
});

test("`headers` gets the row and the number of its attempt, and if it throws, its row is not sent", async () => {
  const fetch = vi.fn(succeed);
  const problem = new Error("no header");
  const headers = ({ row, attempt, plant }: ImportedRowRequest) => {
    if (plant.id === 2) throw problem;
    return { "x-id": `${row}-${attempt}` };
  };
  const { error } = await importAll(fetch, plantsUpTo(2), { headers, concurrency: 1 });
  expect(error).toBe(problem);
  const sent = fetch.mock.calls.map(([, init]) => new Headers(init.headers).get("x-id"));
  expect(sent).toEqual([expect.stringMatching(/^1:[0-9a-f]{16}-1$/)]);
});

test("a journal serves one import at a time", async () => {
  const journal = memoryJournal();
  const { fetch } = new MockStore();
  const running = importAll(fetch, [fern], { journal });
  const second = await importAll(fetch, [fern], { journal });
  expect((await running).error).toBeUndefined();
  expect(second.error).toBeInstanceOf(PlantStoreConfigurationError);
  expect(second.error).toMatchObject({ message: "`journal` is in use by another import." });
  await importComplete(fetch, [fern], { journal });
});

test("an error of onProgress ends the import, and no outcome is lost", async () => {
  const store = new MockStore();
  const journal = memoryJournal();
  const problem = new Error("no progress");
  const options = { journal, onProgress: throwing(problem), concurrency: 4 };
  const { error } = await importAll(store.fetch, plantsUpTo(20), options);
  expect(error).toBe(problem);
  await importComplete(store.fetch, plantsUpTo(20), { journal });
  expect(store.plants).toHaveLength(20);
});

// Ending an import early.

test("`signal` ends the import after the requests in flight, and the import throws its reason", async () => {
  const store = new MockStore();
  const journal = await usedJournal();
  const controller = new AbortController();
  const reason = new Error("enough");
  store.enqueue(...Array.from({ length: 4 }, () => faults.delay(50)));
  store.subscribe(() => store.requests.length === 4 && controller.abort(reason));
  const options = { journal, concurrency: 4, signal: controller.signal };
  const { rows, error, progress } = await importAll(store.fetch, plantsUpTo(100), options);
  expect(error).toBe(reason);
  expect(rows.map(({ outcome }) => outcome)).toEqual(Array(4).fill("created"));
  expect(progress).toMatchObject({ created: 4, complete: false });
  expect(unknownRowsOf(journal)).toEqual([]);
  expect(store.plants).toHaveLength(4);
  expect((await importAll(store.fetch, plantsUpTo(5), options)).error).toBe(reason);
  expect(store.requests).toHaveLength(4);
});

test("`signal` ends an import whose input is silent", async () => {
  const controller = new AbortController();
  async function* silent(): AsyncGenerator<NewPlant> {
    yield fern;
    await new Promise(() => {});
  }
  const onProgress = ({ created }: ImportProgress) => created === 1 && controller.abort("enough");
  const { rows, error } = await importAll(succeed, silent(), { signal: controller.signal, onProgress });
  expect([rows.length, error]).toEqual([1, "enough"]);
});

test("leaving the loop waits for the requests in flight, and closes the input", async () => {
  const store = new MockStore();
  const journal = memoryJournal();
  store.enqueue(...Array.from({ length: 5 }, (_, index) => faults.delay(index * 10)));
  let isClosed = false;
  function* plants() {
    try {
      yield* plantsUpTo(100);
    } finally {
      isClosed = true;
    }
  }
  const client = testClient({ fetch: store.fetch });
  for await (const _ of importPlants(client, plants(), { journal, concurrency: 4 })) break;
  const count = store.plants.length;
  expect(count).toBeLessThan(10);
  expect(unknownRowsOf(journal)).toEqual([]);
  await vi.waitFor(() => expect(isClosed).toBe(true), LONG_WAIT);
  const again = await importAll(store.fetch, plantsUpTo(100), { journal });
  expect(again.rows.filter(({ action }) => action === "skipped")).toHaveLength(count);
  expect(store.plants).toHaveLength(100);
});

test("leaving the loop closes a stream that is silent", async () => {
  const stream = new Readable({ objectMode: true, read() {} });
  stream.push(fern);
  const client = testClient({ fetch: succeed });
  for await (const _ of importPlants(client, stream, { journal: memoryJournal() })) break;
  expect(stream.destroyed).toBe(true);
});

test("an error of the input ends the import after the rows before it", async () => {
  const store = new MockStore();
  store.enqueue(faults.status(429, { headers: { "retry-after": "0" } }));
  const { rows, error } = await importAll(store.fetch, readPlants(['id,name\n1,Fern\n2,"Mo']));
  expect(store.plants).toEqual([fern]);
  expect(error).toMatchObject({ kind: "input", message: expect.stringMatching(/does not end on that line/) });
  expect(rows).toHaveLength(1);
});
