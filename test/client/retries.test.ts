import type { CreatePlantOptions, PlantStoreEvent } from "plant-store-sdk";
import { expect, test, vi } from "vitest";
import { baseUrl, create as createPlant } from "../support/client.ts";
import { jumpFromTimerToTimer } from "../support/fake-time.ts";
import {
  connectionRefused,
  type FetchStub,
  fail,
  networkError,
  respond,
  stallingBody,
  stubFetch,
  succeed,
} from "../support/fetch-stubs.ts";
import { type Meaning, NETWORK_FAILURES } from "../support/outcomes.ts";

/** Creates a plant in fake time. Returns the result, its duration, the retry events and their waits. */
async function create(fetch: FetchStub, options?: CreatePlantOptions) {
  if (!vi.isFakeTimers()) jumpFromTimerToTimer();
  const retries: (PlantStoreEvent & { type: "retry" })[] = [];
  const onEvent = (event: PlantStoreEvent) => event.type === "retry" && retries.push(event);
  const started = performance.now();
  const result = await createPlant(fetch, { onEvent, ...options });
  return { result, retries, waits: retries.map(({ wait }) => wait), duration: performance.now() - started };
}

function disableJitter(): void {
  vi.spyOn(Math, "random").mockReturnValue(0);
}

// What each failure means: test/support/outcomes.ts. test/fault-matrix has every status, and bodies.

/** A wrapper, a race or a runtime may give no reason. */
const LOST: Meaning = { kind: "connection", outcome: "unknown", retry: "with retryUnknown" };

const failures = [
  ...NETWORK_FAILURES.map(([code, syscall, meaning]) => {
    return { what: `${syscall} ${code}`, error: networkError(code, syscall), meaning };
  }),
  { what: "a failure without a reason", error: new TypeError("Failed to fetch"), meaning: LOST },
];

const failureRows = [false, true].flatMap((retryUnknown) =>
  failures.map((failure) => ({ ...failure, retryUnknown })),
);

test.each(failureRows)("with retryUnknown: $retryUnknown, $what ends the call or is retried", async (row) => {
  const { error, meaning, retryUnknown } = row;
  const { kind, outcome, retry } = meaning;
  const fetch = stubFetch(fail(error), fail(error), succeed);
  const { result, retries } = await create(fetch, { retryUnknown });
  const isRetried = retry === "always" || (retryUnknown && retry === "with retryUnknown");
  expect(fetch).toHaveBeenCalledTimes(isRetried ? 3 : 1);
  if (isRetried) {
    const possibleDuplicate = outcome === "unknown";
    expect(result).toMatchObject({ success: true, data: { name: "Fern" }, attempts: 3, possibleDuplicate });
    expect(retries.map((event) => [event.attempt, event.outcome])).toEqual([1, 2].map((n) => [n, outcome]));
  } else {
    expect(result).toMatchObject({ error: { kind, outcome, attempts: 1 } });
    expect(retries).toEqual([]);
  }
});

const plainText: FetchStub = respond(200, '{"name":"Fern"}', { "content-type": "text/plain" });

test.each<[attempts: FetchStub[], possibleDuplicate: boolean]>([
  [[plainText], false],
  [[fail(connectionRefused), respond(429), succeed], false],
  [[respond(503), fail(connectionRefused), succeed], true],
  [[respond(429), respond(503), succeed], true],
])("a success is a possible duplicate only after an unknown attempt", async (attempts, possibleDuplicate) => {
  const { result } = await create(stubFetch(...attempts), { retryUnknown: true });
  expect(result).toMatchObject({ success: true, attempts: attempts.length, possibleDuplicate });
});

test("every attempt sends the same request", async () => {
  const fetch = stubFetch(respond(429), succeed);
  await create(fetch);
  const [first, second] = fetch.mock.calls;
  expect(first?.[1].body).toBe('{"id":1,"name":"Fern"}');
  expect(second).toEqual([first?.[0], { ...first?.[1], signal: expect.any(AbortSignal) }]);
});

test("the unread body of a response is cancelled before the next attempt", async () => {
  const { stream, cancelled } = stallingBody("too many");
  await create(stubFetch(respond(429, stream), succeed));
  await cancelled;
});

const busyFor = (retryAfter: string) => respond(429, null, { "retry-after": retryAfter });

// Backoff and Retry-After

test.each([
  ["no jitter", 0, [300, 600, 1_200, 2_400, 4_800, 9_600, 10_000]],
  ["the most jitter", 1, [150, 300]],
])("with %s, the waits between attempts double up to 10 s", async (_, random, expected) => {
  vi.spyOn(Math, "random").mockReturnValue(random);
  const fetch = stubFetch(...expected.map(() => respond(429)), succeed);
  const { result, waits } = await create(fetch, { maxRetries: expected.length, timeout: false });
  expect(result).toMatchObject({ success: true });
  expect(waits).toEqual(expected);
});

test("a wait that the server asks for has jitter too, so that calls do not come back in step", async () => {
  vi.spyOn(Math, "random").mockReturnValue(1);
  expect((await create(stubFetch(busyFor("1"), succeed))).waits).toEqual([1_150]);
});

test.each([
  ["0", 0],
  ["007", 7000],
  ["1.5", 1500],
  ["2.0004", 2001],
  ["60", 60_000],
  ["30, 30", 30_000],
  ["1.5 , 60", 1500],
])("a retry waits for a Retry-After of %s seconds and the backoff", async (seconds, wait) => {
  disableJitter();
  const ended = await create(stubFetch(busyFor(seconds), succeed), { timeout: wait + 301 });
  expect(ended).toMatchObject({ result: { success: true, attempts: 2 }, duration: wait + 300 });
});

