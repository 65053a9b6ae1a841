/** What generated input has broken once. */
import { setImmediate } from "node:timers/promises";
import { createPlantStore, faults } from "plant-store-sdk/mocks/store";
import { expect, onTestFinished, test } from "vitest";
import { type CreatePlantOptions, safeCreatePlant } from "../../src/index.ts";
import { failureOf, plant, recordingFetch, testOptions } from "../support/client.ts";
import { post } from "../support/post-plant.ts";

const { fetch } = recordingFetch();
const call = (options: object) =>
  safeCreatePlant(plant, { ...testOptions, fetch, ...options } as CreatePlantOptions);

/** Every reading of it throws, whatever is read. */
function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

/** What has `then` only when it is looked for a second time, and fails then. */
function promiseAtSecondLook(): object {
  let looks = 0;
  const then = (_: unknown, fail: (reason: unknown) => void) => fail(new Error("too late"));
  return new Proxy({}, { get: (_, key) => (key === "then" && ++looks > 1 ? then : undefined) });
}

async function unhandledRejections(run: () => Promise<unknown>): Promise<unknown[]> {
  const rejections: unknown[] = [];
  const keep = (reason: unknown) => void rejections.push(reason);
  process.on("unhandledRejection", keep);
  onTestFinished(() => void process.off("unhandledRejection", keep));
  await run();
  await setImmediate();
  return rejections;
}

test("a method toJSON of what a plant's own toJSON gave was called, and what it gave was sent", async () => {
  const { fetch, sent } = recordingFetch();
  const hybrid = { toJSON: () => ({ ...plant, toJSON: () => ({ tag: "forged" }) }) };
  await safeCreatePlant(hybrid as never, { ...testOptions, fetch });
  expect(sent.map(({ body }) => body)).toEqual(['{"id":1,"name":"Fern"}']);
});

test("a method toJSON of what a plant's own toJSON gave could make the body no JSON", async () => {
  const { fetch, sent } = recordingFetch();
  const hybrid = { toJSON: () => ({ ...plant, toJSON: () => "forged" }) };
  await safeCreatePlant(hybrid as never, { ...testOptions, fetch });
  expect(sent.map(({ body }) => body)).toEqual(['{"id":1,"name":"Fern"}']);
});

test("a signal that cannot be listened to made safeCreatePlant reject", async () => {
  const cause = new Error("deaf");
  const addEventListener = () => {
    throw cause;
  };
  const signal = { aborted: false, addEventListener, removeEventListener() {} };
  expect(await failureOf(call({ signal }))).toMatchObject({
    kind: "aborted",
    outcome: "not-created",
    attempts: 0,
    cause,
  });
});

test("a signal that cannot be let go of made safeCreatePlant reject", async () => {
  const removeEventListener = () => {
    throw new Error("clinging");
  };
  const signal = { aborted: false, addEventListener() {}, removeEventListener };
  expect(await call({ signal })).toMatchObject({ success: true });
});

test("a reason that cannot be looked at made safeCreatePlant reject", async () => {
  const reason = revoked();
  const failure = await failureOf(call({ signal: AbortSignal.abort(reason) }));
  expect(failure.kind).toBe("aborted");
  expect(failure.cause === reason).toBe(true);
});

test("an option that throws what cannot be looked at came back as a TypeError", async () => {
  const options = {
    get timeout() {
      throw revoked();
    },
  };
  const getters = Object.defineProperties(
    { ...testOptions, fetch },
    Object.getOwnPropertyDescriptors(options),
  );
  expect(await failureOf(safeCreatePlant(plant, getters as never))).toMatchObject({
    kind: "configuration",
    option: "options",
  });
});

const cycle: Record<string, unknown> = { message: "round" };
cycle.code = cycle;

test.each([
  ["a bigint in its message", { message: 5n }],
  ["a cycle in its code", cycle],
  [
    "a getter that throws",
    {
      get message() {
        throw new Error("unreadable");
      },
    },
  ],
  ["nothing that can be read", revoked()],
])("a failure whose cause had %s could not be logged as JSON", async (_what, cause) => {
  const failure = await failureOf(call({ signal: AbortSignal.abort(cause) }));
  expect(JSON.parse(JSON.stringify(failure))).toMatchObject({ kind: "aborted", outcome: "not-created" });
});

test("a listener's result that turned into a promise at a second look left a rejection to nobody", async () => {
  const onEvent = () => promiseAtSecondLook();
  expect(await unhandledRejections(() => call({ onEvent }))).toEqual([]);
});

test("a verdict of the store's auth that turned into a promise at a second look left a rejection to nobody", async () => {
  const store = createPlantStore({ auth: promiseAtSecondLook as never });
  expect(await unhandledRejections(() => post(store, JSON.stringify(plant)))).toEqual([]);
});

test("a fault of a class with a toJSON of its own was a SyntaxError", () => {
  class Silent {
    toJSON() {}
  }
  const store = createPlantStore();
  store.enqueue(Object.setPrototypeOf(faults.rateLimit(1), Silent.prototype));
  expect(store.faults).toEqual([{ type: "rateLimit", seconds: 1 }]);
});

test("a fault's headers that JSON writes as no object were enqueued", () => {
  const { rawJSON } = JSON as unknown as { rawJSON: (text: string) => object };
  const headers = rawJSON("5") as Record<string, string>;
  expect(() => createPlantStore().enqueue(faults.status(503, "", headers))).toThrow(TypeError);
});
