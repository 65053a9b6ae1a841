/** Requests that repeat the last one of their client, after a lost response or a status after which clients send again. */
import { type Fault, faults, listen, MockStore, type MockStoreOptions } from "plant-store-sdk/mocks/server";
import { expect, test, vi } from "vitest";
import { FetchableStore } from "../../mocks/adapters/fetch.ts";
import { resolveStoreOptions } from "../../mocks/service/store-options.ts";
import { FERN, JSON_HEADERS, PLANTS_URL, POST, post, received, storeWith } from "../support/post-plant.ts";

const MOSS = '{"id":2,"name":"Moss"}';

/** Posts a plant, and reads the response as far as it arrives. */
async function send(store: MockStore, body = FERN, headers: Record<string, string> = {}): Promise<void> {
  await post(store, body, { "user-agent": "a", ...headers })
    .then((response) => response.text())
    .catch(() => {});
}

const resentOf = (store: MockStore) => store.requests.map(({ resentOf }) => resentOf);

test.each<[Fault, number | undefined]>([
  [faults.reset(), 1],
  [faults.reset({ afterCreate: true }), 1],
  [faults.truncate(5), 1],
  [faults.status(408), 1],
  [faults.status(421), 1],
  [faults.status(500), 1],
  [faults.status(502), 1],
  [faults.status(503, { afterCreate: true }), 1],
  [faults.status(504), 1],
  [faults.status(501), undefined],
  [faults.status(429), undefined],
  [faults.status(400), undefined],
  [faults.trickle(1_000), undefined],
  [faults.delay(1), undefined],
])("after %j, the same request is resent of %s", async (fault, expected) => {
  const store = storeWith(fault);
  const events: unknown[] = [];
  store.subscribe((event) => event.type === "received" && events.push(event.request.resentOf));
  for (let sent = 0; sent < 3; sent++) await send(store);
  expect(resentOf(store)).toEqual([undefined, expected, undefined]);
  expect(events).toEqual([undefined, expected, undefined]);
});

test.each([faults.hang(), faults.stall(5)])("after %j, only once it has ended", async (fault) => {
  const store = storeWith(fault);
  const controller = new AbortController();
  const init = { ...POST, headers: { ...JSON_HEADERS, "user-agent": "a" } };
  const lost = store
    .fetch(PLANTS_URL, { ...init, signal: controller.signal })
    .then((response) => response.text())
    .catch(() => {});
  await received(store);
  await send(store, MOSS);
  controller.abort();
  await lost;
  await expect.poll(() => store.requests[0]?.duration).toBeDefined();
  await send(store);
  expect(resentOf(store)).toEqual([undefined, undefined, 1]);
});

test.each<[string, (store: MockStore) => unknown]>([
  ["with another body", (store) => send(store, MOSS)],
  ["by another client", (store) => send(store, FERN, { "user-agent": "b" })],
  [
    "more than 10 s later",
    (store) => {
      vi.advanceTimersByTime(10_002);
      return send(store);
    },
  ],
  [
    "after the requests were removed",
    (store) => {
      store.clearRequests();
      return send(store);
    },
  ],
])("a request is not resent %s", async (_, act) => {
  vi.useFakeTimers();
  const store = storeWith(faults.reset());
  await send(store);
  await act(store);
  expect(resentOf(store).filter((index) => index !== undefined)).toEqual([]);
  expect(store.requests.length).toBeGreaterThan(0);
});

test("only the latest request with this body counts, and one that is resent can be resent", async () => {
  const store = storeWith(faults.hang(), faults.delay(0), faults.reset(), faults.reset());
  const hanging = send(store);
  await received(store);
  await send(store); // 2: the first one has not ended.
  await send(store); // 3
  await send(store); // 4
  await send(store); // 5
  expect(resentOf(store)).toEqual([undefined, undefined, undefined, 3, 4]);
  store.clear();
  await hanging;
  await send(store);
  expect(resentOf(store)).toEqual([undefined]);
});

test("a request of another address is not resent, and a client on a port has an address", async () => {
  const store = new FetchableStore(resolveStoreOptions());
  const request = { method: "POST", url: PLANTS_URL, headers: JSON_HEADERS, body: Buffer.from(FERN) };
  const sendFrom = async (client: string) =>
    store.respond({ ...request, client }, () => new AbortController().signal);
  store.enqueue(faults.reset({ times: 2 }));
  for (const client of ["10.0.0.1", "10.0.0.2", "10.0.0.1"]) await sendFrom(client).catch(() => {});
  expect(resentOf(store)).toEqual([undefined, undefined, 1]);
  const respond = vi.spyOn(store, "respond");
  await using server = await listen(store);
  await fetch(`${server.url}/plants`, { method: "POST", body: FERN, headers: JSON_HEADERS });
  expect(respond.mock.lastCall?.[0].client).toBe("127.0.0.1");
});

test.each<[string, MockStoreOptions, number | undefined]>([
  ["none", { maxRequests: 0 }, undefined],
  ["one", { maxRequests: 1 }, 1],
])("with a store that keeps %s, memory is bounded", async (_, options, expected) => {
  const store = new MockStore(options);
  store.enqueue(faults.reset({ times: 2 }));
  const seen: unknown[] = [];
  store.subscribe((event) => event.type === "ended" && seen.push(event.request.resentOf));
  await send(store);
  await send(store);
  expect(seen).toEqual([undefined, expected]);
});
