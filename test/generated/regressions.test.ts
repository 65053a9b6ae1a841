/** Bugs that generated input has found. */

import { setImmediate } from "node:timers/promises";
import { faults, MockStore } from "plant-store-sdk/mocks/store";
import { expect, test } from "vitest";
import { type CreatePlantOptions, safeCreatePlant } from "../../src/index.ts";
import { failureOf, plant, recordingFetch, testOptions } from "../support/client.ts";
import { post, storeWith } from "../support/post-plant.ts";
import { revokedProxy, throwing } from "../support/throwing.ts";
import { watchRejections } from "../support/watch-rejections.ts";

const { fetch } = recordingFetch();
const call = (options: object) =>
  safeCreatePlant(plant, { ...testOptions, fetch, ...options } as CreatePlantOptions);

/** An object whose `then` is undefined at the first read. Afterwards it is a promise that rejects. */
function promiseAtSecondRead(): object {
  let reads = 0;
  const then = (_: unknown, reject: (reason: unknown) => void) => reject(new Error("too late"));
  return new Proxy({}, { get: (_, key) => (key === "then" && ++reads > 1 ? then : undefined) });
}

test("safeCreatePlant resolves if the signal's addEventListener throws", async () => {
  const cause = new Error("addEventListener failed");
  const addEventListener = throwing(cause);
  const signal = { aborted: false, addEventListener, removeEventListener() {} };
  expect(await failureOf(call({ signal }))).toMatchObject({ kind: "aborted", attempts: 0, cause });
});

test("safeCreatePlant resolves if the signal's removeEventListener throws", async () => {
  const removeEventListener = throwing(new Error("removeEventListener failed"));
  const signal = { aborted: false, addEventListener() {}, removeEventListener };
  expect(await call({ signal })).toMatchObject({ success: true });
});

test("an option that throws a revoked Proxy is a configuration failure", async () => {
  const get = throwing(revokedProxy());
  const options = Object.defineProperty({ ...testOptions, fetch }, "timeout", { get, enumerable: true });
  const failure = await failureOf(safeCreatePlant(plant, options));
  expect(failure).toMatchObject({ kind: "configuration", option: "options" });
});

test("a base URL that cannot be converted to text is a configuration failure", async () => {
  const baseUrl = { href: "https://plants.example", toString: throwing(new Error("no text")) };
  expect(await failureOf(call({ baseUrl }))).toMatchObject({ kind: "configuration", option: "baseUrl" });
});

const cycle: Record<string, unknown> = { message: "cyclic" };
cycle.code = cycle;

test.each([
  ["a bigint in its message", { message: 5n }],
  ["a cycle in its code", cycle],
  ["a getter that throws", Object.defineProperty({}, "message", { get: throwing(new Error("unreadable")) })],
  ["no readable property", revokedProxy()],
])("a failure whose cause has %s can be serialized as JSON", async (_description, cause) => {
  const failure = await failureOf(call({ signal: AbortSignal.abort(cause) }));
  expect("cause" in failure && failure.cause === cause).toBe(true);
  expect(JSON.parse(JSON.stringify(failure))).toMatchObject({ kind: "aborted", outcome: "not-created" });
});

test.each([
  ["a listener", () => call({ onEvent: () => promiseAtSecondRead() })],
  [
    "a store's auth",
    () => post(new MockStore({ auth: promiseAtSecondRead as never }), JSON.stringify(plant)),
  ],
])(
  "%s that returns an object whose `then` changes causes no unhandled rejection",
  async (_description, run) => {
    const rejections = watchRejections();
    await run();
    await setImmediate();
    expect(rejections).toEqual([]);
  },
);

test("a fault can be an instance of a class with a toJSON method", () => {
  class WithToJson {
    toJSON() {}
  }
  const store = storeWith(Object.setPrototypeOf(faults.status(429, { retryAfter: 1 }), WithToJson.prototype));
  expect(store.faults).toEqual([{ type: "status", status: 429, retryAfter: 1 }]);
});
