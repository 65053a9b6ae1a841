import { getEventListeners } from "node:events";
import { type CreatePlantOptions, PlantStoreError, safeCreatePlant } from "plant-store-sdk";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { plant as fern, TOKEN, testClient, testOptions } from "../support/client.ts";
import {
  breakingBody,
  connectionRefused,
  connectionReset,
  type FetchStub,
  fail,
  hang,
  hangForever,
  PLANT_JSON,
  respond,
  stallingBody,
  stubFetch,
  succeed,
} from "../support/fetch-stubs.ts";
import { jumpFromTimerToTimer } from "./fake-time.ts";

function create(fetch: FetchStub, options?: CreatePlantOptions) {
  return safeCreatePlant(fern, { ...testOptions, fetch, ...options });
}

// What ends late may reject late, and nobody is there to see it: no test here may leave such a rejection behind.
const unhandled: unknown[] = [];
const record = (reason: unknown) => unhandled.push(reason);
beforeEach(() => {
  process.on("unhandledRejection", record);
});
afterEach(async () => {
  vi.useRealTimers();
  await new Promise((resolve) => setImmediate(resolve));
  process.off("unhandledRejection", record);
  expect(unhandled.splice(0)).toEqual([]);
});

/** A body that never ends, a byte every 10 ms. */
function drippingBody(): { stream: ReadableStream<Uint8Array>; cancelled: Promise<unknown> } {
  const { promise: cancelled, resolve: cancel } = Promise.withResolvers<unknown>();
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      controller.enqueue(new TextEncoder().encode(" "));
    },
    cancel,
  });
  return { stream, cancelled };
}

// One deadline for everything.

const overdue: [string, CreatePlantOptions, number, string][] = [
  ["a token that never comes", { token: () => new Promise(() => {}), fetch: succeed }, 0, "not-created"],
  ["a fetch that heeds its signal", { fetch: hang }, 1, "unknown"],
  ["a fetch that ignores its signal", { fetch: hangForever }, 1, "unknown"],
  ["a body that stalls", { fetch: async () => new Response(stallingBody('{"name":').stream) }, 1, "created"],
  ["a body that drips for ever", { fetch: async () => new Response(drippingBody().stream) }, 1, "created"],
  ["a second attempt without an end", { fetch: stubFetch(respond(429), hangForever) }, 2, "unknown"],
];

test.each(overdue)(
  "%s ends by the timeout, neither earlier nor later",
  async (_, options, attempts, outcome) => {
    jumpFromTimerToTimer();
    const started = performance.now();
    const result = await create(succeed, { timeout: 5000, ...options });
    expect(result).toMatchObject({
      success: false,
      error: { name: "TimeoutError", kind: "timeout", outcome, attempts, timeout: 5000 },
    });
    expect(!result.success && result.error.message).toContain("5000 ms");
    expect(performance.now() - started).toBe(5000);
  },
);

test("token, request and body share the one deadline", async () => {
  jumpFromTimerToTimer();
  const after = <T>(ms: number, value: T) =>
    new Promise<T>((resolve) => setTimeout(() => resolve(value), ms));
  const slow = (timeout: number) =>
    create(() => after(400, new Response(PLANT_JSON)), { token: () => after(400, TOKEN), timeout });
  expect(await slow(801)).toMatchObject({ success: true });
  expect(await slow(799)).toMatchObject({
    success: false,
    error: { kind: "timeout", outcome: "unknown", attempts: 1 },
  });
});

test("a call that was aborted before it began, and is wrong as well, fails without a rejection that nobody hears", async () => {
  const client = testClient({ fetch: succeed });
  const result = await client.safeCreatePlant({ id: 1.5, name: "Fern" }, { signal: AbortSignal.abort() });
  expect(result).toMatchObject({ success: false, error: { kind: "invalid-plant", attempts: 0 } });
});

test("a call that has ended well aborts nothing afterwards", async () => {
  const fetch = stubFetch(succeed);
  expect(await create(fetch)).toMatchObject({ success: true });
  expect(fetch.mock.lastCall?.[1].signal?.aborted).toBe(false);
});

test("without an option, a call ends after 30 s", async () => {
  jumpFromTimerToTimer();
  const started = performance.now();
  const result = await create(hangForever);
  expect(result).toMatchObject({ error: { kind: "timeout", timeout: 30_000 } });
  expect(performance.now() - started).toBe(30_000);
});

test("a call's timeout wins over its client's, either way", async () => {
  jumpFromTimerToTimer();
  const client = testClient({ fetch: hangForever, timeout: 1000 });
  const started = performance.now();
  const longer = await client.safeCreatePlant(fern, { timeout: 7000 });
  expect(longer).toMatchObject({ error: { kind: "timeout", timeout: 7000 } });
  expect(performance.now() - started).toBe(7000);
  const own = await client.safeCreatePlant(fern, { timeout: undefined });
  expect(own).toMatchObject({ error: { kind: "timeout", timeout: 1000 } });
  expect(performance.now() - started).toBe(8000);
});

