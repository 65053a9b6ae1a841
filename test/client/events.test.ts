import { setImmediate } from "node:timers/promises";
import { inspect } from "node:util";
import { type NewPlant, type PlantStoreEvent, safeCreatePlant } from "plant-store-sdk";
import { afterEach, beforeEach, expect, type Mock, test, vi } from "vitest";
import {
  baseUrl,
  failureOf,
  plant,
  recordingFetch,
  testOptions,
  tooManyRequests,
} from "../support/client.ts";
import {
  breakingBody,
  connectionRefused,
  connectionReset,
  type FetchStub,
  fail,
  hang,
  respond,
  stubFetch,
  succeed,
} from "../support/fetch-stubs.ts";
import { jumpFromTimerToTimer } from "./fake-time.ts";

const url = `${baseUrl}/plants`;
const duration = expect.any(Number);

/** The events of one call. */
async function eventsOf(answers: FetchStub[], options: object = {}, created: unknown = plant) {
  const events: PlantStoreEvent[] = [];
  const onEvent = (event: PlantStoreEvent) => events.push(event);
  const fetch = stubFetch(...answers);
  await safeCreatePlant(created as NewPlant, { ...testOptions, fetch, onEvent, ...options });
  return events;
}

let consoleError: Mock<typeof console.error>;

