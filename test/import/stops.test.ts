/** Responses that stop an import, because other rows would meet the same. */
import { join } from "node:path";
import { type NewPlant, PlantStoreClient, type PlantStoreFetch } from "plant-store-sdk";
import { type ImportPlantsOptions, type ImportProgress, openJournal } from "plant-store-sdk/import";
import { MockStore } from "plant-store-sdk/mocks/store";
import { expect, test } from "vitest";
import { keyOfPlant } from "../../tools/import/input/row-key.ts";
import type { Journal } from "../../tools/import/journal/journal.ts";
import { importBatches } from "../../tools/import/run/import-run.ts";
import { testOptions } from "../support/client.ts";
import { jumpFromTimerToTimer } from "../support/fake-time.ts";
import { connectionReset, fail, PLANT_JSON, respond, stubFetch, succeed } from "../support/fetch-stubs.ts";
import { startHttpServer } from "../support/servers.ts";
import { createFolder } from "../support/temporary-folder.ts";
import { importAll, importComplete, memoryJournal, plantsUpTo, unknownRowsOf } from "./import-all.ts";

const html = { "content-type": "text/html" };
const rejectAll = (message: string) => respond(400, JSON.stringify({ error: 7, message }));

/** Responses of something that is not the store, and the outcome of a row that meets them. */
const elsewhere: [string, PlantStoreFetch, "unknown" | "not-created"][] = [
  ["a sign-in page with 200", respond(200, "<!doctype html><title>Sign in</title>", html), "unknown"],
  ["a gateway's 200", respond(200, '{"status":"ok"}'), "unknown"],
  ["a 204", respond(204), "unknown"],
  ["a redirect", respond(302, null, { location: "https://login.example/" }), "unknown"],
  ["a 403", respond(403), "not-created"],
  ["a 404", respond(404), "not-created"],
  ["a 405", respond(405), "not-created"],
];

test.each(elsewhere)("%s at the start of a run ends it after those in flight", async (_, other, outcome) => {
  const fetch = stubFetch(other);
  const { rows, error, progress } = await importAll(fetch, plantsUpTo(100), { concurrency: 8 });
  expect(error).toMatchObject({ kind: "unexpected-response", outcome });
  expect(rows[0]).toMatchObject({ outcome, action: "sent" });
  expect(progress).toMatchObject({ created: 0, complete: false });
  expect(fetch.mock.calls.length).toBeLessThanOrEqual(8);
});

test.each(elsewhere)("8 times %s in a row ends a run that has created plants", async (_, other, outcome) => {
  const store = new MockStore();
  const create = Array<PlantStoreFetch>(10).fill(store.fetch);
  const some = Array<PlantStoreFetch>(7).fill(other);
  const fetch = stubFetch(...create, ...some, store.fetch, ...some, rejectAll("no"), other);
  const journal = memoryJournal();
  const { rows, error, progress } = await importAll(fetch, plantsUpTo(100), { journal, concurrency: 1 });
  const message = expect.stringMatching(
    /^8 responses in a row did not seem to be the store's\. .*: status \d+/,
  );
  const cause = { kind: "unexpected-response", outcome };
  expect(error).toMatchObject({ kind: "stopped", message, cause });
  expect(rows.filter((row) => row.outcome === "created")).toHaveLength(11);
  expect(rows.slice(-8).map((row) => row.outcome)).toEqual(Array(8).fill(outcome));
  expect(progress).toMatchObject({ created: 11, complete: false });

  // Behind the sign-in page, nothing was stored. No row counts as created that the store does not have.
  expect(store.plants).toHaveLength(11);
  const again = await importAll(store.fetch, plantsUpTo(100), { journal });
  const held = again.rows.filter(({ action }) => action === "held");
  expect(store.plants).toHaveLength(100 - held.length);
});

test("a 404 after a plant whose response was unusable does not end the run", async () => {
  const fetch = stubFetch(respond(201, PLANT_JSON), respond(404), succeed);
  const { rows, error } = await importAll(fetch, plantsUpTo(3), { concurrency: 1 });
  expect(error).toBeUndefined();
  expect(rows.map(({ outcome }) => outcome)).toEqual(["created", "not-created", "created"]);
});

test("a row that is blocked in every run does not stop the import of the rows after it", async () => {
  const store = new MockStore();
  const firewall: PlantStoreFetch = (url, init) =>
    String(init.body).includes('"Fern 4"') ? respond(403)(url, init) : store.fetch(url, init);
  const journal = memoryJournal();
  for (const count of [5, 10]) {
    const { error } = await importAll(firewall, plantsUpTo(count), { journal, concurrency: 1 });
    expect(error).toBeUndefined();
    expect(store.plants).toHaveLength(count - 1);
  }
});

