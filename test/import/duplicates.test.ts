/** Rows that the store rejects because they exist, and unknown rows that resolve themselves. */
import { type ImportedRow, type ImportPlantsOptions, importPlants } from "plant-store-sdk/import";
import { faults, MockStore } from "plant-store-sdk/mocks/store";
import { expect, test, vi } from "vitest";
import { parseRules } from "../../src/contract/validate-rules.ts";
import { duplicatesOf } from "../../tools/import/run/duplicates.ts";
import { testClient } from "../support/client.ts";
import { jumpFromTimerToTimer } from "../support/fake-time.ts";
import { respond, stubFetch, succeed } from "../support/fetch-stubs.ts";
import { importAll, memoryJournal, plantsUpTo } from "./import-all.ts";

const CONFLICT = { status: 409 };
const EXISTS = { ...CONFLICT, error: 1003 };
const rules = { version: 1, duplicates: EXISTS, atomicIds: true } as const;
const reject = (status: number, error: number) => respond(status, JSON.stringify({ error, message: "no" }));

const endOf = ({ plant, outcome }: ImportedRow) => `${Object(plant).id} ${outcome}`;

test("a row that the store rejects as duplicates is done, and the next run skips it", async () => {
  const store = new MockStore({ rules, plants: plantsUpTo(2) });
  const options = { journal: memoryJournal(), duplicates: EXISTS };
  const first = await importAll(store.fetch, plantsUpTo(3), options);
  const ends = first.rows.map(({ outcome, action, message }) => `${outcome} ${action} ${message}`);
  const existed = "exists sent undefined";
  expect(ends.sort()).toEqual(["created sent undefined", existed, existed]);
  expect(first.progress).toMatchObject({ created: 1, exists: 2, notCreated: 0, sent: 3 });
  const second = await importAll(store.fetch, plantsUpTo(3), options);
  expect(second.progress).toMatchObject({ created: 1, exists: 2, skipped: 3, sent: 0 });
  expect(second.rows.map(({ outcome }) => outcome)).toEqual(["exists", "exists", "created"]);
});

test.each<[NonNullable<ImportPlantsOptions["duplicates"]>, number, number, string]>([
  [{ status: 409 }, 409, 1003, "exists"],
  [{ status: 409, error: 1003 }, 409, 1003, "exists"],
  [{ status: 409, error: 7 }, 409, 1003, "not-created"],
  [{ status: 400, error: 1003 }, 409, 1003, "not-created"],
  [{ status: 400, error: 1003 }, 400, 1003, "exists"],
  [{ status: 400, error: 1003 }, 400, 1001, "not-created"],
])("with %j, a %i with the error %i means %s", async (duplicates, status, error, outcome) => {
  const { rows } = await importAll(reject(status, error), plantsUpTo(1), { duplicates });
  expect(rows.map((row) => row.outcome)).toEqual([outcome]);
});

test.each([
  [{ status: 400 }, "must have an integer error number"],
  [{ status: 429 }, "must have a status such as 409"],
  [{ status: 200 }, "must have a status such as 409"],
])("`duplicates` %j is rejected", (duplicates, problem) => {
  expect(() => importPlants(testClient(), [], { journal: memoryJournal(), duplicates })).toThrow(problem);
});

test("a row whose response was lost is sent again at the end of the run, and is created or exists", async () => {
  const store = new MockStore({ rules });
  store.enqueue(faults.reset({ afterCreate: true }), faults.reset());
  const options = { duplicates: EXISTS, resendAfter: 20, concurrency: 1 };
  const { rows } = await importAll(store.fetch, plantsUpTo(4), options);
  expect(rows.map(endOf)).toEqual(["3 created", "4 created", "1 exists", "2 created"]);
  expect(store.plants.map(({ id }) => id)).toEqual([1, 3, 4, 2]);
});

test("unknown rows of an earlier run are sent again, `resendAfter` after their attempt", async () => {
  jumpFromTimerToTimer();
  const store = new MockStore({ rules, plants: plantsUpTo(1) });
  const journal = memoryJournal();
  const start = performance.now();
  await importAll(stubFetch(respond(503)), plantsUpTo(1), { journal });
  const pauses: [reason: string | undefined, unknown: number][] = [];
  const { rows } = await importAll(store.fetch, plantsUpTo(2), {
    journal,
    duplicates: EXISTS,
    onProgress: ({ pause, unknown }) => pauses.push([pause?.reason, unknown]),
  });
  expect(rows.map(endOf)).toEqual(["2 created", "1 exists"]);
  expect(performance.now() - start).toBeGreaterThanOrEqual(30_000);
  expect(pauses).toContainEqual(["resend", 1]); // While it waits, it is unknown.
});

test("unknown rows of an earlier run are not waited for, if their attempt was long ago", async () => {
  const store = new MockStore({ rules });
  const journal = memoryJournal();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() - 60_000 });
  await importAll(stubFetch(respond(503)), plantsUpTo(1), { journal });
  vi.useRealTimers();
  const options = { journal, duplicates: EXISTS, resendAfter: 50_000 };
  expect((await importAll(store.fetch, plantsUpTo(1), options)).rows).toMatchObject([{ outcome: "created" }]);
});

