/** Bugs that generated input has found. Those of options, signals and causes are in the tests of these. */
import { faults, MockStore } from "plant-store-sdk/mocks/store";
import { expect, test } from "vitest";
import { create } from "../support/client.ts";
import { succeed } from "../support/fetch-stubs.ts";
import { FERN, post, storeWith } from "../support/post-plant.ts";

/** An object whose `then` is undefined at the first read. Afterwards it is a promise that rejects. */
function promiseAtSecondRead(): object {
  let reads = 0;
  const then = (_: unknown, reject: (reason: unknown) => void) => reject(new Error("too late"));
  return new Proxy({}, { get: (_, key) => (key === "then" && ++reads > 1 ? then : undefined) });
}

test.each([
  ["a listener", () => create(succeed, { onEvent: () => promiseAtSecondRead() as never })],
  ["a store's auth", () => post(new MockStore({ auth: promiseAtSecondRead as never }), FERN)],
])("%s that returns an object whose `then` changes causes no unhandled rejection", async (_, run) => {
  await run(); // Vitest reports the rejection, and the run fails.
});

test("a fault can be an instance of a class with a toJSON method", () => {
  class WithToJson {
    toJSON() {}
  }
  const store = storeWith(
    Object.setPrototypeOf(faults.status(429, { headers: { "retry-after": "1" } }), WithToJson.prototype),
  );
  expect(store.faults).toEqual([{ type: "status", status: 429, headers: { "retry-after": "1" } }]);
});
