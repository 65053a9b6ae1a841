import { setImmediate } from "node:timers/promises";
import { inspect } from "node:util";
import { type NewPlant, type PlantStoreEvent, safeCreatePlant } from "plant-store-sdk";
import { beforeEach, expect, type Mock, onTestFinished, test, vi } from "vitest";
import {
  baseUrl,
  create,
  failureBeforeSending,
  failureOf,
  plant,
  testClient,
  testOptions,
  tooManyRequests,
} from "../support/client.ts";
import { jumpFromTimerToTimer } from "../support/fake-time.ts";
import {
  breakingBody,
  connectionReset,
  type FetchStub,
  fail,
  hang,
  respond,
  stallingBody,
  stubFetch,
  succeed,
} from "../support/fetch-stubs.ts";
import { throwing } from "../support/throwing.ts";

const url = `${baseUrl}/plants`;
const callId = expect.any(String);
const error = expect.any(Error);
const duration = expect.any(Number);

async function eventsOf(responses: FetchStub[], options: object = {}, newPlant: unknown = plant) {
  const events: PlantStoreEvent[] = [];
  const onEvent = (event: PlantStoreEvent) => events.push(event);
  const fetch = stubFetch(...responses);
  await safeCreatePlant(newPlant as NewPlant, { ...testOptions, fetch, onEvent, ...options });
  return events;
}

let consoleError: Mock<typeof console.error>;

beforeEach(() => {
  consoleError = vi.spyOn(console, "error").mockReturnValue();
  vi.stubGlobal("reportError", undefined);
});

const requested = (attempt: number) => ({ type: "request", callId, attempt, url });
const responded = (attempt: number, status: number) => {
  return { type: "response", callId, attempt, url, status, duration };
};
const retried = (details: object) => ({ type: "retry", callId, attempt: 1, url, ...details });
const succeeded = (attempt: number, possibleDuplicate: boolean) => {
  const fields = { status: 200, duration, possibleDuplicate, changedFields: [] };
  return { type: "success", callId, attempt, url, ...fields };
};
const failed = (attempt: number, details: object) => {
  return { type: "failure", callId, attempt, url, duration, possibleDuplicate: false, error, ...details };
};
const endingWith = (details: { status: number; kind: string; outcome: string }) => [
  requested(1),
  responded(1, details.status),
  failed(1, details),
];
const ERROR = '{"error":7,"message":"no"}';
const [busy, lost] = [respond(429, "", { "retry-after": "7" }), fail(connectionReset)];
const afterBusy = retried({ status: 429, wait: 7_300, outcome: "not-created" });
const busyOnce = [requested(1), responded(1, 429), afterBusy, requested(2)];
const lostOnce = [requested(1), retried({ wait: 300, outcome: "unknown" }), requested(2)];
const resend = { retryUnknown: true, maxRetries: 1 };
const unexpected = { kind: "unexpected-response", outcome: "unknown" };
const lostBody = { kind: "connection", outcome: "created" };
const unsent = { outcome: "not-created" };
const timedOut = { duration: 5_000, kind: "timeout", outcome: "unknown" };
const isLost = { kind: "connection", outcome: "unknown", possibleDuplicate: true };
const isBusy = { status: 429, kind: "unexpected-response", ...unsent };

test.each<[what: string, responses: FetchStub[], options: object, events: object[], newPlant?: object]>([
  ["a success", [succeed], {}, [requested(1), responded(1, 200), succeeded(1, false)]],
  ["a success after a 429", [busy, succeed], {}, [...busyOnce, responded(2, 200), succeeded(2, false)]],
  ["two 429s", [busy], { maxRetries: 1 }, [...busyOnce, responded(2, 429), failed(2, isBusy)]],
  ["a possible duplicate", [lost, succeed], resend, [...lostOnce, responded(2, 200), succeeded(2, true)]],
  ["two lost responses", [lost], resend, [...lostOnce, failed(2, isLost)]],
  ["a 400", [respond(400, ERROR)], {}, endingWith({ status: 400, kind: "rejected", ...unsent })],
  ["an empty 200", [respond(200, "")], {}, endingWith({ status: 200, ...unexpected })],
  ["a truncated 200", [respond(200, breakingBody("{"))], {}, endingWith({ status: 200, ...lostBody })],
  ["a timeout", [hang], { timeout: 5_000 }, [requested(1), failed(1, timedOut)]],
  ["an invalid token", [succeed], { token: () => "" }, [failed(0, { kind: "configuration", ...unsent })]],
  ["an abort", [succeed], { signal: AbortSignal.abort() }, [failed(0, { kind: "aborted", ...unsent })]],
  ["an invalid plant", [succeed], {}, [failed(0, { kind: "invalid-plant", ...unsent })], { id: 1.5 }],
])("a call that ends with %s emits exactly these events", async (_, responses, options, events, newPlant) => {
  jumpFromTimerToTimer();
  vi.spyOn(Math, "random").mockReturnValue(0);
  expect(await eventsOf(responses, options, newPlant)).toEqual(events);
});

