import { getEventListeners } from "node:events";
import { type CreatePlantOptions, PlantStoreError, safeCreatePlant } from "plant-store-sdk";
import { expect, test, vi } from "vitest";
import { create, plant, TOKEN, testClient, testOptions } from "../support/client.ts";
import { jumpFromTimerToTimer } from "../support/fake-time.ts";
import {
  connectionReset,
  type FetchStub,
  hang,
  hangForever,
  jsonResponse,
  PLANT_JSON,
  respond,
  stallingBody,
  stubFetch,
  succeed,
} from "../support/fetch-stubs.ts";
import { throwing } from "../support/throwing.ts";

// No test may leave an unhandled rejection: Vitest reports it, and the run fails.

const never = () => new Promise<never>(() => {});

const tooSlow: [string, CreatePlantOptions, number, string][] = [
  ["a token function that never settles", { token: never, fetch: succeed }, 0, "not-created"],
  ["a fetch that observes its signal", { fetch: hang }, 1, "unknown"],
  ["a fetch that ignores its signal", { fetch: hangForever }, 1, "unknown"],
  ["a body that stalls", { fetch: async () => jsonResponse(stallingBody('{"name":').stream) }, 1, "created"],
  ["a second attempt that never ends", { fetch: stubFetch(respond(429), hangForever) }, 2, "unknown"],
];

test.each(tooSlow)("the timeout ends a call with %s in time", async (_, options, attempts, outcome) => {
  jumpFromTimerToTimer();
  const started = performance.now();
  const result = await create(succeed, { timeout: 5000, ...options });
  expect(result).toMatchObject({ error: { kind: "timeout", outcome, attempts, timeout: 5000 } });
  expect(!result.success && result.error.message).toContain("5000 ms");
  expect(performance.now() - started).toBe(5000);
});

test("the token function, the request and the body share one deadline", async () => {
  jumpFromTimerToTimer();
  const after = <T>(ms: number, value: T) =>
    new Promise<T>((resolve) => setTimeout(() => resolve(value), ms));
  const slow = (timeout: number) =>
    create(() => after(400, new Response(PLANT_JSON)), { token: () => after(400, TOKEN), timeout });
  expect(await slow(801)).toMatchObject({ success: true });
  expect(await slow(799)).toMatchObject({ error: { kind: "timeout", outcome: "unknown", attempts: 1 } });
});

test.each([
  [undefined, undefined, 30_000],
  [2 ** 31 - 1, undefined, 2 ** 31 - 1],
  [1000, 7000, 7000],
  [7000, 1000, 1000],
])("with the timeout %s of its client and %s of its own, a call ends after %i ms", async (...row) => {
  const [ofClient, ofCall, ms] = row;
  jumpFromTimerToTimer();
  const started = performance.now();
  const client = testClient({ fetch: hangForever, timeout: ofClient });
  const result = await client.safeCreatePlant(plant, { timeout: ofCall });
  expect(result).toMatchObject({ error: { kind: "timeout", timeout: ms } });
  expect(performance.now() - started).toBe(ms);
});

test("a call with timeout: false ignores its client's timeout, and sets no timer", async () => {
  vi.useFakeTimers();
  const { promise: response, resolve: respondWith } = Promise.withResolvers<Response>();
  const client = testClient({ fetch: () => response, timeout: 1000 });
  const called = client.safeCreatePlant(plant, { timeout: false });
  await vi.advanceTimersByTimeAsync(3 * 24 * 3600 * 1000);
  expect(vi.getTimerCount()).toBe(0);
  respondWith(new Response(PLANT_JSON));
  expect(await called).toMatchObject({ success: true, attempts: 1 });
});

// The caller's signal.

const tooLate = new Error("too late");
const response = { status: 400, headers: new Headers(), body: "" };
const inner = { outcome: "not-created", attempts: 1, error: 1, response } as const;
const otherFailure = new PlantStoreError("no", inner);

const reasons: [string, unknown, unknown][] = [
  ["an error", tooLate, tooLate],
  ["null", null, null],
  ["nothing", undefined, expect.objectContaining({ name: "AbortError" })],
  ["the failure of another call", otherFailure, expect.anything()],
];

/** Aborts the call soon after it calls a function. */
const thenAbort =
  <A extends unknown[], R>(run: (...args: A) => R, abort: () => void) =>
  (...args: A): R => {
    queueMicrotask(abort);
    return run(...args);
  };
const stalling: FetchStub = async () => jsonResponse(stallingBody("{").stream);
const abortOn = (wanted: string, abort: () => void) => ({
  onEvent: ({ type }: { type: string }) => type === wanted && queueMicrotask(abort),
});

const resending503 = { fetch: respond(503), retryUnknown: true };

/** Stages of a call, with options that abort the call in that stage. */
const stages: [string, number, string, (abort: () => void) => CreatePlantOptions][] = [
  ["it waits for its token", 0, "not-created", (abort) => ({ token: thenAbort(never, abort) })],
  ["it waits for the response", 1, "unknown", (abort) => ({ fetch: thenAbort(hang, abort) })],
  ["fetch ignores the signal", 1, "unknown", (abort) => ({ fetch: thenAbort(hangForever, abort) })],
  ["it reads the body", 1, "created", (abort) => ({ fetch: stalling, ...abortOn("response", abort) })],
  ["it waits to retry", 1, "not-created", (abort) => ({ fetch: respond(429), ...abortOn("retry", abort) })],
  ["it waits after a 503", 1, "unknown", (abort) => ({ ...resending503, ...abortOn("retry", abort) })],
];