beforeEach(() => {
  consoleError = vi.spyOn(console, "error").mockReturnValue();
  vi.stubGlobal("reportError", undefined);
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

// What a call reports

test("a success reports its request, its response and itself", async () => {
  expect(await eventsOf([succeed])).toEqual([
    { type: "request", attempt: 1, url },
    { type: "response", attempt: 1, url, status: 200, duration },
    { type: "success", attempt: 1, url, status: 200, duration, possibleDuplicate: false },
  ]);
});

test("a retry is reported with the status, the wait and the outcome of the attempt that failed", async () => {
  jumpFromTimerToTimer();
  const closed = respond(429, "", { "retry-after": "7" });
  expect(await eventsOf([closed, succeed])).toEqual([
    { type: "request", attempt: 1, url },
    { type: "response", attempt: 1, url, status: 429, duration },
    { type: "retry", attempt: 1, url, status: 429, wait: 7_000, outcome: "not-created" },
    { type: "request", attempt: 2, url },
    { type: "response", attempt: 2, url, status: 200, duration },
    { type: "success", attempt: 2, url, status: 200, duration, possibleDuplicate: false },
  ]);
});

test("a retry after a failed connection has no status", async () => {
  jumpFromTimerToTimer();
  vi.spyOn(Math, "random").mockReturnValue(0);
  const events = await eventsOf([fail(connectionRefused), succeed]);
  expect(events.map(({ type }) => type)).toEqual(["request", "retry", "request", "response", "success"]);
  expect(events[1]).toEqual({ type: "retry", attempt: 1, url, wait: 300, outcome: "not-created" });
});

test("a retry that may create the plant twice says so, and so does the success after it", async () => {
  jumpFromTimerToTimer();
  vi.spyOn(Math, "random").mockReturnValue(0);
  const events = await eventsOf([fail(connectionReset), succeed], { retryUnknown: true });
  expect(events[1]).toEqual({ type: "retry", attempt: 1, url, wait: 300, outcome: "unknown" });
  expect(events.at(-1)).toMatchObject({ type: "success", attempt: 2, possibleDuplicate: true });
});

test("the status of an earlier attempt is not reported for a later one that had none", async () => {
  const events = await eventsOf([tooManyRequests, fail(connectionReset)], { maxRetries: 1 });
  expect(events.at(-1)).toEqual({
    type: "failure",
    attempt: 2,
    url,
    duration,
    kind: "connection",
    outcome: "unknown",
  });
});

test.each<[what: string, answer: FetchStub, end: object]>([
  [
    "a 400",
    respond(400, '{"error":7,"message":"no room left"}'),
    { status: 400, kind: "rejected", outcome: "not-created" },
  ],
  ["a 500", respond(500, "sorry"), { status: 500, kind: "unexpected-response", outcome: "unknown" }],
  ["an empty 200", respond(200, ""), { status: 200, kind: "unexpected-response", outcome: "created" }],
  [
    "a 200 that breaks off",
    respond(200, breakingBody('{"na')),
    { status: 200, kind: "connection", outcome: "created" },
  ],
])("the failure that %s ends in is reported after its response", async (_, answer, end) => {
  const events = await eventsOf([answer]);
  expect(events.map(({ type }) => type)).toEqual(["request", "response", "failure"]);
  expect(events.at(-1)).toEqual({ type: "failure", attempt: 1, url, duration, ...end });
});

test("a timeout is reported without a status", async () => {
  jumpFromTimerToTimer();
  expect(await eventsOf([hang], { timeout: 5_000 })).toEqual([
    { type: "request", attempt: 1, url },
    { type: "failure", attempt: 1, url, duration: 5_000, kind: "timeout", outcome: "unknown" },
  ]);
});

test.each<[kind: string, options: object, created: unknown]>([
  ["invalid-plant", {}, { id: 1.5, name: "Fern" }],
  ["configuration", { token: () => "" }, plant],
  ["aborted", { signal: AbortSignal.abort() }, plant],
])(
  "a failure of kind %s before anything was sent is reported as attempt 0",
  async (kind, options, created) => {
    expect(await eventsOf([succeed], options, created)).toEqual([
      { type: "failure", attempt: 0, url, duration, kind, outcome: "not-created" },
    ]);
  },
);

test("a call that gives up retrying reports no retry after its last attempt", async () => {
  const events = await eventsOf([tooManyRequests], { maxRetries: 1 });
  expect(events.map(({ type, attempt }) => `${type} ${attempt}`)).toEqual([
    "request 1",
    "response 1",
    "retry 1",
    "request 2",
    "response 2",
    "failure 2",
  ]);
});

test("a response's duration is its attempt's, and that of the end is the call's", async () => {
  jumpFromTimerToTimer();
  vi.advanceTimersByTime(60_000); // For how long the program has been running.
  const slow: FetchStub = (requested, init) =>
    new Promise((resolve) => setTimeout(() => resolve(succeed(requested, init)), 100));
  const events = await eventsOf([respond(429, "", { "retry-after": "2" }), slow]);
  const durations = events.map((event) => ("duration" in event ? event.duration : undefined));
  expect(durations).toEqual([undefined, 0, undefined, undefined, 100, 2_100]);
});

test("a listener that aborts its call on the response ends it: no retry is reported, and none follows", async () => {
  const caller = new AbortController();
  const { fetch, sent } = recordingFetch(tooManyRequests);
  const types: string[] = [];
  const onEvent = ({ type }: PlantStoreEvent) => {
    types.push(type);
    if (type === "response") caller.abort();
  };
  const { signal } = caller;
  const error = await failureOf(safeCreatePlant(plant, { ...testOptions, fetch, onEvent, signal }));
  expect(error).toMatchObject({ kind: "aborted", outcome: "not-created", attempts: 1 });
  await setImmediate();
  expect(types).toEqual(["request", "response", "failure"]);
  expect(sent).toHaveLength(1);
});

test("a connection that is lost because the call was aborted is no reason to repeat it", async () => {
  const caller = new AbortController();
  const types: string[] = [];
  const failing: FetchStub = async () => {
    caller.abort();
    throw connectionRefused;
  };
  const onEvent = ({ type }: PlantStoreEvent) => types.push(type);
  const { signal } = caller;
  await failureOf(safeCreatePlant(plant, { ...testOptions, fetch: failing, onEvent, signal }));
  await setImmediate();
  expect(types).toEqual(["request", "failure"]);
});

test("durations and waits are numbers that are not negative, by the real clock too", async () => {
  const events = await eventsOf([tooManyRequests, succeed]);
  const numbers = events.flatMap((event) => [
    ...("duration" in event ? [event.duration] : []),
    ...("wait" in event ? [event.wait] : []),
  ]);
  expect(numbers).toHaveLength(4);
  for (const number of numbers) expect(number).toBeGreaterThanOrEqual(0);
});

test("a call that nobody listens to reports nothing anywhere", async () => {
  await eventsOf([tooManyRequests, succeed], { onEvent: undefined });
  expect(consoleError).not.toHaveBeenCalled();
});

test("no event holds the token or the plant", async () => {
  const named = { id: 123456789, name: "canary-fern", tag: "canary-tag" };
  const echo = respond(429, "canary-token", { "retry-after": "0", "x-echo": "canary-token" });
  const all = [
    ...(await eventsOf([echo, succeed], { token: "canary-token" }, named)),
    ...(await eventsOf([fail(new Error("canary-token canary-fern"))], { token: "canary-token" }, named)),
    ...(await eventsOf([respond(500, "canary-token")], { token: () => "canary-token" }, named)),
    ...(await eventsOf([succeed], { token: "canary-token" }, { ...named, id: "canary-id" })),
  ];
  expect(all.map(({ type }) => type)).toEqual(
    expect.arrayContaining(["request", "response", "retry", "success", "failure"]),
  );
  expect(inspect(all, { depth: null, showHidden: true })).not.toMatch(/canary|123456789/);
});

// The listener

test("an event that its listener changes changes nothing", async () => {
  const onEvent = (event: PlantStoreEvent) => {
    for (const field of Object.keys(event)) Reflect.deleteProperty(event, field);
  };
  const result = await safeCreatePlant(plant, { ...testOptions, fetch: succeed, onEvent });
  expect(result).toMatchObject({ success: true, attempts: 1 });
});

test("a listener is not waited for", async () => {
  const onEvent = () => new Promise<void>(() => {});
  expect(await safeCreatePlant(plant, { ...testOptions, fetch: succeed, onEvent })).toMatchObject({
    success: true,
  });
});

const trouble = new Error("the listener is broken");

const brokenListeners: [what: string, onEvent: () => void][] = [
  [
    "throws",
    () => {
      throw trouble;
    },
  ],
  ["rejects", () => Promise.reject(trouble)],
];

test.each(brokenListeners)(
  "what a listener %s is reported by reportError, once an event",
  async (_, onEvent) => {
    const reportError = vi.fn();
    vi.stubGlobal("reportError", reportError);
    await safeCreatePlant(plant, { ...testOptions, fetch: succeed, onEvent });
    await vi.waitFor(() => expect(reportError.mock.calls).toEqual([[trouble], [trouble], [trouble]]));
    expect(consoleError).not.toHaveBeenCalled();
  },
);

test.each(brokenListeners)(
  "without reportError what a listener %s is reported by console.error",
  async (_, onEvent) => {
    await safeCreatePlant(plant, { ...testOptions, fetch: succeed, onEvent });
    await vi.waitFor(() => expect(consoleError.mock.calls).toEqual([[trouble], [trouble], [trouble]]));
  },
);

test.each(["Bun", "Deno"])(
  "in %s, where reportError ends the process, console.error takes its place",
  async (runtime) => {
    const reportError = vi.fn();
    vi.stubGlobal("reportError", reportError);
    vi.stubGlobal(runtime, {});
    const onEvent = () => Promise.reject(trouble);
    await safeCreatePlant(plant, { ...testOptions, fetch: succeed, onEvent });
    await vi.waitFor(() => expect(consoleError.mock.calls).toEqual([[trouble], [trouble], [trouble]]));
    expect(reportError).not.toHaveBeenCalled();
  },
);

test.each(brokenListeners)(
  "a listener that %s changes no result, no attempt and no wait",
  async (_, onEvent) => {
    const fetch = stubFetch(tooManyRequests, succeed);
    expect(await safeCreatePlant(plant, { ...testOptions, fetch, onEvent })).toMatchObject({
      success: true,
      data: { name: "Fern" },
      attempts: 2,
      possibleDuplicate: false,
    });
    expect(fetch).toHaveBeenCalledTimes(2);
    const refusing = respond(400, '{"error":7,"message":"no room left"}');
    const error = await failureOf(safeCreatePlant(plant, { ...testOptions, fetch: refusing, onEvent }));
    expect(error).toMatchObject({ kind: "rejected", outcome: "not-created", attempts: 1 });
  },
);

test("even a report that fails changes nothing", async () => {
  vi.stubGlobal("reportError", (error: unknown) => {
    throw error;
  });
  const onEvent = () => {
    throw trouble;
  };
  const result = await safeCreatePlant(plant, { ...testOptions, fetch: succeed, onEvent });
  expect(result).toMatchObject({ success: true, attempts: 1 });
});
