/** Aborted requests behind MSW in Node. */
import { http } from "msw";
import { type Fault, faults, MockStore, mockHandlers } from "plant-store-sdk/mocks";
import { expect, test, vi } from "vitest";
import { Interrupted } from "../../mocks/model/waits.ts";
import { serviceOf } from "../../mocks/service/reference-store.ts";
import { PLANTS_URL, POST, received, storeWith } from "../support/post-plant.ts";
import { intercept } from "./intercept.ts";

/** The longest delay of a timer, in ms. */
const FOREVER = 2 ** 31 - 1;

/** Starts MSW for this test, with a store that applies these faults. */
function open(...queue: Fault[]) {
  const store = storeWith(...queue);
  const { mock } = vi.spyOn(serviceOf(store, "the store"), "respond");
  intercept(mockHandlers(store, { baseUrl: "*" }));
  /** The store's result for the first request. */
  const result = () => mock.results[0]?.value;
  return { store, result };
}

const WAITS: [string, Fault][] = [
  ["hung", faults.hang()],
  ["delayed", faults.delay(FOREVER)],
];

test.each(WAITS)("aborting a %s request ends it in the store", async (_wait, fault) => {
  const { store, result } = open(fault);
  const controller = new AbortController();
  const pending = fetch(PLANTS_URL, { ...POST, signal: controller.signal });
  pending.catch(() => {});
  await received(store);
  const reason = new Error("enough");
  controller.abort(reason);
  await expect(pending).rejects.toBe(reason);
  await expect(result()).rejects.toBeInstanceOf(Interrupted);
  expect(store.plants).toEqual([]);
  expect(store.requests).toHaveLength(1);
  expect(store.requests[0]).toMatchObject({ fault });
  expect(store.requests[0]).not.toHaveProperty("status");
});

test("a request that is aborted before the handlers see it does not reach the store", async () => {
  const store = new MockStore();
  const arrived = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const slow = http.all("*", async () => {
    arrived.resolve();
    await released.promise;
  });
  intercept([slow, ...mockHandlers(store, { baseUrl: "*" })]);
  const controller = new AbortController();
  const pending = fetch(PLANTS_URL, { ...POST, signal: controller.signal });
  pending.catch(() => {});
  await arrived.promise;
  controller.abort(new Error("enough"));
  released.resolve();
  await expect(pending).rejects.toThrow("enough");
  await new Promise(setImmediate);
  expect(store.requests).toEqual([]);
});