test("the duration is the attempt's in a response event and the call's in a success event", async () => {
  jumpFromTimerToTimer();
  vi.spyOn(Math, "random").mockReturnValue(0);
  vi.advanceTimersByTime(60_000); // The program has been running for a minute.
  const slow: FetchStub = (requested, init) =>
    new Promise((resolve) => setTimeout(() => resolve(succeed(requested, init)), 100));
  const events = await eventsOf([respond(429, "", { "retry-after": "2" }), slow]);
  const durations = events.map((event) => ("duration" in event ? event.duration : undefined));
  expect(durations).toEqual([undefined, 0, undefined, undefined, 100, 2_400]);
});

test("if a listener aborts the call on the response event, the body is cancelled and no retry follows", async () => {
  const controller = new AbortController();
  const onEvent = vi.fn(({ type }: PlantStoreEvent) => type === "response" && controller.abort());
  const { stream, cancelled } = stallingBody("busy");
  const error = await failureOf(create(respond(429, stream), { onEvent, signal: controller.signal }));
  expect(error).toMatchObject({ kind: "aborted", outcome: "not-created", attempts: 1 });
  await cancelled;
  await setImmediate();
  expect(onEvent.mock.calls.map(([{ type }]) => type)).toEqual(["request", "response", "failure"]);
});

test("no event contains the plant", async () => {
  const named = { id: 123456789, name: "canary-fern", tag: "canary-tag" };
  const all = [
    ...(await eventsOf([tooManyRequests, succeed], {}, named)),
    ...(await eventsOf([respond(500)], {}, named)),
    ...(await eventsOf([succeed], {}, { ...named, id: "canary-id" })),
  ];
  expect(new Set(all.map(({ type }) => type)).size).toBe(5);
  expect(inspect(all, { depth: null, showHidden: true })).not.toMatch(/canary|123456789/);
});

test("all events of a call have the same callId, and those of concurrent calls differ", async () => {
  const calls = await Promise.all([
    eventsOf([tooManyRequests, succeed]),
    eventsOf([respond(500)]),
    eventsOf([succeed], {}, { id: 1.5 }),
  ]);
  const ids = calls.map((events) => [...new Set(events.map((event) => event.callId))]);
  expect(ids.map((idsOfCall) => idsOfCall.length)).toEqual([1, 1, 1]);
  expect(new Set(ids.flat()).size).toBe(3);
});

test("the client's listener and the call's both get every event, each an object of its own", async () => {
  const ofClient: PlantStoreEvent[] = [];
  const ofCall: PlantStoreEvent[] = [];
  const client = testClient({ fetch: succeed, onEvent: (event) => ofClient.push(event) });
  await client.createPlant(plant, { onEvent: (event) => ofCall.push(event) });
  expect(ofClient.map(({ type }) => type)).toEqual(["request", "response", "success"]);
  expect(ofCall).toEqual(ofClient);
  expect(ofCall[0]).not.toBe(ofClient[0]);
  await client.createPlant(plant);
  expect(ofClient).toHaveLength(6);
  expect(ofCall).toHaveLength(3);
});

test("an abort from the request event sends nothing", async () => {
  const controller = new AbortController();
  const onEvent = ({ type }: PlantStoreEvent) => type === "request" && controller.abort();
  const failure = await failureBeforeSending({ onEvent }, { signal: controller.signal });
  expect(failure).toMatchObject({ kind: "aborted", outcome: "not-created", attempts: 0 });
  expect(failure.message).toContain("No plant was created.");
});

test("a call does not wait for its listener", async () => {
  await create(succeed, { onEvent: () => new Promise<void>(() => {}) });
});

const listenerError = new Error("the listener is broken");

const brokenListeners: [what: string, onEvent: () => void][] = [
  ["throws", throwing(listenerError)],
  ["rejects with", () => Promise.reject(listenerError)],
];

test.each(
  brokenListeners.flatMap(([what, onEvent]) =>
    ["reportError", "console.error"].map((place) => ({ what, onEvent, place })),
  ),
)("$place gets what a listener $what, once per event, and the call goes on", async ({ onEvent, place }) => {
  const reportError = vi.fn();
  if (place === "reportError") vi.stubGlobal("reportError", reportError);
  expect(await create(succeed, { onEvent })).toMatchObject({ success: true, attempts: 1 });
  const [used, unused] = place === "reportError" ? [reportError, consoleError] : [consoleError, reportError];
  await expect.poll(() => used.mock.calls).toEqual([[listenerError], [listenerError], [listenerError]]);
  expect(unused).not.toHaveBeenCalled();
});

test.each(["Bun", "Deno"])("in %s, console.error is used: reportError ends the process", async (runtime) => {
  const reportError = vi.fn();
  vi.stubGlobal("reportError", reportError);
  vi.stubGlobal(runtime, {});
  vi.resetModules();
  onTestFinished(() => void vi.resetModules()); // Other test files may share the modules.
  const sdk = await import("plant-store-sdk"); // Looks for the runtime when it is imported.
  const onEvent = () => Promise.reject(listenerError);
  await sdk.safeCreatePlant(plant, { ...testOptions, fetch: succeed, onEvent });
  await expect
    .poll(() => consoleError.mock.calls)
    .toEqual([[listenerError], [listenerError], [listenerError]]);
  expect(reportError).not.toHaveBeenCalled();
});

test("a reportError that throws does not affect the call", async () => {
  vi.stubGlobal("reportError", throwing(new Error("cannot report")));
  const result = await create(succeed, { onEvent: throwing(listenerError) });
  expect(result).toMatchObject({ success: true, attempts: 1 });
});
