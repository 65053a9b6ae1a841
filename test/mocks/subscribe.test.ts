/** `store.subscribe`: what listeners are told, and when. */

import { faults, MockStore, type MockStoreEvent } from "plant-store-sdk/mocks/store";
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

test("a rejected request ends with its reason, and a lost connection without a status", async () => {
  const store = storeWith(faults.reset());
  const events = collect(store);
  await post(store, FERN).catch(() => {});
  await store.fetch("https://plants.example/moss");
  expect(summary(events)).toEqual([
    "faults",
    ["received", 1, undefined],
    ["ended", 1, undefined],
    ["received", 2, undefined],
    ["ended", 2, 404],
  ]);
  expect(events.at(-1)).toMatchObject({ request: { reason: "/moss does not exist: use POST /plants" } });
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
  await vi.waitFor(() => expect(events).toHaveLength(2));
  store.clear();
  await response;
  expect(summary(events).slice(2)).toEqual(["clear", ["ended", 1, undefined]]);
});

test("every change of the queue of faults is reported", async () => {
  const store = new MockStore();
  const events = collect(store);
  store.enqueue(faults.status(503), faults.status(504));
  expect(events).toEqual([{ type: "faults" }]);
  store.enqueue();
  expect(() => store.enqueue(faults.status(0))).toThrow();
  expect(events).toHaveLength(1);
  await post(store, FERN);
  expect(events.filter(({ type }) => type === "faults")).toHaveLength(2);
});

test("a request whose body is cut off has ended when its response begins", async () => {
  const store = storeWith(faults.truncate(1));
  const events = collect(store);
  await post(store, FERN);
  expect(events.at(-1)).toMatchObject({ type: "ended", request: { status: 200 } });
});

test.each([
  ["as it is", "se/cret+t-ken=="],
  ["percent-encoded", encodeURIComponent("se/cret+t-ken==")],
  ["percent-encoded letter by letter", "%73%65%2F%63%72%65%74%2B%74%2D%6B%65%6E%3D%3D"],
  ["with an escaped slash", "se\\/cret+t-ken=="],
  ["escaped as in JSON", "\\u0073e/cret\\u002Bt-ken=="],
])("events contain no token, even if the client repeats it elsewhere %s", async (_, repeated) => {
  const token = "se/cret+t-ken==";
  const store = new MockStore();
  const events = collect(store);
  await store.fetch(`${PLANTS_URL}?token=${repeated}`, {
    method: "POST",
    body: `{"id":1,"name":"${repeated}"}`,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json", "x-echo": repeated },
  });
  expect(events).toMatchObject([
    {
      request: {
        url: `${PLANTS_URL}?token=[token]`,
        body: '{"id":1,"name":"[token]"}',
        headers: { "x-echo": "[token]" },
        plant: { id: 1, name: expect.stringContaining("[token]") },
      },
    },
    {},
  ]);
  expect(store.plants).toEqual([{ id: 1, name: JSON.parse(`"${repeated}"`) }]); // A plant is what was sent.
  const text = JSON.stringify(events);
  for (const spelling of [token, repeated]) expect(text).not.toContain(spelling);
});

test.each([
  ["with a percent sign", "100%-token", "100%25-token"],
  ["with a backslash", "back\\token", "back\\\\token"],
  ["with a quotation mark", 'quo"token', 'quo\\"token'],
  ["of 8 characters", "abcdefgh", "%61bcdefgh"],
])("events contain no token %s, nor its escaped spelling", async (_, token, escaped) => {
  const store = new MockStore();
  const events = collect(store);
  await post(store, `[${token}] ${escaped}`, { authorization: `Bearer ${token}` });
  expect(events[0]).toMatchObject({ request: { body: "[[token]] [token]" } });
});

test("a token of fewer than 8 characters is left out, but not replaced elsewhere", async () => {
  const store = new MockStore();
  const events = collect(store);
  await post(store, FERN, { authorization: "Bearer 1" });
  expect(events[0]).toMatchObject({ request: { body: FERN } });
  expect(events[0]).not.toHaveProperty("request.token");
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
  await vi.waitFor(() => expect(log.mock.calls).toEqual([call, call]));
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