test("https to an http port ends an import before any row is unknown", async () => {
  const server = await startHttpServer((response) => response.end());
  const url = server.url.replace("http:", "https:");
  const { error, progress } = await importAll((_url, init) => fetch(url, init), plantsUpTo(100));
  const message = expect.stringContaining("https to a port that does not speak TLS");
  expect(error).toMatchObject({ kind: "connection", permanent: true, message });
  expect(progress).toMatchObject({ created: 0, unknown: 0, complete: false });
  expect(server.requests).toEqual([]);
});

// A 403 or 406 in HTML.

const filtered = (status: number) => respond(status, "<title>Forbidden</title>", html);
const [forbidden, created] = [filtered(403), succeed];

test.each([403, 406])(
  "a %i in HTML before any response of the store stops with one unknown row",
  async (status) => {
    const journal = memoryJournal();
    const fetch = stubFetch(respond(429), filtered(status));
    const { error, rows } = await importAll(fetch, plantsUpTo(100), { journal });
    const facts = `A ${status} in HTML came before any response of the store. Something in front of it may have sent that, so the row may exist.`;
    const address =
      "If the base URL was wrong, correct it and delete the journal, which has no other such row.";
    const log = "If nothing was wrong, the gateway's log says which row it hid.";
    const token = "If the token was wrong, and is right now, set `resendUnknown`.";
    expect(error).toMatchObject({ kind: "stopped", message: `${facts} ${address} ${log} ${token}` });
    expect(rows).toMatchObject([{ outcome: "unknown", action: "sent" }]);
    expect(unknownRowsOf(journal)).toMatchObject([{ reason: `status ${status} in HTML` }]);

    // Unknown rows of earlier runs show nothing about the store, but the journal has them.
    const again = await importAll(fetch, plantsUpTo(100), { journal });
    expect(again.error).toMatchObject({ message: expect.stringContaining("correct it. If nothing") });
    expect(again.rows.map(({ action }) => action)).toEqual(["held", "sent"]);
    await importComplete(succeed, plantsUpTo(100), { journal, resendUnknown: true });
  },
);

/** How many requests are in flight when each one begins. */
const atOnce = [1, 1, 2, 3];
const oneByOne = [1, 1, 1, 2];

test.each<[string, PlantStoreFetch, number[]]>([
  ["a 400 in JSON", rejectAll("no"), atOnce],
  ["a 422 without a type", respond(422), atOnce],
  ["a 500 in JSON", respond(500, "{}", { "content-type": "application/json" }), oneByOne],
  ["a 429 in JSON", respond(429, "{}", { "content-type": "application/json" }), oneByOne],
  ["a lost response", fail(connectionReset), oneByOne],
  ["a 400 in HTML", respond(400, "<title>Bad</title>", html), oneByOne],
])("after %s as the first response, the requests in flight are $2", async (_, first, expected) => {
  jumpFromTimerToTimer();
  const started: number[] = [];
  let inFlight = 0;
  const fetch: PlantStoreFetch = async (url, init) => {
    const response = started.length === 0 ? first : succeed;
    started.push(++inFlight);
    await new Promise((resolve) => setTimeout(resolve, 5));
    inFlight -= 1;
    return response(url, init);
  };
  await importComplete(fetch, plantsUpTo(4), { concurrency: 3 });
  expect(started.slice(0, 4)).toEqual(expected);
});

test("a firewall that hides some rows in HTML does not end an import, and its rows are unknown", async () => {
  const store = new MockStore();
  const firewall: PlantStoreFetch = async (url, init) => {
    const response = await store.fetch(url, init);
    return /Fern [25]\b/.test(String(init.body)) ? forbidden(url, init) : response;
  };
  const journal = memoryJournal();
  const rows = await importComplete(firewall, plantsUpTo(50), { journal });
  expect([...rows.values()].filter(({ outcome }) => outcome === "unknown")).toHaveLength(2);
  expect(rows.get(2)?.message).toMatch(/It is HTML, so it may not come from the store/);
  await importComplete(store.fetch, plantsUpTo(50), { journal });
  expect(store.plants).toHaveLength(50);
});

test("a firewall that hides three rows does not end an import that sends its unknown rows again", async () => {
  const store = new MockStore();
  const firewall: PlantStoreFetch = (url, init) =>
    /Fern [258]\b/.test(String(init.body)) ? forbidden(url, init) : store.fetch(url, init);
  const options = { journal: memoryJournal(), duplicates: { status: 409 }, resendAfter: 0 };
  const rows = await importComplete(firewall, plantsUpTo(50), options);
  expect([...rows.values()].filter(({ outcome }) => outcome === "unknown")).toHaveLength(3);
});

