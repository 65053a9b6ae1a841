/** The queue of faults: which request takes which fault. */
import {
  type Fault,
  type FaultOptions,
  faults,
  MockStore,
  type MockStoreOptions,
} from "plant-store-sdk/mocks/store";
import { expect, test, vi } from "vitest";
import { errorMessageOf, FERN, post, storeWith } from "../support/post-plant.ts";

/** The statuses of the responses to several plants, one after another. */
async function statusesOf(store: MockStore, ...bodies: string[]): Promise<number[]> {
  const statuses: number[] = [];
  for (const body of bodies) statuses.push((await post(store, body)).status);
  return statuses;
}

const TAKEN = { rules: { duplicates: { status: 400 } }, plants: [{ id: 1, name: "Moss" }] };

/** Requests to which the store responds 400. */
const REJECTED: [string, string, Record<string, string | undefined>, MockStoreOptions][] = [
  ["without a token", FERN, { authorization: undefined }, {}],
  ["with another media type", FERN, { "content-type": "text/plain" }, {}],
  ["with invalid JSON", "{", {}, {}],
  ["with an invalid plant", "{}", {}, {}],
  ["with an id that exists", FERN, {}, TAKEN],
];

const SUCCESS_FAULTS: Fault[] = [
  faults.status(200, { body: "<html>", headers: { "content-type": "text/html" } }),
  faults.status(200, { body: "created" }),
  faults.status(204),
  faults.status(201, { delay: 0 }),
];

test.each<[Fault, string]>([
  [faults.truncate(9), '{"error":'],
  [faults.stall(9), '{"error":'],
  [faults.trickle(1_000), '{"error":400,"message":"the body must be valid JSON in UTF-8"}'],
])("%j also changes the body of a rejection", async (fault, sent) => {
  const store = storeWith(fault);
  const response = await post(store, "{");
  expect(response.status).toBe(400);
  const text = response.text().catch(() => "incomplete");
  await expect.poll(() => store.requests[0]?.response?.body).toBe(sent);
  store.clear();
  expect(await text).toBe(fault.type === "trickle" ? sent : "incomplete");
});

test.each(REJECTED)("no fault with a success changes the rejection of a request %s", async (...request) => {
  const [, body, headers, options] = request;
  const store = new MockStore(options);
  const { plants } = store;
  for (const fault of SUCCESS_FAULTS) {
    store.enqueue(fault);
    await errorMessageOf(await post(store, body, headers));
    expect(store.requests.at(-1)).toMatchObject({ status: 400, fault });
  }
  expect(store.plants).toEqual(plants);
});

test("the fault that was passed, store.faults and the fault of a recorded request are copies", async () => {
  const store = new MockStore();
  const body = { error: 7, message: "no" };
  const create = () => faults.status(503, { body: { ...body }, headers: { "x-shelf": "1" }, delay: 0 });
  const passed = create();
  store.enqueue(passed, passed);
  const changeAll = (fault: unknown) => {
    const { body, headers } = Object.assign(fault as { body: object; headers: object }, { status: 599 });
    for (const member of [body, headers]) Object.assign(member, { message: "changed" });
  };
  changeAll(passed);
  changeAll(store.faults[0]);
  store.faults.length = 0;
  expect(store.faults).toEqual([create(), create()]);
  const response = await post(store, FERN);
  expect([response.status, await response.json()]).toEqual([503, body]);
  changeAll(store.requests[0]?.fault);
  expect(store.requests[0]?.fault).toEqual(create());
});

const plantNamed = (id: number | bigint, name: string) => `{"id":${id},"name":"${name}"}`;

// How often.

test("a fault with times applies to several requests, and the queue shows how many are left", async () => {
  const store = storeWith(faults.status(503, { times: 3 }), faults.status(502));
  const left = [];
  for (let request = 0; request < 5; request++) {
    left.push(store.faults.map((fault) => fault.times ?? fault.type));
    await post(store, FERN);
  }
  expect(left).toEqual([[3, "status"], [2, "status"], [1, "status"], ["status"], []]);
  expect(store.requests.map(({ status }) => status)).toEqual([503, 503, 503, 502, 200]);
});