test("with a timeout of false, a call waits for days, and sets no timer", async () => {
  vi.useFakeTimers();
  const { promise: answered, resolve: answer } = Promise.withResolvers<Response>();
  const called = create(() => answered, { timeout: false });
  await vi.advanceTimersByTimeAsync(3 * 24 * 3600 * 1000);
  expect(vi.getTimerCount()).toBe(0);
  answer(new Response(PLANT_JSON));
  expect(await called).toMatchObject({ success: true, attempts: 1 });
});

test("with a timeout of false on the call, its client's does not end it", async () => {
  vi.useFakeTimers();
  const client = testClient({ fetch: hangForever, timeout: 1000 });
  const controller = new AbortController();
  const called = client.safeCreatePlant(
    { id: 1, name: "Fern" },
    { timeout: false, signal: controller.signal },
  );
  await vi.advanceTimersByTimeAsync(3600 * 1000);
  controller.abort();
  expect(await called).toMatchObject({ error: { kind: "aborted", outcome: "unknown" } });
});

test("the longest timeout that a timer can hold does not end the call at once", async () => {
  jumpFromTimerToTimer();
  const started = performance.now();
  const result = await create(hangForever, { timeout: 2 ** 31 - 1 });
  expect(result).toMatchObject({ error: { kind: "timeout" } });
  expect(performance.now() - started).toBe(2 ** 31 - 1);
});

test("calls of one client have deadlines of their own", async () => {
  jumpFromTimerToTimer();
  const client = testClient({ fetch: hangForever });
  const times = await Promise.all(
    [3000, 1000, 2000].map(async (timeout) => {
      await client.safeCreatePlant(fern, { timeout });
      return performance.now();
    }),
  );
  const [slowest = 0, fastest = 0, middle = 0] = times;
  expect([slowest - fastest, middle - fastest]).toEqual([2000, 1000]);
});

test("the signal that fetch gets aborts at the deadline, for a fetch of the caller's to heed", async () => {
  jumpFromTimerToTimer();
  const fetch = stubFetch(hang);
  await create(fetch, { timeout: 1000 });
  const signal = fetch.mock.calls[0]?.[1].signal;
  expect(signal?.aborted).toBe(true);
  expect(signal?.reason).toMatchObject({ name: "TimeoutError" });
});

test("the signal that fetch gets does not abort where the call ends well", async () => {
  const fetch = stubFetch(succeed);
  await create(fetch, { signal: new AbortController().signal });
  expect(fetch.mock.calls[0]?.[1].signal?.aborted).toBe(false);
});

// The caller's signal.

const notInTime = new Error("no more time");
const endOfOtherCall = new PlantStoreError("no", {
  outcome: "not-created",
  attempts: 1,
  error: 1,
  headers: new Headers(),
});

const reasons: [string, unknown, unknown][] = [
  ["an error", notInTime, notInTime],
  ["a string", "changed my mind", "changed my mind"],
  ["a number", 0, 0],
  ["null", null, null],
  ["an object", { because: "of that" }, { because: "of that" }],
  ["nothing", undefined, expect.objectContaining({ name: "AbortError" })],
  ["the failure of another call", endOfOtherCall, expect.anything()],
];

/** Aborts while a call is in a certain place. */
const places: [string, number, string, (abort: () => void) => CreatePlantOptions][] = [
  [
    "its token is awaited",
    0,
    "not-created",
    (abort) => ({
      token() {
        queueMicrotask(abort);
        return new Promise(() => {});
      },
    }),
  ],
  [
    "its request is on the way",
    1,
    "unknown",
    (abort) => ({
      fetch(url, init) {
        queueMicrotask(abort);
        return hang(url, init);
      },
    }),
  ],
  [
    "its request is on the way, its fetch ignoring the signal",
    1,
    "unknown",
    (abort) => ({
      fetch(url, init) {
        queueMicrotask(abort);
        return hangForever(url, init);
      },
    }),
  ],
  [
    "its body is read",
    1,
    "created",
    (abort) => ({
      fetch: async () => new Response(stallingBody("{").stream),
      onEvent: ({ type }) => type === "response" && queueMicrotask(abort),
    }),
  ],
  [
    "it waits for its next attempt",
    1,
    "not-created",
    (abort) => ({
      fetch: respond(429),
      onEvent: ({ type }) => type === "retry" && queueMicrotask(abort),
    }),
  ],
];

const aborts = reasons.flatMap(([why, reason, cause]) =>
  places.map((place) => ({ why, reason, cause, where: place[0], place })),
);