test.each([
  ["an IMF-fixdate", "Sun, 06 Nov 2033 08:49:37 GMT"],
  ["an RFC 850 date", "Sunday, 06-Nov-33 08:49:37 GMT"],
  ["an asctime date", "Sun Nov  6 08:49:37 2033"],
  ["two dates", "Sun, 06 Nov 2033 08:49:37 GMT, Sun, 06 Nov 2033 09:49:37 GMT"],
  ["a date and a number", "Sun Nov  6 08:49:37 2033, 60"],
])("a retry waits for a Retry-After with %s and the backoff, in any time zone", async (_, date) => {
  disableJitter();
  vi.stubEnv("TZ", "America/New_York");
  jumpFromTimerToTimer({ now: Date.UTC(2033, 10, 6, 8, 49, 32) });
  expect(new Date().getHours()).toBe(3);
  const { result, waits } = await create(stubFetch(busyFor(date), succeed));
  expect(result).toMatchObject({ success: true, attempts: 2 });
  expect(waits).toEqual([5300]);
});

test.each([
  "soon",
  "-5",
  "1.5.",
  "1e1",
  "1;2",
  "Sun, 06 Nov 2094 08:49:37 EST",
  "2033-11-06T08:49:37Z",
  "Sun, 06 Nov 1994 25:61:61 GMT",
  "06 Nov 2094 08:49:37 GMT",
  "Sun, 06 Nov 1994 08:49:37 GMT", // Valid, but in the past.
])("the backoff is used if the Retry-After is invalid: %j", async (invalid) => {
  disableJitter();
  expect((await create(stubFetch(busyFor(invalid), succeed))).waits).toEqual([300]);
});

test.each([
  ["20 minutes ahead", "Sun, 06 Nov 2033 09:09:32 GMT", "09:09:37", 5_000],
  ["20 minutes ahead, in asctime", "Sun Nov  6 09:09:32 2033", "09:09:37", 5_000],
  ["20 minutes behind", "Sun, 06 Nov 2033 08:29:32 GMT", "08:29:37", 5_000],
  ["unreadable", "today", "09:09:37", 1_205_000],
])("a date in Retry-After counts from the response's Date, which is %s", async (_, date, time, wait) => {
  disableJitter();
  vi.stubEnv("TZ", "America/New_York");
  jumpFromTimerToTimer({ now: Date.UTC(2033, 10, 6, 8, 49, 32) });
  const busy = respond(429, null, { date, "retry-after": `Sun, 06 Nov 2033 ${time} GMT` });
  const { result } = await create(stubFetch(busy), { timeout: false, maxRetries: 0 });
  expect(result).toMatchObject({ error: { retryAfter: wait } });
});

test.each([
  ["1500", undefined, 1800],
  ["1500.2", undefined, 1801],
  ["1500", "soon", 1800],
  ["1500", "2", 2300],
  ["soon", undefined, 300],
])("retry-after-ms: %s counts if Retry-After, %s, does not", async (ms, header, wait) => {
  disableJitter();
  const busy = respond(429, null, { "retry-after-ms": ms, ...(header && { "retry-after": header }) });
  expect((await create(stubFetch(busy, succeed))).waits).toEqual([wait]);
});

test("spaces at the end of a Retry-After do not count", async () => {
  disableJitter();
  const busy = { status: 429, headers: new Map([["retry-after", "2 "]]), text: async () => "" };
  const fetch = stubFetch(async () => busy as unknown as Response, succeed);
  expect((await create(fetch)).waits).toEqual([2300]);
});

// Waits that are too long.

test.each([
  ["61", 61_000, false],
  ["9".repeat(400), 2_147_483_648_000, false],
  ["Sun, 06 Nov 2033 08:50:38 GMT", 61_000, false],
  ["9", 9_000, 9_300],
  ["Sun, 06 Nov 2033 08:49:50 GMT", 13_000, 10_000],
] as const)("a Retry-After beyond 60 s or the deadline fails the call at once: %s", async (...row) => {
  const [header, retryAfter, timeout] = row;
  disableJitter();
  jumpFromTimerToTimer({ now: Date.UTC(2033, 10, 6, 8, 49, 37) });
  const { result, retries, duration } = await create(stubFetch(busyFor(header), succeed), { timeout });
  expect(result).toMatchObject({ error: { response: { status: 429 }, attempts: 1, retryAfter } });
  expect([duration, retries]).toEqual([0, []]);
});

test("the time of earlier attempts counts towards the deadline", async () => {
  disableJitter();
  const fetch = stubFetch(busyFor("6"), busyFor("4"), succeed);
  const { result, waits } = await create(fetch, { timeout: 10_000 });
  expect(result).toMatchObject({ error: { response: { status: 429 }, attempts: 2, retryAfter: 4000 } });
  expect(waits).toEqual([6300]);
  expect(fetch).toHaveBeenCalledTimes(2);
});

test.each([
  [{ maxRetries: 0 }, "2", "It asks for a wait of 2 s, but `maxRetries` is 0."],
  [{}, "61", "It asks for a wait of 61 s, but the client waits 60 s at most."],
  [{ timeout: 5000 }, "5", "It asks for a wait of 5 s, but `timeout` ends before the next attempt."],
])("the message of a 429 says why a client with %j does not wait", async (options, seconds, reason) => {
  const { result } = await create(busyFor(seconds), options);
  const message = `Unexpected status 429 from ${baseUrl}/plants. ${reason} No plant was created.`;
  expect(result).toMatchObject({ error: { message } });
});