test("8 in a row in HTML end an import, whatever was created before", async () => {
  const seven = Array<PlantStoreFetch>(7).fill(forbidden);
  const journal = memoryJournal();
  const options = { journal, concurrency: 1 };
  const first = await importAll(stubFetch(rejectAll("no"), ...seven, created), plantsUpTo(20), options);
  expect(first.error).toBeUndefined();
  const { error, rows } = await importAll(forbidden, plantsUpTo(40), options);
  expect(error).toMatchObject({ kind: "stopped", message: expect.stringMatching(/^8 responses in a row/) });
  expect(rows.filter(({ action, outcome }) => action === "sent" && outcome === "unknown")).toHaveLength(8);
});

test("rows in HTML count for `maxUnknown`, whose error names the gateway, but do not slow the import down", async () => {
  const fetch = stubFetch(created, ...Array(20).fill([forbidden, forbidden, created]).flat());
  const { error, progress } = await importAll(fetch, plantsUpTo(60), { maxUnknown: 12, concurrency: 1 });
  const cause = "12 of them met a 403 or 406 in HTML: look in the log of the gateway in front of the store.";
  const message = `12 rows of this run became unknown. ${cause} If more are acceptable, set \`maxUnknown\`.`;
  expect(error).toMatchObject({ kind: "stopped", message });
  expect([progress?.created, progress?.pause]).toEqual([6, undefined]);
});

test("rows that the store rejects like another server stop only the first import", async () => {
  const missing = respond(404, '{"error":77,"message":"no such shelf"}', {
    "content-type": "application/json",
  });
  const fetch: PlantStoreFetch = (...args) =>
    (/"id":1\d\b/.test(`${args[1].body}`) ? missing : succeed)(...args);
  const journal = memoryJournal();
  const first = await importAll(fetch, plantsUpTo(25), { journal, concurrency: 1 });
  expect(first.error).toMatchObject({ message: expect.stringMatching(/^8 responses in a row did not seem/) });
  const { error, progress } = await importAll(fetch, plantsUpTo(25), { journal, concurrency: 1 });
  expect([error, progress]).toMatchObject([undefined, { created: 15, notCreated: 10, complete: true }]);
  // A token that was revoked is noticed again and again.
  const sent = [];
  for (let run = 0; run < 9; run++) {
    const again = await importAll(missing, plantsUpTo(200), { journal, concurrency: 1 });
    expect(again.error).toMatchObject({ kind: "stopped" });
    sent.push(again.progress?.sent);
  }
  expect(sent).toEqual([18, 26, 34, 42, 50, 58, 58, 58, 58]);
});

test.each([
  ["rows in HTML", forbidden],
  ["redirects", respond(302)],
  ["no plants", respond(200, "{}", { "content-type": "application/json" })],
])(
  "if a journal has only %s and the base URL changes, the error says when to delete it",
  async (_, response) => {
    const path = join(createFolder(), "j");
    const baseUrl = testOptions.baseUrl;
    const journal = await openJournal(path, { baseUrl });
    await importAll(response, plantsUpTo(9), { journal });
    await journal.close();
    const other = openJournal(path, { baseUrl: "https://other.example" });
    await expect(other).rejects.toThrow("If the old address was wrong, delete the journal.");

    const used = await openJournal(path, { baseUrl });
    await importAll(fail(connectionReset), plantsUpTo(9), { journal: used, maxUnknown: 1 });
    await used.close();
    const again = await openJournal(path, { baseUrl: "https://other.example" }).catch(
      ({ message }) => message,
    );
    expect(again).not.toContain("delete");
  },
);

// A response that shows another plant.

const otherApi = respond(200, '{"name":"inventory-api"}', { "content-type": "application/json" });

test("the first response with another name ends an import, and its row is unknown", async () => {
  const fetch = stubFetch(otherApi);
  const journal = memoryJournal();
  const { error, rows } = await importAll(fetch, plantsUpTo(100), { journal });
  const facts =
    'The response to plant 1 shows the name "inventory-api" instead of "Fern 1", so a cache or another API may have sent it, and the plant may exist.';
  const address =
    "If the base URL was wrong, correct it and delete the journal, which has no other such row.";
  const names = "If the store changes names, set `namesMayChange`.";
  expect(error).toMatchObject({ kind: "stopped", message: `${facts} ${address} ${names}` });
  expect(rows).toMatchObject([{ outcome: "unknown", action: "sent" }]);
  expect(fetch).toHaveBeenCalledTimes(1);
  const reason = 'status 200, but with another name: "inventory-api"';
  expect(unknownRowsOf(journal)).toMatchObject([{ reason, received: "inventory-api" }]);
});

