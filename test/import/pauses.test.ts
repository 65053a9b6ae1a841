/** Pauses of an import after a 429, and while the store is down. */
import type { NewPlant, PlantStoreFetch } from "plant-store-sdk";
import {
  type ImportPause,
  type ImportPlantsOptions,
  type ImportProgress,
  importPlants,
  type PauseReason,
} from "plant-store-sdk/import";
import { expect, test, vi } from "vitest";
import { testClient } from "../support/client.ts";
import { jumpFromTimerToTimer } from "../support/fake-time.ts";
import {
  connectionRefused,
  connectionReset,
  fail,
  networkError,
  respond,
  stubFetch,
  succeed,
} from "../support/fetch-stubs.ts";
import { importAll, memoryJournal, plantsUpTo, unknownRowsOf, usedJournal } from "./import-all.ts";

type Options = Partial<ImportPlantsOptions>;

/** Imports in fake time. Returns the times at which requests were sent, and the pauses. */
async function importInFakeTime(fetch: PlantStoreFetch, count: number, options: Options = {}) {
  const journal = options.journal ?? (await usedJournal());
  vi.spyOn(Math, "random").mockReturnValue(0);
  jumpFromTimerToTimer();
  const start = performance.now();
  const times: number[] = [];
  const pauses = new Set<ImportPause>();
  const result = await importAll(
    (url, init) => {
      times.push(Math.round(performance.now() - start));
      return fetch(url, init);
    },
    plantsUpTo(count),
    {
      ...options,
      journal,
      onProgress: ({ pause }) => pause && pauses.add(pause),
    },
  );
  const shown = Array.from(pauses, ({ reason, ms }): [PauseReason, number] => [reason, Math.round(ms)]);
  return { ...result, times, pauses: shown };
}

const created = (rows: { outcome: string }[]) => rows.filter(({ outcome }) => outcome === "created").length;

/** Responds after some time. */
const after =
  (ms: number, fetch: PlantStoreFetch): PlantStoreFetch =>
  async (...args) => {
    await new Promise((resolve) => setTimeout(resolve, ms));
    return fetch(...args);
  };

test("a 429 pauses all workers for its Retry-After plus a backoff, and the row is sent again", async () => {
  const fetch = stubFetch(after(10, respond(429, "busy", { "retry-after": "900" })), after(20, succeed));
  const { rows, error, times, pauses } = await importInFakeTime(fetch, 9, { concurrency: 3 });
  expect(error).toBeUndefined();
  expect(created(rows)).toBe(9);
  const resumed = 10 + 900_000 + 300;
  expect(times).toEqual([0, 0, 0, ...Array(3).fill(resumed), ...Array(3).fill(resumed + 20), resumed + 40]);
  expect(pauses).toEqual([["rate-limit", 900_300]]);
});

test("a Retry-After above 15 minutes ends the import at once, and no row is decided", async () => {
  const journal = memoryJournal();
  const busy = respond(429, "busy", { "retry-after": "901" });
  const { rows, error, pauses } = await importInFakeTime(busy, 9, { journal });
  expect(error).toMatchObject({
    name: "PlantStoreImportError",
    kind: "outage",
    message: expect.stringMatching(/^The store responded 429 and asked for a wait of 901 s\./),
    cause: { response: { status: 429 } },
  });
  expect([rows, pauses]).toEqual([[], []]);
  const again = await importInFakeTime(succeed, 9, { journal });
  expect(again.progress).toMatchObject({ created: 9, complete: true });
});

test("`maxRate` limits the requests per second of all workers", async () => {
  const { times } = await importInFakeTime(succeed, 4, { maxRate: 20 });
  expect(times).toEqual([0, 50, 100, 150]);
});

test("without Retry-After, repeated 429s pause with a backoff that doubles up to 10 seconds", async () => {
  const busy = respond(429);
  const { rows, times } = await importInFakeTime(stubFetch(...Array(8).fill(busy), succeed), 1);
  expect(created(rows)).toBe(1);
  const waits = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  expect(waits).toEqual([300, 600, 1_200, 2_400, 4_800, 9_600, 10_000, 10_000]);
});