test("a row that never gets a definite response is sent again 3 times, and then waits for the next run", async () => {
  const lost = stubFetch(respond(503));
  const { rows } = await importAll(lost, plantsUpTo(1), { duplicates: EXISTS, resendAfter: 0 });
  expect(rows.map(({ outcome }) => outcome)).toEqual(["unknown"]);
  expect(lost).toHaveBeenCalledTimes(4);
});

test("a rejection for another reason leaves an unknown row unknown", async () => {
  const fetch = stubFetch(respond(503), reject(400, 7));
  const { rows } = await importAll(fetch, plantsUpTo(1), { duplicates: EXISTS, resendAfter: 0 });
  const message = expect.stringContaining("An earlier attempt may have created this plant.");
  expect(rows).toMatchObject([{ outcome: "unknown", message }]);
});

test("rows that wait to be sent again are reported as unknown if the import is stopped", async () => {
  const stop = new AbortController();
  const fetch = stubFetch(respond(503), succeed);
  const { rows, error } = await importAll(fetch, plantsUpTo(2), {
    duplicates: EXISTS,
    concurrency: 1,
    signal: stop.signal,
    onProgress: ({ pause }) => pause?.reason === "resend" && stop.abort(new Error("stopped")),
  });
  expect(error).toMatchObject({ message: "stopped" });
  expect(rows.map(endOf)).toEqual(["2 created", "1 unknown"]);
  expect(fetch).toHaveBeenCalledTimes(2);
});

/** Some stores round them. */
const LARGE = [2n ** 53n + 1n, -(2n ** 53n) - 1n];

test.each<[string, object, (number | bigint)[]]>([
  ["do not say whether ids are exact: ids within 2^53", {}, [1, -1, 2 ** 53 - 1]],
  ["say that ids are exact: all ids", { exactIds: true }, [1, -1, 2 ** 53 - 1, ...LARGE]],
  ["say that ids are confused: ids within 2^53", { exactIds: false }, [1, -1, 2 ** 53 - 1]],
])("a rejection as a duplicate is believed if the rules %s", async (_, change, believed) => {
  const plants = [1, -1, 2 ** 53 - 1, ...LARGE].map((id) => ({ id, name: "Fern" }));
  const { rows } = await importAll(reject(409, 1003), plants, { rules: { ...rules, ...change } });
  expect(rows.filter(({ outcome }) => outcome === "exists").map(({ plant }) => Object(plant).id)).toEqual(
    believed,
  );
});

test("with rules that say so, each request has its row's idempotency key, and unknown rows stay held", async () => {
  const store = new MockStore({ rules: { version: 1, idempotencyKey: true } });
  store.enqueue(faults.reset({ afterCreate: true }));
  const options = { journal: memoryJournal(), rules: { idempotencyKey: true } };
  await importAll(store.fetch, plantsUpTo(1), options);
  const { rows } = await importAll(store.fetch, plantsUpTo(1), options);
  expect(rows).toMatchObject([{ outcome: "unknown", action: "held" }]);
  const resent = await importAll(store.fetch, plantsUpTo(1), { ...options, resendUnknown: true });
  expect(resent.rows).toMatchObject([{ outcome: "created" }]);
  expect(store.plants).toHaveLength(1);
  const keys = store.requests.map(({ headers }) => headers["idempotency-key"]);
  expect(keys).toEqual(Array(2).fill(rows[0]?.row));
});

test.each(["object", "pairs", "Headers", "iterator"])(
  "a key of the caller's own is sent instead, also as %s",
  async (form) => {
    const store = new MockStore();
    const pairs: [string, string][] = [["Idempotency-Key", "own"]];
    const iterator = new Map(pairs).entries() as unknown as typeof pairs;
    const forms = { object: Object.fromEntries(pairs), pairs, Headers: new Headers(pairs), iterator };
    const headers = () => forms[form as keyof typeof forms];
    await importAll(store.fetch, plantsUpTo(1), { headers, rules: { idempotencyKey: true } });
    expect(store.requests).toMatchObject([{ headers: { "idempotency-key": "own" } }]);
  },
);

// Which rules say how a store rejects a plant that exists.

test.each<[string, object, object | string]>([
  ["a status of its own", { duplicates: CONFLICT }, CONFLICT],
  ["an error number", { duplicates: EXISTS }, EXISTS],
  ["a 400, whose error number is the status", { duplicates: { status: 400 } }, { status: 400, error: 400 }],
  ["a status of two meanings", { duplicates: CONFLICT, unknownFields: EXISTS }, { ...CONFLICT, error: 409 }],
  ["the same rejection for another reason", { duplicates: EXISTS, invalid: EXISTS }, "like something else"],
  ["duplicates that are created", { duplicates: { equal: "created", different: EXISTS } }, "not rejected"],
  ["two rejections", { duplicates: { equal: EXISTS, different: CONFLICT } }, "rejected differently"],
  ["requests at once that may both create", { duplicates: EXISTS, atomicIds: false }, "at the same time"],
  ["a status that means something else", { duplicates: { status: 404 } }, "a 404 has other meanings"],
  ["nothing about duplicates", { atomicIds: undefined }, "unknown"],
])("rules with %s", (_, rules, expected) => {
  const found = duplicatesOf(parseRules({ version: 1, atomicIds: true, ...rules }, "rules"));
  if (typeof expected === "string") expect(found).toMatch(expected);
  else expect(found).toEqual({ error: undefined, ...expected });
});