test.each(aborts)(
  "a call that is aborted while $where, with $why, ends with that as its cause",
  async (row) => {
    const [, attempts, outcome, options] = row.place;
    const controller = new AbortController();
    const { signal } = controller;
    const result = await create(succeed, {
      signal,
      timeout: false,
      ...options(() => controller.abort(row.reason)),
    });
    expect(result).toMatchObject({
      success: false,
      error: { name: "AbortError", kind: "aborted", outcome, attempts, cause: row.cause },
    });
    expect(!result.success && result.error.cause).toBe(signal.reason);
  },
);

test.each(reasons)(
  "a signal that was aborted before the call, with %s, ends it at once",
  async (_, reason) => {
    const fetch = stubFetch(succeed);
    const tokenFunction = vi.fn(() => TOKEN);
    const signal = AbortSignal.abort(reason);
    const result = await create(fetch, { signal, token: tokenFunction });
    expect(result).toMatchObject({
      success: false,
      error: { kind: "aborted", outcome: "not-created", attempts: 0 },
    });
    expect(!result.success && result.error.cause).toBe(signal.reason);
    expect(tokenFunction).not.toHaveBeenCalled();
    expect(fetch).not.toHaveBeenCalled();
  },
);

test("an abort after the call changes nothing", async () => {
  const controller = new AbortController();
  const fetch = stubFetch(succeed);
  const result = await create(fetch, { signal: controller.signal });
  controller.abort();
  expect(result).toMatchObject({ success: true, data: { name: "Fern" } });
  expect(fetch.mock.calls[0]?.[1].signal?.aborted).toBe(false);
});

test("a signal that times out is the caller's abort, not the call's timeout", async () => {
  const result = await create(hang, { signal: AbortSignal.timeout(1) });
  expect(result).toMatchObject({
    success: false,
    error: { kind: "aborted", name: "AbortError", cause: { name: "TimeoutError" } },
  });
});

test("where the timeout and the signal come together, the first of them counts", async () => {
  vi.useFakeTimers();
  const controller = new AbortController();
  const called = create(hangForever, { timeout: 1000, signal: controller.signal });
  vi.advanceTimersByTime(1000);
  controller.abort();
  expect(await called).toMatchObject({ error: { kind: "timeout" } });
});

test("one signal ends all the calls that share it", async () => {
  const controller = new AbortController();
  const { signal } = controller;
  const called = Promise.all([1, 2, 3].map(() => create(hang, { signal })));
  controller.abort("all of you");
  for (const result of await called) {
    expect(result).toMatchObject({ error: { kind: "aborted", cause: "all of you" } });
  }
});

// Nothing stays behind.

const endings: [string, FetchStub, CreatePlantOptions][] = [
  ["success", succeed, {}],
  ["a refusal", respond(400, '{"error":1,"message":"no"}'), {}],
  ["an unexpected answer", respond(500), {}],
  ["a 200 of the wrong shape", respond(200, "{}"), {}],
  ["a body beyond the limit", respond(200, PLANT_JSON), { maxResponseBytes: 3 }],
  ["a lost connection", fail(connectionReset), {}],
  ["a body that breaks off", async () => new Response(breakingBody("{")), {}],
  ["a success after retries", stubFetch(respond(429), fail(connectionRefused), succeed), {}],
  ["retries in vain", fail(connectionRefused), {}],
  ["the timeout before its request", succeed, { token: () => new Promise(() => {}) }],
  ["the timeout of its request", hang, {}],
  ["the timeout of its request, the signal ignored", hangForever, {}],
  ["the timeout of its body", async () => new Response(stallingBody().stream), {}],
  ["a token function that fails", succeed, { token: () => Promise.reject(new Error("no token today")) }],
];

test.each(endings)(
  "after %s, no timer is left, and no listener on the caller's signal",
  async (_, fetch, options) => {
    jumpFromTimerToTimer();
    const { signal } = new AbortController();
    let duringTheCall = 0;
    await create(
      (url, init) => {
        duringTheCall = getEventListeners(signal, "abort").length;
        return fetch(url, init);
      },
      {
        signal,
        ...options,
        ...(options.token && {
          token() {
            duringTheCall = getEventListeners(signal, "abort").length;
            return (options.token as () => string)();
          },
        }),
      },
    );
    expect(duringTheCall).toBe(1);
    expect(getEventListeners(signal, "abort")).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  },
);

test.each(places)(
  "after an abort while %s, no timer and no listener is left",
  async (_, _attempts, _outcome, options) => {
    vi.useFakeTimers();
    const controller = new AbortController();
    const { signal } = controller;
    await create(succeed, { signal, ...options(() => controller.abort()) });
    expect(getEventListeners(signal, "abort")).toEqual([]);
    await vi.advanceTimersByTimeAsync(1); // ky's own timer between two attempts, of 0 ms, may be left.
    expect(vi.getTimerCount()).toBe(0);
  },
);