test("429s that arrive together start one pause, and the longest Retry-After counts", async () => {
  const busy = (seconds: number) => respond(429, "", { "retry-after": String(seconds) });
  const fetch = stubFetch(busy(1), busy(5), busy(2), succeed);
  const { times, pauses } = await importInFakeTime(fetch, 3, { concurrency: 3 });
  expect(times).toEqual([0, 0, 0, 5_300, 5_300, 5_300]);
  expect(pauses.flat()).toEqual(["rate-limit", 1_300, "rate-limit", 5_300]);
});

test("a row that ends in a pause does not end it", async () => {
  const journal = await usedJournal();
  jumpFromTimerToTimer();
  const pauses: unknown[] = [];
  const onProgress = ({ pause }: ImportProgress) => pauses.push(pause?.reason);
  const fetch = stubFetch(respond(429, "busy", { "retry-after": "5" }), after(20, succeed), succeed);
  const { error } = await importAll(fetch, plantsUpTo(2), { journal, concurrency: 2, onProgress });
  expect(error).toBeUndefined();
  expect(pauses.slice(0, 2)).toEqual(["rate-limit", "rate-limit"]); // The pause, and the row of the other worker.
  expect(pauses.at(-1)).toBeUndefined();
});

test("a row that was about to be sent when the run stopped is in the journal as before", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const journal = await usedJournal();
  await importAll(respond(503), plantsUpTo(1), { journal });
  const [before] = unknownRowsOf(journal);
  const controller = new AbortController();
  vi.setSystemTime(Date.now() + 1_000);
  const headers = () => {
    controller.abort();
    return {};
  };
  const fetch = vi.fn(succeed);
  const options = { journal, headers, signal: controller.signal, resendUnknown: true };
  await importAll(fetch, plantsUpTo(2), options);
  expect(fetch).not.toHaveBeenCalled();
  expect(unknownRowsOf(journal)).toEqual([before]);
  expect(journal.count()).toMatchObject({ created: 1, unknown: 1, notCreated: 0 });
});

test.each<[problem: string, token: () => Promise<string>]>([
  ["no token", () => Promise.reject(new Error("no token server"))],
  ["no connection or token within 30 s", () => new Promise(() => {})],
])(
  "with %s, the import pauses, and says at the end that the store got no request",
  async (problem, token) => {
    jumpFromTimerToTimer();
    const fetch = vi.fn(succeed);
    const running = importPlants(testClient({ fetch, token }), plantsUpTo(9), { journal: memoryJournal() });
    const message = expect.stringMatching(`^The store got no request for at least 60 s: ${problem}\\. `);
    const all = async () => {
      for await (const { outcome } of running) expect(outcome).toBe("not-created");
    };
    await expect(all()).rejects.toMatchObject({ kind: "outage", message });
    expect(fetch).not.toHaveBeenCalled();
  },
);

test("during a pause no row is open in the journal, so that a crash makes none unknown", async () => {
  jumpFromTimerToTimer();
  const journal = memoryJournal();
  const controller = new AbortController();
  // It arrives while the intent of the next row is recorded.
  const limited: PlantStoreFetch = async (...args) => {
    await new Promise((resolve) => setImmediate(resolve));
    return respond(429, "", { "retry-after": "60" })(...args);
  };
  const fetch = vi.fn(stubFetch(succeed, succeed, limited, after(5, succeed)));
  let unknown: unknown;
  setTimeout(() => {
    unknown = unknownRowsOf(journal);
    controller.abort("enough");
  }, 1_000);
  const { error } = await importAll(fetch, plantsUpTo(100), { journal, signal: controller.signal });
  expect(error).toBe("enough");
  expect(unknown).toEqual([]);
  expect(fetch.mock.calls.length).toBeLessThanOrEqual(9); // Those that were in flight when the pause began.
});

test("failed connections pause all workers with a backoff, then one row at a time is sent until one succeeds", async () => {
  const refused = after(10, fail(connectionRefused));
  const fetch = stubFetch(refused, refused, refused, refused, after(10, succeed));
  const { rows, error, times, pauses } = await importInFakeTime(fetch, 3, { concurrency: 3 });
  expect(error).toBeUndefined();
  expect(created(rows)).toBe(3);
  expect(times.slice(0, 5)).toEqual([0, 0, 0, 310, 920]);
  expect(times.length).toBe(7);
  expect(times[5]).toBeGreaterThanOrEqual(930);
  expect(pauses.flat()).toEqual(["outage", 300, "outage", 600]);
});

