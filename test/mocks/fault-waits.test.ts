/** Delayed and hanging requests, with fake timers. */
import { getEventListeners } from "node:events";
import { type Fault, faults, type MockStore } from "plant-store-sdk/mocks/store";
import { beforeEach, expect, test, vi } from "vitest";
import { jumpFromTimerToTimer } from "../support/fake-time.ts";
import { FERN, PLANTS_URL, POST, post, received, storeWith } from "../support/post-plant.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
/** The longest delay of a timer, in ms. */
const FOREVER = 2 ** 31 - 1;

/** Tracks the state of a request. */
function track(response: Promise<Response>): { state: string } {
  const tracked = { state: "pending" };
  const end = response.then(({ status }) => `responded ${status}`);
  end.catch((error: Error) => `failed with ${error.name}`).then((state) => Object.assign(tracked, { state }));
  return tracked;
}

// Aborts.

const WAITS: [string, Fault][] = [
  ["hanging", faults.hang()],
  ["held", faults.hold()],
  ["delayed", faults.delay(50)],
  ["delayed and then hanging", faults.hang({ afterCreate: true, delay: 50 })],
];
/** The ways to pass a signal. */
const SIGNAL_SOURCES: [string, (store: MockStore, signal: AbortSignal) => Promise<Response>][] = [
  ["init", (store, signal) => store.fetch(PLANTS_URL, { ...POST, signal })],
  ["a Request", (store, signal) => store.fetch(new Request(PLANTS_URL, { ...POST, signal }))],
  ["both", (store, signal) => store.fetch(new Request(PLANTS_URL, POST), { signal })],
];

test.each(
  WAITS.flatMap(([wait, fault]) => SIGNAL_SOURCES.map(([source, send]) => ({ wait, fault, source, send }))),
)("an abort in $source of a $wait request rejects with its reason", async ({ fault, send }) => {
  const store = storeWith(fault);
  const controller = new AbortController();
  const outcome = send(store, controller.signal).catch((error: unknown) => ({ rejectedWith: error }));
  await received(store);
  await vi.advanceTimersByTimeAsync(49);
  controller.abort("enough");
  expect(await outcome).toEqual({ rejectedWith: "enough" });
  expect(vi.getTimerCount()).toBe(0);
  expect(getEventListeners(controller.signal, "abort")).toEqual([]);
  await vi.advanceTimersByTimeAsync(FOREVER);
  expect(store.plants).toEqual([]);
  expect(store.requests).toHaveLength(1);
  expect(store.requests[0]).not.toHaveProperty("status");
});

/** What follows the delay. */
const AFTER_DELAY: [string, Fault][] = [
  ["success", faults.delay(50)],
  ["a hang", faults.hang({ delay: 50 })],
  ["a hang with afterCreate", faults.hang({ afterCreate: true, delay: 50 })],
  ["a reset with afterCreate", faults.reset({ afterCreate: true, delay: 50 })],
];

/** How a wait can end early. */
const INTERRUPTS: [string, (store: MockStore, controller: AbortController) => void][] = [
  ["an abort", (_store, controller) => controller.abort("enough")],
  ["clear()", (store) => store.clear()],
];

test.each(
  AFTER_DELAY.flatMap(([what, fault]) =>
    INTERRUPTS.map(([how, interrupt]) => ({ what, fault, how, interrupt })),
  ),
)("$how in the turn in which a delay ends creates nothing, if $what follows", async (row) => {
  const store = storeWith(row.fault);
  const controller = new AbortController();
  const pending = store.fetch(PLANTS_URL, { ...POST, signal: controller.signal });
  pending.catch(() => {});
  await received(store);
  vi.advanceTimersByTime(50);
  row.interrupt(store, controller);
  await expect(pending).rejects.toBeDefined();
  expect(vi.getTimerCount()).toBe(0);
  expect(store.plants).toEqual([]);
});

// Trickling.

test.each([
  [10, 1, 100],
  [100, 5, 50],
])("at %i bytes per second, a body comes in pieces of %i each %i ms", async (bytesPerSecond, size, pause) => {
  jumpFromTimerToTimer({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  const store = storeWith(faults.trickle(bytesPerSecond));
  const { body } = await post(store, FERN);
  const started = performance.now();
  const pieces: [length: number, time: number][] = [];
  for await (const { length } of body ?? []) pieces.push([length, performance.now() - started]);
  const count = '{"name":"Fern"}'.length / size;
  expect(pieces).toEqual(Array.from({ length: count }, (_, index) => [size, index * pause]));
  expect(store.requests[0]?.duration).toBe((count - 1) * pause);
});

// Held requests.

test("release() lets the held requests go on in their order, and only those of its store", async () => {
  const stores = [storeWith(faults.hold({ times: "always" })), storeWith(faults.hold())] as const;
  const [store, other] = stores;
  const ids = [3, 1, 2];
  const requests = ids.map((id) => track(post(store, `{"id":${id},"name":"Fern"}`)));
  const otherRequest = track(post(other, FERN));
  await expect.poll(() => stores.map(({ requests }) => requests.length)).toEqual([3, 1]);
  store.release();
  await expect.poll(() => requests.map(({ state }) => state)).toEqual(ids.map(() => "responded 200"));
  expect(store.plants.map(({ id }) => id)).toEqual(ids);
  expect([otherRequest.state, other.plants]).toEqual(["pending", []]);
  // It has released nothing in advance.
  const later = track(post(store, FERN));
  await expect.poll(() => store.requests).toHaveLength(4);
  expect(later.state).toBe("pending");
});

test("a held request waits for its delay first, and is then authorized under the rules of its start", async () => {
  const store = storeWith(faults.hold({ delay: 50 }));
  const request = track(post(store, "{}"));
  await received(store);
  store.release();
  await vi.advanceTimersByTimeAsync(50);
  expect(request.state).toBe("pending");
  store.release();
  await expect.poll(() => request.state).toBe("responded 400");
});