test("a fault with times: always applies until clear() and hides what follows it", async () => {
  const store = new MockStore();
  const fault = faults.status(503, { times: "always" });
  store.enqueue(fault, faults.status(502));
  expect(await statusesOf(store, ...Array(20).fill(FERN))).toEqual(Array(20).fill(503));
  expect(store.faults).toEqual([fault, faults.status(502)]);
  store.clear();
  expect(await statusesOf(store, FERN)).toEqual([200]);
});

test("a recorded request has the fault that was applied, without what says to which requests it applies", async () => {
  const store = storeWith(faults.status(503, { id: 1, times: 2 }));
  await post(store, FERN);
  expect(store.requests[0]?.fault).toEqual(faults.status(503));
});

const fakeTimers = () => vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });

test("a fault with for applies to every request from its first use until its time is over", async () => {
  fakeTimers();
  const store = storeWith(faults.status(503, { for: 100 }), faults.status(502));
  const events: string[] = [];
  store.subscribe(({ type }) => void events.push(type));
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await statusesOf(store, FERN)).toEqual([503]);
  await vi.advanceTimersByTimeAsync(99);
  expect(await statusesOf(store, FERN, FERN)).toEqual([503, 503]);
  expect(store.faults).toEqual([faults.status(503, { for: 100 }), faults.status(502)]);
  events.length = 0;
  await vi.advanceTimersByTimeAsync(1);
  expect(events).toEqual(["faults"]);
  expect(store.faults).toEqual([faults.status(502)]);
  expect(await statusesOf(store, FERN, FERN)).toEqual([502, 200]);
});

test("of times and for, whichever ends first ends a fault", async () => {
  fakeTimers();
  const store = storeWith(faults.status(503, { for: 100, times: 2 }));
  expect(await statusesOf(store, FERN, FERN, FERN)).toEqual([503, 503, 200]);
  store.enqueue(faults.status(503, { for: 100, times: 2 }));
  store.enqueue(faults.status(502, { for: 100, times: "always" }));
  expect(await statusesOf(store, FERN)).toEqual([503]);
  await vi.advanceTimersByTimeAsync(100);
  expect(await statusesOf(store, FERN, FERN)).toEqual([502, 502]);
  await vi.advanceTimersByTimeAsync(100);
  expect(await statusesOf(store, FERN)).toEqual([200]);
  expect(vi.getTimerCount()).toBe(0);
});

test("clear() ends a fault with for, and its timer", async () => {
  fakeTimers();
  const store = storeWith(faults.status(503, { for: 100 }));
  await post(store, FERN);
  expect(vi.getTimerCount()).toBe(1);
  store.clear();
  expect(vi.getTimerCount()).toBe(0);
  expect(await statusesOf(store, FERN)).toEqual([200]);
});

// For which plants.

test.each<[string, FaultOptions, string]>([
  ["its id", { id: 2 }, plantNamed(2, "Moss")],
  ["its id as a bigint", { id: 2n }, plantNamed(2, "Moss")],
  ["its id beyond 2^53", { id: 2n ** 53n + 1n }, plantNamed(2n ** 53n + 1n, "Moss")],
  ["its name", { name: "Moss" }, plantNamed(3, "Moss")],
  ["its id and name", { id: 2, name: "Moss" }, plantNamed(2, "Moss")],
])("a fault waits in the queue for a plant with %s", async (_what, filter, matching) => {
  const store = new MockStore();
  const both = filter.id !== undefined && filter.name !== undefined;
  const others = [FERN, plantNamed(2n ** 53n, "Ivy"), "{", "{}"];
  if (both) others.push(plantNamed(2, "Ivy"), plantNamed(3, "Moss"));
  store.enqueue(faults.status(503, { ...filter }));
  for (const status of await statusesOf(store, ...others)) expect(status).not.toBe(503);
  expect(store.faults).toHaveLength(1);
  expect(await statusesOf(store, matching, matching)).toEqual([503, 200]);
  expect(store.faults).toEqual([]);
});

test("a request takes the first fault that applies to it", async () => {
  const store = storeWith(
    faults.status(501, { id: 1 }),
    faults.status(502, { name: "Moss" }),
    faults.status(503),
  );
  const [fern, moss] = [plantNamed(1, "Fern"), plantNamed(2, "Moss")];
  expect(await statusesOf(store, moss, moss, moss, fern, fern)).toEqual([502, 503, 200, 501, 200]);
});