/** The pauses of an import of these responses, one after the other. */
async function pausesOf(...responses: PlantStoreFetch[]): Promise<ImportPause[]> {
  jumpFromTimerToTimer();
  const pauses = new Set<ImportPause>();
  const onProgress = ({ pause }: ImportProgress) => pause && pauses.add(pause);
  await importAll(stubFetch(...responses), plantsUpTo(20), { onProgress, concurrency: 1 });
  return [...pauses];
}

test("in an outage, the progress says what is wrong, and when the import stops", async () => {
  const refused = fail(connectionRefused);
  const [first, second] = await pausesOf(refused, refused, succeed);
  const problem = "no connection (ECONNREFUSED)";
  expect(first).toMatchObject({ reason: "outage", problem, stopsIn: 60_000 });
  expect(second).toMatchObject({ reason: "outage", problem });
  expect(second?.stopsIn).toBeLessThan(60_000);
});

test("an import that cannot connect for 60 seconds ends, and continues in the next run", async () => {
  const journal = memoryJournal();
  const down = fail(connectionRefused);
  const { rows, error, times, progress } = await importInFakeTime(down, 20, { journal, concurrency: 2 });
  const message =
    "The store was down for at least 60 s: no connection (ECONNREFUSED). If it may be down for longer, set `maxOutage`.";
  const cause = { kind: "connection", outcome: "not-created" };
  expect(error).toMatchObject({ kind: "outage", message, cause });
  expect(rows).toMatchObject([{ outcome: "not-created", action: "sent" }]);
  expect(progress?.complete).toBe(false);
  expect(times.at(-1)).toBeGreaterThanOrEqual(60_000);
  expect(times.at(-1)).toBeLessThan(75_000);
  expect(unknownRowsOf(journal)).toEqual([]);
  const again = await importAll(succeed, plantsUpTo(20), { journal });
  expect(again.progress).toMatchObject({ created: 20, complete: true });
});

test.each([
  ["a certificate that is not trusted", networkError("DEPTH_ZERO_SELF_SIGNED_CERT")],
  ["a blocked port", new TypeError("fetch failed", { cause: new Error("bad port") })],
])("%s ends the import at once", async (_, problem) => {
  const { rows, error, times } = await importInFakeTime(fail(problem), 20, { concurrency: 1 });
  expect(error).toMatchObject({ kind: "connection", outcome: "not-created" });
  expect(rows).toHaveLength(1);
  expect(times).toEqual([0]);
});

test.each([
  ["200", 8, succeed],
  ["429", 4, respond(429)], // The backoff goes on.
])("a %s ends an outage, so that the next one may last 60 seconds again", async (_, failures, response) => {
  const refused = fail(connectionRefused);
  const fetch = stubFetch(...Array(8).fill(refused), response, ...Array(failures).fill(refused), succeed);
  const { error, progress } = await importInFakeTime(fetch, 2, { concurrency: 1 });
  expect(error).toBeUndefined();
  expect(progress).toMatchObject({ created: 2, complete: true });
});

test.each([
  ["503s", 100, respond(503)],
  ["lost responses", 8, fail(connectionReset)],
])("nothing but %s for 60 seconds, at concurrency %i, ends the import", async (_, concurrency, stub) => {
  const options = { concurrency, maxUnknown: 1_000 };
  const { error, rows, progress, times } = await importInFakeTime(after(10, stub), 10_000, options);
  expect(error).toMatchObject({ kind: "outage", cause: { outcome: "unknown" } });
  expect(progress?.complete).toBe(false);
  // The 8th in a row starts the pauses, when others are in flight. Then one row is sent after each of 11 pauses.
  expect(rows.length).toBeLessThanOrEqual(8 + (concurrency - 1) + 11);
  expect(rows.every(({ outcome }) => outcome === "unknown")).toBe(true);
  expect(times.at(-1)).toBeLessThan(75_000);
});

test("some unknown outcomes among others do not pause the import", async () => {
  const responses = Array(25).fill([respond(503), succeed, succeed, succeed]);
  const fetch = stubFetch(...responses.flat());
  const { rows, pauses, error } = await importInFakeTime(fetch, 100, { concurrency: 2 });
  expect([error, pauses]).toEqual([undefined, []]);
  expect(rows).toHaveLength(100);
});

// A series of 429.

const limited = (seconds?: number) =>
  respond(429, "", seconds === undefined ? {} : { "retry-after": `${seconds}` });