test("a later response with another name ends an import, too, and does not advise to delete the journal", async () => {
  const fetch = stubFetch(succeed, otherApi);
  const { error, progress } = await importAll(fetch, plantsUpTo(100), { concurrency: 1 });
  expect(error).toMatchObject({ message: expect.stringMatching(/correct it\. If the store changes names/) });
  expect(progress).toMatchObject({ created: 1, unknown: 1, complete: false });
});

test.each<[string, Partial<ImportPlantsOptions>]>([
  ["with `namesMayChange`", { namesMayChange: true }],
  ["with rules that say so", { rules: { namesMayChange: true } }],
])(
  "%s, a row with another name is created, and one of an earlier run is not sent again",
  async (_, options) => {
    const journal = memoryJournal();
    await importAll(otherApi, plantsUpTo(2), { journal });
    const fetch = stubFetch(otherApi, succeed);
    const { error, rows, progress } = await importAll(fetch, plantsUpTo(3), { journal, ...options });
    expect(error).toBeUndefined();
    const changedFields = ["name"];
    const message = 'The response shows the name "inventory-api" instead of "Fern 2".';
    expect(rows).toMatchObject([
      { outcome: "created", action: "skipped", changedFields, message: expect.stringContaining('"Fern 1"') },
      { outcome: "created", action: "sent", changedFields, message },
      { outcome: "created", action: "sent" },
    ]);
    expect(progress).toMatchObject({ created: 3, sent: 2, skipped: 1, changed: { rows: 2 }, complete: true });
    expect([fetch.mock.calls.length, journal.count().unknown]).toEqual([2, 0]);
  },
);

test("a created row says which tag and id its response shows otherwise, with exact digits", async () => {
  const body = (tag: string) => `{"id":9007199254740992,"name":"Fern"${tag}}`;
  const fetch = stubFetch(...[body(',"tag":"x"'), body(""), body("")].map((json) => respond(200, json)));
  const plants = [
    { id: 9007199254740993n, name: "Fern", tag: "indoor" },
    { id: 9007199254740994n, name: "Fern", tag: "a" },
    { id: 9007199254740992n, name: "Fern" },
  ];
  const { rows, progress } = await importAll(fetch, plants, { concurrency: 1 });
  const id = 'the id "9007199254740992" instead of';
  const first = `The response shows ${id} "9007199254740993" and the tag "x" instead of "indoor".`;
  const second = `The response shows ${id} "9007199254740994" and the tag none instead of "a".`;
  expect(rows.map(({ changedFields, message }) => [changedFields, message])).toEqual([
    [["id", "tag"], first],
    [["id", "tag"], second],
    [undefined, undefined],
  ]);
  expect(progress).toMatchObject({ created: 3, changed: { rows: 2, firstLine: undefined } });
});

// Rejections.

test("if the first 50 rows are rejected alike, the import ends, and quotes the beginning of what the store says", async () => {
  const fetch = stubFetch(rejectAll("x".repeat(201)));
  const { error, rows } = await importAll(fetch, plantsUpTo(100), { concurrency: 1 });
  const advice = "If the plants are right, check the token and the base URL.";
  const last = `The last one: status 400, error 7: ${"x".repeat(200)}.`;
  const duplicates = "If the ids exist already, set `duplicates`.";
  const message = `The store rejected the first 50 rows alike. ${advice} ${last} ${duplicates}`;
  const cause = { kind: "rejected" };
  expect(error).toMatchObject({ name: "PlantStoreImportError", kind: "stopped", message, cause });
  expect(rows).toHaveLength(50);
});

test.each<[string, PlantStoreFetch]>([
  ["another error", respond(400, '{"error":8,"message":"no"}')],
  ["another status", respond(422)],
  ["an unknown outcome", respond(503)],
  ["a created plant", succeed],
])("rejected rows do not end an import in which one row met %s", async (_, other) => {
  const first = Array<PlantStoreFetch>(49).fill(rejectAll("no"));
  const fetch = stubFetch(...first, other, rejectAll("no"));
  const { error, rows } = await importAll(fetch, plantsUpTo(200), { concurrency: 1 });
  expect(error).toBeUndefined();
  expect(rows).toHaveLength(200);
});

