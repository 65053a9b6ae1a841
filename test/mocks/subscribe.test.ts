/** `store.subscribe`: what listeners are told, and when. */

import { faults, MockStore, type MockStoreEvent, type RecordedRequest } from "plant-store-sdk/mocks/store";
import { expect, test, vi } from "vitest";
import { FERN, PLANTS_URL, post, storeWith } from "../support/post-plant.ts";
import { throwing } from "../support/throwing.ts";

function collect(store: MockStore): MockStoreEvent[] {
  const events: MockStoreEvent[] = [];
  store.subscribe((event) => events.push(event));
  return events;
}

/** Events in short: type, index and status. */
function summary(events: MockStoreEvent[]): unknown[] {
  return events.map((event) =>
    "request" in event ? [event.type, event.index, event.request.status] : event.type,
  );
}

test("a listener is called when a request is received and when it has ended", async () => {
  vi.useFakeTimers({ now: 1_700_000_000_000 });
  const store = storeWith(faults.delay(250));
  const events = collect(store);
  const posted = post(store, FERN);
  await vi.advanceTimersByTimeAsync(250);
  await posted;
  const request = {
    method: "POST",
    url: PLANTS_URL,
    headers: { "content-type": "application/json" },
    time: 1_700_000_000_000,
    body: FERN,
    plant: { id: 1, name: "Fern" },
    created: false,
    fault: faults.delay(250),
  };
  const response = { headers: expect.any(Object), body: '{"name":"Fern"}' };
  expect(events).toStrictEqual([
    { type: "faults" },
    { type: "received", index: 1, request },
    { type: "ended", index: 1, request: { ...request, created: true, status: 200, response, duration: 250 } },
  ]);
});

test("the index counts from the store's creation and continues after clear()", async () => {
  const store = new MockStore({ maxRequests: 0 });
  await post(store, FERN);
  const events = collect(store);
  await post(store, FERN);
  store.clear();
  await post(store, FERN);
  expect(summary(events)).toEqual([
    ["received", 2, undefined],
    ["ended", 2, 200],
    "clear",
    ["received", 3, undefined],
    ["ended", 3, 200],
  ]);
});

test("clear() is reported before the end of the requests that it interrupts", async () => {
  const store = storeWith(faults.hang());
  const events = collect(store);
  const response = post(store, FERN).catch(() => {});
  await expect.poll(() => events).toHaveLength(2);
  store.clear();
  await response;
  expect(summary(events).slice(2)).toEqual(["clear", ["ended", 1, undefined]]);
});

test.each([
  [faults.truncate(1), 200, "{"],
  [faults.status(403), 403, '{"error":403,"message":"fault: status 403"}'], // Its message is the reason.
  [faults.trickle(240), 200, '{"name":"Frêne"}'], // Its pieces have 12 bytes: `ê` is in two.
])("the last event of a request with the fault %j is its record", async (fault, status, body) => {
  const store = storeWith(fault);
  const events = collect(store);
  await post(store, '{"id":1,"name":"Frêne"}');
  await expect.poll(() => events.at(-1)?.type).toBe("ended");
  const { token: _, ...record } = store.requests[0] as RecordedRequest;
  expect(record).toMatchObject({ status, response: { body } });
  expect(events.at(-1)).toEqual({ type: "ended", index: 1, request: record });
});

test("events are copies: a listener can change them", async () => {
  const store = new MockStore();
  store.subscribe((event) => {
    if ("request" in event) event.request.plant = { id: 0, name: "changed" };
  });
  const events = collect(store);
  await post(store, FERN);
  for (const request of [store.requests[0], ...events.map((event) => "request" in event && event.request)]) {
    expect(request).toMatchObject({ plant: { id: 1, name: "Fern" } });
  }
});

test.each([
  ["throws", throwing(new Error("oops"))],
  ["returns a promise that rejects", async () => Promise.reject(new Error("oops"))],
])("a listener that %s is reported and changes nothing", async (_, listener) => {
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  const store = new MockStore();
  store.subscribe(listener);
  const events = collect(store);
  expect((await post(store, FERN)).status).toBe(200);
  expect(events).toHaveLength(2);
  const call = [expect.stringContaining("store.subscribe"), new Error("oops")];
  await expect.poll(() => log.mock.calls).toEqual([call, call]);
});

test("a subscription ends with its own function, and only this one", async () => {
  const store = new MockStore();
  const listener = vi.fn();
  const unsubscribe = store.subscribe(listener);
  store.subscribe(listener);
  unsubscribe();
  unsubscribe();
  store.clear();
  expect(listener).toHaveBeenCalledExactlyOnceWith({ type: "clear" });
});

test("subscribe rejects what is not a function", () => {
  const store = new MockStore();
  expect(() => store.subscribe({} as () => void)).toThrow(
    new TypeError("store.subscribe: the argument must be a function."),
  );
});