test.each<[string, PlantStoreFetch[], number]>([
  ["429s", [limited()], 60_000],
  ["429s and failed connections", [limited(), fail(connectionRefused)], 60_000],
  ["429s that ask for 20 s", [limited(20)], 260_000],
  ["429s of which one asks for 200 s", [limited(200), ...Array(99).fill(limited())], 260_000],
])("nothing but %s ends the import after 60 s, apart from the waits", async (_, responses, end) => {
  const fetch = stubFetch(...Array.from({ length: 99 }, () => responses).flat());
  const { error, rows, times, progress } = await importInFakeTime(fetch, 9, { concurrency: 3 });
  const message =
    /^The store has accepted no more requests for at least 60 s, apart from the waits that it asked for: status 429\./;
  expect(error).toMatchObject({ kind: "outage", message: expect.stringMatching(message) });
  expect([rows, progress?.complete]).toEqual([[], false]);
  expect(times.at(-1)).toBeGreaterThanOrEqual(end);
  expect(times.at(-1)).toBeLessThan(end + 35_000);
});

test("any other response ends a series of 429, and waits that overlap count once", async () => {
  const series = Array<PlantStoreFetch>(9).fill(limited()); // First 29 s, then 49 s: more than 60 s together.
  const busy = after(10, limited(20));
  const fetch = stubFetch(
    ...series,
    respond(400, '{"error":1,"message":"no"}'),
    ...series,
    succeed,
    busy,
    busy,
    busy,
    succeed,
  );
  const { error, progress } = await importInFakeTime(fetch, 9, { concurrency: 3 });
  expect([error, progress?.complete]).toEqual([undefined, true]);
});

test("time in which there is no row to send does not count to a series of 429", async () => {
  jumpFromTimerToTimer();
  const [first, second] = plantsUpTo(2);
  async function* slowInput() {
    yield first as NewPlant;
    await new Promise((resolve) => setTimeout(resolve, 70_000));
    yield second as NewPlant;
  }
  const fetch = stubFetch(limited(), fail(connectionReset), limited(), succeed);
  const { error, progress } = await importAll(fetch, slowInput());
  expect([error, progress?.created, progress?.unknown]).toEqual([undefined, 1, 1]);
});

test("a pause says whether the store asked for it, and otherwise when the import stops", async () => {
  expect(await pausesOf(limited(7), limited(), succeed)).toMatchObject([
    { reason: "rate-limit", retryAfter: 7_000, stopsIn: undefined, problem: "status 429" },
    { reason: "rate-limit", retryAfter: undefined, stopsIn: expect.any(Number), problem: "status 429" },
  ]);
});

test.each([
  [502, 0, " at once, so a gateway may have sent none of these rows"],
  [504, 0, " at once, so a gateway may have sent none of these rows"],
  [504, 1_000, ""],
  [500, 0, ""],
])("after %i, each after %i ms, the pause has the problem with the text: %s", async (status, ms, text) => {
  const pauses = await pausesOf(...Array(8).fill(after(ms, respond(status))), succeed);
  expect(new Set(pauses.map(({ problem }) => problem))).toEqual(new Set([`status ${status}${text}`]));
});

test("a 503 with Retry-After pauses all workers like a 429, but its row stays unknown", async () => {
  const fetch = stubFetch(respond(503, "", { "retry-after": "7" }), succeed);
  const { rows, pauses, times } = await importInFakeTime(fetch, 3, { concurrency: 1 });
  expect(rows.map(({ outcome }) => outcome)).toEqual(["unknown", "created", "created"]);
  expect(pauses).toEqual([["rate-limit", 7_300]]);
  expect(times[1]).toBeGreaterThanOrEqual(7_300);
});

test("a changed row waits for every earlier row with its id, also for one that waits for the end of a pause", async () => {
  const fetch = stubFetch(respond(429), succeed);
  const rows = ["Fern", "Moss"].map((name) => ({ id: 1, name }));
  const imported = await importAll(fetch, rows, { concurrency: 3 });
  expect(imported.rows.find(({ plant }) => Object(plant).name === "Moss")).toMatchObject({
    reason: "changed",
  });
  const sent = fetch.mock.calls.map(([, { body }]) => JSON.parse(`${body}`).name);
  expect(sent).toEqual(["Fern", "Fern"]);
});