test("a plant or an option that is refused leaves no timer and no listener", async () => {
  vi.useFakeTimers();
  const { signal } = new AbortController();
  const invalid = await create(succeed, { signal, timeout: 1000, maxRetries: -1 });
  expect(invalid).toMatchObject({ error: { kind: "configuration" } });
  const plant = await safeCreatePlant({ id: Number.NaN, name: "Fern" }, { ...testOptions, signal });
  expect(plant).toMatchObject({ error: { kind: "invalid-plant" } });
  expect(getEventListeners(signal, "abort")).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});

test("a listener that throws leaves no timer and no listener on the signal", async () => {
  vi.useFakeTimers();
  const reported = vi.spyOn(console, "error").mockImplementation(() => {});
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
  const { signal } = new AbortController();
  const result = await create(succeed, {
    signal,
    onEvent: () => {
      throw new Error("the listener's own trouble");
    },
  });
  expect(result).toMatchObject({ success: true });
  expect(reported).toHaveBeenCalledTimes(3);
  expect(getEventListeners(signal, "abort")).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});

// What comes too late.

/** A `fetch` that ignores its signal and is answered by hand. */
function lateFetch() {
  return Promise.withResolvers<Response>();
}

test("an answer that comes after the timeout has its body cancelled", async () => {
  jumpFromTimerToTimer();
  const late = lateFetch();
  const result = await create(() => late.promise, { timeout: 1000 });
  expect(result).toMatchObject({ error: { kind: "timeout", outcome: "unknown" } });
  const { stream, cancelled } = stallingBody("{");
  late.resolve(new Response(stream));
  await cancelled;
});

test("an answer that comes after an abort has its body cancelled", async () => {
  const late = lateFetch();
  const controller = new AbortController();
  const called = create(() => late.promise, {
    signal: controller.signal,
    onEvent: ({ type }) => type === "request" && queueMicrotask(() => controller.abort()),
  });
  expect(await called).toMatchObject({ error: { kind: "aborted", outcome: "unknown" } });
  const { stream, cancelled } = stallingBody("{");
  late.resolve(new Response(stream));
  await cancelled;
});

test.each<[string, (late: ReturnType<typeof lateFetch>) => void]>([
  ["a rejection", ({ reject }) => reject(connectionReset)],
  ["an answer without a body", ({ resolve }) => resolve(new Response(null, { status: 204 }))],
  ["no Response at all", ({ resolve }) => resolve(undefined as unknown as Response)],
  [
    "an answer whose body cannot be cancelled",
    ({ resolve }) => {
      const cancel = () => {
        throw new Error("not now");
      };
      resolve(new Response(new ReadableStream({ cancel })));
    },
  ],
])("%s that comes after the call ended is nobody's trouble", async (_, settle) => {
  const late = lateFetch();
  const result = await create(() => late.promise, { timeout: 1 });
  expect(result).toMatchObject({ error: { kind: "timeout" } });
  settle(late);
});

test("a token that fails after the call ended is nobody's trouble", async () => {
  const { promise, reject } = Promise.withResolvers<string>();
  const result = await create(succeed, { timeout: 1, token: () => promise });
  expect(result).toMatchObject({ error: { kind: "timeout", outcome: "not-created" } });
  reject(new Error("too late"));
});

test.each<[string, () => { stream: ReadableStream<Uint8Array>; cancelled: Promise<unknown> }]>([
  ["stalls", () => stallingBody("{")],
  ["drips", drippingBody],
])("a body that %s is cancelled when the call is out of time", async (_, body) => {
  jumpFromTimerToTimer();
  const { stream, cancelled } = body();
  const result = await create(async () => new Response(stream), { timeout: 1000 });
  expect(result).toMatchObject({ error: { kind: "timeout", outcome: "created" } });
  await cancelled;
});

test("a body whose cancelling never ends does not hold the call", async () => {
  jumpFromTimerToTimer();
  const stream = new ReadableStream({ cancel: () => new Promise(() => {}) });
  const result = await create(async () => new Response(stream), { timeout: 1000 });
  expect(result).toMatchObject({ error: { kind: "timeout", outcome: "created" } });
});

test("a body that breaks off after the call ended is nobody's trouble", async () => {
  jumpFromTimerToTimer();
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const stream = new ReadableStream({
    async pull(controller) {
      await ended;
      controller.error(connectionReset);
    },
  });
  const result = await create(async () => new Response(stream), { timeout: 1000 });
  expect(result).toMatchObject({ error: { kind: "timeout", outcome: "created" } });
  end();
});
