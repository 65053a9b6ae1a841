/** What the mock shows of requests to readers outside its process does not contain their tokens. */
import { connectMockStore } from "plant-store-sdk/mocks/remote";
import { faults, listen, type MockStoreEvent, type RecordedRequest } from "plant-store-sdk/mocks/server";
import { expect, onTestFinished, test, vi } from "vitest";
import { FetchableStore } from "../../mocks/adapters/fetch.ts";
import { type ResolvedOptions, resolveStoreOptions } from "../../mocks/service/store-options.ts";
import { flushLog, logRequest } from "../../tools/mock/request-log.ts";
import { FERN, JSON_HEADERS, post } from "../support/post-plant.ts";
import { containsSecret } from "./leaks.ts";
import { SPELLINGS } from "./spellings.ts";

/** Opens a store, and returns a function that returns all that readers get, the live page too. */
async function openStore(options: Partial<ResolvedOptions> = {}) {
  const write = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const log = (record: RecordedRequest) => {
    for (const json of [true, false]) logRequest({ json, showTokens: false }, record);
  };
  const store = new FetchableStore({ ...resolveStoreOptions(), ...options, log });
  const events: MockStoreEvent[] = [];
  store.subscribe((event) => events.push(event));
  const server = await listen(store, { admin: true });
  onTestFinished(() => server.close());
  const readAll = async () => {
    flushLog();
    const lines = write.mock.calls.flatMap(([text]) => String(text).trimEnd().split("\n"));
    return { events, requests: await connectMockStore(server.url).requests(), lines };
  };
  return { store, readAll };
}

const TOKEN = 'Se/cret+"t\\ken"<1>';

test.each(Object.entries(SPELLINGS))("a token that a request repeats %s is not shown", async (_, spell) => {
  const repeated = spell(TOKEN);
  const validate = () => ({ status: 409, message: `no: ${repeated}` });
  const { store, readAll } = await openStore({ validate });
  store.enqueue(faults.delay(0), faults.status(503, { body: `busy: ${repeated}` }));
  const body = JSON.stringify({ id: 1, name: repeated, tag: `a ${repeated} b` });
  const own = { authorization: `bearer  ${TOKEN}`, "x-echo": repeated, cookie: repeated };
  const init = { method: "POST", headers: { ...JSON_HEADERS, ...own }, body };
  const [path, query] = [encodeURIComponent(TOKEN), `?token=${repeated}`];
  await store.fetch(`https://plants.example/plants${query}`, init);
  await store.fetch(`https://plants.example/${path}/plants${query}`, init);
  await store.fetch(`https://plants.example/${path}${query}`, { headers: own });

  const { events, requests, lines } = await readAll();
  const request = {
    url: expect.stringMatching(/token=\[token\]$/),
    headers: { "x-echo": "[token]" },
    body: '{"id":1,"name":"[token]","tag":"a [token] b"}',
    plant: { id: 1, name: "[token]", tag: "a [token] b" },
  };
  expect(requests).toMatchObject([
    { ...request, response: { body: '{"error":409,"message":"no: [token]"}' } },
    { ...request, fault: { body: "busy: [token]" }, response: { body: "busy: [token]" } },
    { reason: "/[token] does not exist: use POST /plants" },
  ]);
  expect(events.find(({ type }) => type === "received")).toMatchObject({ request });
  expect(lines).toHaveLength(6);
  expect(lines[5]).toMatch(/GET \/\[token\] {2}\/\[token\] does not exist/); // Without the query.
  for (const text of [JSON.stringify([events, requests]), ...lines])
    expect(containsSecret(text, TOKEN.slice(3)), text).toBe(false);
  // Those who share the process see what was sent.
  expect(store.requests[0]).toMatchObject({ token: TOKEN, body, plant: { name: repeated } });
});

test("a header whose name contains the token is left out, and a fault of the token's name is recognized", async () => {
  const { store, readAll } = await openStore();
  store.enqueue(faults.truncate(5));
  await post(store, FERN, { authorization: "Bearer Truncate", "x-truncate": "1", "x-shelf": "3" });
  const [request] = (await readAll()).requests;
  expect(request).toMatchObject({ headers: { "x-shelf": "3" }, fault: { type: "truncate", bytes: 5 } });
  expect(request?.headers).not.toHaveProperty("x-truncate");
});

test("a token that the limit of a recorded body cuts is not shown", async () => {
  const start = '{"id":1,"name":"Fern ';
  const { store, readAll } = await openStore({ maxRecordedBody: start.length + TOKEN.length - 1 });
  await post(store, `${start}${TOKEN}"}`, { authorization: `Bearer ${TOKEN}` });
  store.enqueue(faults.status(200, { body: `${"x".repeat(16_376)}${TOKEN}` }));
  await post(store, FERN, { authorization: `Bearer ${TOKEN}` });
  const { requests } = await readAll();
  expect(requests).toMatchObject([
    { body: `${start}[token]` },
    { response: { body: expect.stringMatching(/^x+\[token\]$/) } },
  ]);
});

test.each([1_024, 1_025, 14_000])("a token of %i characters is not shown", async (length) => {
  const { store, readAll } = await openStore();
  const token = "a".repeat(length);
  const body = JSON.stringify({ id: 1, name: `%${token}` });
  const { status } = await post(store, body, { authorization: `Bearer ${token}` });
  expect([status, store.plants.length]).toEqual(length > 1_024 ? [400, 0] : [200, 1]);
  const { events, requests } = await readAll();
  expect(requests).toMatchObject([{ body: '{"id":1,"name":"%[token]"}' }]);
  expect(JSON.stringify([events, requests])).not.toContain("aaaaaaaa");
});