test("every run ends after 50 rows that are rejected alike, until a row exists or may exist", async () => {
  const journal = memoryJournal();
  const sendTo = (...responses: PlantStoreFetch[]) =>
    importAll(stubFetch(...responses), plantsUpTo(200), { journal, concurrency: 1 });
  for (let run = 1; run <= 3; run++) {
    const { error, rows } = await sendTo(rejectAll("no"));
    expect(error).toMatchObject({ kind: "stopped" });
    expect(rows).toHaveLength(50);
  }
  await sendTo(respond(503), rejectAll("no"));
  const { error, rows } = await sendTo(rejectAll("no"));
  expect(error).toBeUndefined();
  expect(rows).toHaveLength(200);
});

test("50 rows that exist do not end an import, if the next one is rejected like them for another reason", async () => {
  const plants = [...plantsUpTo(50), { id: 2n ** 60n, name: "Fern" }, { id: 51, name: "Fern" }];
  const options = { duplicates: { status: 409 }, concurrency: 1 };
  const { error, progress } = await importAll(respond(409), plants, options);
  expect([error, progress?.exists, progress?.notCreated]).toEqual([undefined, 51, 1]);
});

test.each<[Partial<ImportPlantsOptions>, PlantStoreFetch, object | undefined]>([
  [{ maxNotCreated: 2 }, rejectAll("no"), { kind: "too-many-not-created" }],
  [{ maxUnknown: 3 }, respond(503), { kind: "stopped", cause: { response: { status: 503 } } }],
  [{ maxNew: 3 }, succeed, undefined],
])("%j ends an import after 3 rows", async (options, response, expected) => {
  const fetch = stubFetch(response);
  const { error, progress } = await importAll(fetch, plantsUpTo(100), { concurrency: 1, ...options });
  const advice = { option: Object.keys(options)[0] };
  expect({ error }).toMatchObject({ error: expected && { ...expected, advice } });
  expect(fetch).toHaveBeenCalledTimes(3);
  expect(progress?.complete).toBe(false);
});

test("an import whose `onProgress` throws ends, also if its input is silent", async () => {
  const journal = memoryJournal();
  const [plant] = plantsUpTo(1);
  await importComplete(succeed, [plant as NewPlant], { journal });
  async function* silent() {
    yield plant as NewPlant;
    await new Promise(() => {});
  }
  const onProgress = () => {
    throw new Error("no progress");
  };
  const client = new PlantStoreClient({ ...testOptions, fetch: succeed });
  const batches = importBatches(client, silent(), { journal, onProgress }); // As the command does.
  await expect(batches.next()).rejects.toThrow("no progress");
});

test("a 200 with another name does not advise to delete the journal while other requests are in flight", async () => {
  const answers = [rejectAll("no"), respond(200, '{"name":"inventory-api"}')];
  const { promise, resolve } = Promise.withResolvers<void>();
  let sent = 0;
  const fetch: PlantStoreFetch = async (...request) => {
    const answer = answers[sent++];
    if (answer) return answer(...request);
    await promise;
    return succeed(...request);
  };
  const done = importAll(fetch, plantsUpTo(4), { onProgress: ({ unknown }) => unknown > 0 && resolve() });
  const { error } = await done;
  expect(String(error)).toContain("inventory-api");
  expect(String(error)).not.toContain("delete the journal");
});

test("an unknown row that was to be sent again, but was not, counts as unknown", async () => {
  const journal = memoryJournal();
  await importAll(fail(connectionReset), plantsUpTo(2), { journal });
  const stop = new AbortController();
  const fetch: PlantStoreFetch = (...request) => {
    stop.abort();
    return succeed(...request);
  };
  const options = { journal, resendUnknown: true, concurrency: 2, signal: stop.signal };
  const { progress } = await importAll(fetch, plantsUpTo(2), options);
  expect(progress).toMatchObject({ created: 1, unknown: 1 });
});

test("a stop before unknown rows are sent again reports them in parts, which need little memory", async () => {
  const journal = memoryJournal();
  const plants = plantsUpTo(1_000);
  await Promise.all(plants.map((plant) => (journal as Journal).recordIntent(keyOfPlant(plant), plant)));
  const stop = new AbortController();
  const client = new PlantStoreClient({ ...testOptions, fetch: succeed });
  const onProgress = ({ pause }: ImportProgress) => pause && stop.abort();
  const options = { journal, duplicates: { status: 409 }, signal: stop.signal, onProgress };
  const sizes: number[] = [];
  const batches = importBatches(client, plants, options);
  const all = (async () => {
    for await (const rows of batches) sizes.push(rows.length);
  })();
  await expect(all).rejects.toThrow(expect.objectContaining({ name: "AbortError" }));
  expect(sizes).toEqual([256, 256, 256, 232]);
});