const aborts = reasons.flatMap(([description, reason, cause]) =>
  stages.map((stage) => ({ description, reason, cause, when: stage[0], stage })),
);

test.each(aborts)("aborting a call while $when makes the reason the cause: $description", async (row) => {
  vi.useFakeTimers();
  const [, attempts, outcome, optionsWith] = row.stage;
  const controller = new AbortController();
  const { signal } = controller;
  const options = optionsWith(() => controller.abort(row.reason));
  const result = await create(succeed, { signal, ...options });
  expect(result).toMatchObject({ error: { kind: "aborted", outcome, attempts, cause: row.cause } });
  expect(!result.success && result.error.cause).toBe(signal.reason);
  expect(getEventListeners(signal, "abort")).toEqual([]);
  await vi.advanceTimersByTimeAsync(1); // ky may leave its timer of 0 ms.
  expect(vi.getTimerCount()).toBe(0);
});

test.each(reasons)("a signal that aborted before, with %s as the reason, ends a call", async (_, reason) => {
  const fetch = stubFetch(succeed);
  const tokenFunction = vi.fn(() => TOKEN);
  const signal = AbortSignal.abort(reason);
  const result = await create(fetch, { signal, token: tokenFunction });
  expect(result).toMatchObject({ error: { kind: "aborted", outcome: "not-created", attempts: 0 } });
  expect(!result.success && result.error.cause).toBe(signal.reason);
  expect(tokenFunction).not.toHaveBeenCalled();
  expect(fetch).not.toHaveBeenCalled();
});

test.each([
  ["addEventListener", { error: { kind: "aborted", attempts: 0, cause: tooLate } }],
  ["removeEventListener", { success: true }],
])("a call settles if the %s of its signal throws", async (method, expected) => {
  const signal = {
    aborted: false,
    addEventListener() {},
    removeEventListener() {},
    [method]: throwing(tooLate),
  };
  expect(await create(succeed, { signal: signal as never })).toMatchObject(expected); // A part of an AbortSignal.
});

test("the timeout of AbortSignal.timeout is an abort, not a timeout of the call", async () => {
  const result = await create(hang, { signal: AbortSignal.timeout(1) });
  expect(result).toMatchObject({ error: { kind: "aborted", cause: { name: "TimeoutError" } } });
});

test("if the timeout and an abort come together, the first of them counts", async () => {
  vi.useFakeTimers();
  const controller = new AbortController();
  const called = create(hangForever, { timeout: 1000, signal: controller.signal });
  vi.advanceTimersByTime(1000);
  controller.abort();
  expect(await called).toMatchObject({ error: { kind: "timeout" } });
});

test("a success, an invalid plant and an invalid option leave no timer and no listener", async () => {
  vi.useFakeTimers();
  const { signal } = new AbortController();
  expect(await create(succeed, { signal })).toMatchObject({ success: true });
  const invalidOption = await create(succeed, { signal, timeout: 1000, maxRetries: -1 });
  expect(invalidOption).toMatchObject({ error: { kind: "configuration" } });
  const invalidPlant = await safeCreatePlant({ id: Number.NaN, name: "Fern" }, { ...testOptions, signal });
  expect(invalidPlant).toMatchObject({ error: { kind: "invalid-plant" } });
  expect(getEventListeners(signal, "abort")).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});

// Promises that settle after the call has ended.

test.each(["timeout", "aborted"])("the body of a late response is cancelled: %s", async (kind) => {
  jumpFromTimerToTimer();
  const late = Promise.withResolvers<Response>();
  const controller = new AbortController();
  const result = await create(() => late.promise, {
    timeout: 1000,
    signal: controller.signal,
    onEvent: ({ type }) =>
      kind === "aborted" && type === "request" && queueMicrotask(() => controller.abort()),
  });
  expect(result).toMatchObject({ error: { kind, outcome: "unknown" } });
  const { stream, cancelled } = stallingBody("{");
  late.resolve(new Response(stream));
  await cancelled;
});

const uncancellable = new ReadableStream({ cancel: throwing(new Error("not now")) });

test.each<[string, (late: PromiseWithResolvers<Response>) => void, isToken?: true]>([
  ["a token function that rejects", ({ reject }) => reject(tooLate), true],
  ["a rejection", ({ reject }) => reject(connectionReset)],
  ["a response without a body", ({ resolve }) => resolve(new Response(null, { status: 204 }))],
  ["undefined", ({ resolve }) => resolve(undefined as unknown as Response)],
  ["a response whose body cannot be cancelled", ({ resolve }) => resolve(new Response(uncancellable))],
])("what settles after the end of the call causes no unhandled rejection: %s", async (_, settle, isToken) => {
  const late = Promise.withResolvers<Response>();
  const token = () => late.promise as Promise<never>;
  const result = await create(() => late.promise, { timeout: 1, ...(isToken && { token }) });
  expect(result).toMatchObject({ error: { kind: "timeout" } });
  settle(late);
});

test("when the call times out, it does not wait for a body that cannot be cancelled, and that may fail later", async () => {
  jumpFromTimerToTimer();
  const { promise, reject } = Promise.withResolvers<void>();
  const stream = new ReadableStream({ pull: () => promise, cancel: never });
  const result = await create(async () => jsonResponse(stream), { timeout: 1000 });
  expect(result).toMatchObject({ error: { kind: "timeout", outcome: "created" } });
  reject(tooLate);
});
