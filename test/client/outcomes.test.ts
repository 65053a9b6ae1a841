import type { CreatePlantOptions, PlantStoreEvent, PlantStoreFailure } from "plant-store-sdk";
import { expect, test, vi } from "vitest";
import { create, failureAfter, failureOf } from "../support/client.ts";
import { jumpFromTimerToTimer } from "../support/fake-time.ts";
import {
  breakingBody,
  connectionRefused,
  connectionReset,
  type FetchStub,
  fail,
  JSON_TYPE,
  networkError,
  respond,
  stallingBody,
  stubFetch,
  succeed,
} from "../support/fetch-stubs.ts";
import { outcomeOfHead } from "../support/outcomes.ts";

const UNEXPECTED = "unexpected-response";
const NULL_TAG = '{"name":"Fern","tag":null}';
const ERROR_JSON = '{"error":7,"message":"no room left"}';

// Of single events: retries.test.ts and test/fault-matrix test all of test/support/outcomes.ts.

test("the outcome of a redirect whose status the browser hides is unknown", async () => {
  const fields = { status: { value: 0 }, type: { value: "opaqueredirect" } };
  const opaque = Object.defineProperties(new Response(null), fields);
  const error = await failureAfter(async () => opaque);
  expect(error).toMatchObject({ kind: UNEXPECTED, response: { status: 0 }, outcome: "unknown" });
  expect(error.message).toMatch(/redirect.*`baseUrl`/);
});

test.each([
  [401, /\/plants\. Check `token` and `baseUrl`/],
  [403, /\/plants\. Check `token` and `baseUrl`/],
  [404, /\/plants\. Check `token` and `baseUrl`/],
  [503, /^Unexpected status 503 from .+\/plants\. The plant may/],
  [201, /^Unexpected status 201 from .+\/plants\. The plant was/],
  [299, /^Unexpected status 299 from .+\/plants\. It may come .+: check `baseUrl`\. The plant may/],
  [304, /^Unexpected status 304 from .+\/plants\. The plant may/],
  [300, /^Unexpected redirect from .+\/plants \(status 300\)\. Set `baseUrl` to its target/],
  [399, /^Unexpected redirect from .+\/plants \(status 399\)\. Set `baseUrl` to its target/],
  [402, /^Unexpected status 402 from .+\/plants\. No plant was/],
])("the message for an unexpected %i has the URL and says what to check", async (status, message) => {
  expect((await failureAfter(respond(status))).message).toMatch(message);
});

const raced = (...errors: Error[]) => new AggregateError(errors);
const withCode = (error: Error, code: string) => Object.assign(error, { code });
const causedBy = (error: Error, cause: Error) => Object.assign(error, { cause });
const oneCode = withCode(raced(connectionRefused, connectionReset), "ECONNREFUSED");
const closed = new Error("closed");
const lostByRefused = withCode(causedBy(new Error("lost"), connectionRefused), "ECONNRESET");
const allRefused = new TypeError("fetch failed", {
  cause: withCode(raced(connectionRefused, connectionRefused), "ECONNREFUSED"),
});
/** @param depth how many errors are around it */
const refusedBelow = (depth: number): Error =>
  depth === 0 ? (connectionRefused.cause as Error) : causedBy(new Error("outer"), refusedBelow(depth - 1));
const cycle = raced(connectionRefused);
cycle.errors.push(cycle, cycle, cycle);

test.each<[what: string, thrown: Error, outcome: string, code?: string]>([
  ["a lost one after a refused one", raced(connectionRefused, connectionReset), "unknown", "ECONNRESET"],
  ["a lost connection before a refused one", raced(connectionReset, connectionRefused), "unknown"],
  ["a failure whose addresses all refused", allRefused, "not-created", "ECONNREFUSED"],
  ["the error of a socket itself", connectionRefused.cause as Error, "not-created", "ECONNREFUSED"],
  ["no errors", raced(), "unknown"],
  ["a refused connection and an error without a code", raced(connectionRefused, closed), "unknown"],
  ["an aggregate with the code of one of its errors", oneCode, "unknown", "ECONNRESET"],
  ["a lost connection that was caused by a refused one", lostByRefused, "unknown"],
  ["refused ones, caused by a lost one", causedBy(raced(connectionRefused), connectionReset), "unknown"],
  ["an error without a code in an aggregate with one", withCode(raced(closed), "ECONNREFUSED"), "unknown"],
  ["an aggregate that contains itself", cycle, "unknown"],
  // Deeper causes are not read.
  ["a refused connection below eight errors", refusedBelow(8), "not-created"],
  ["a refused connection below nine errors", refusedBelow(9), "unknown"],
  ["a refused connection in two aggregates", raced(raced(connectionRefused.cause as Error)), "not-created"],
  ["a refused connection in three aggregates", raced(raced(raced(connectionRefused))), "unknown"],
])("the outcome is right if a fetch fails with %s", async (_, thrown, outcome, code) => {
  jumpFromTimerToTimer();
  const attempts = outcome === "unknown" ? 1 : 2;
  const error = { kind: "connection", outcome, attempts, ...(code && { code }) };
  expect(await create(fail(thrown), { maxRetries: 1 })).toMatchObject({ error });
});

test("an unforeseen error before fetch is called is not retried, and is the cause with its stack", async () => {
  vi.stubGlobal("Request", undefined);
  const fetch = stubFetch(succeed);
  const error = await failureOf(create(fetch, { retryUnknown: true }));
  expect(error).toMatchObject({ kind: "configuration", outcome: "not-created", attempts: 0 });
  const { message, stack } = error.cause as Error;
  expect(error.message).toContain(message);
  expect(stack).toContain("send-request.ts");
  expect(fetch).not.toHaveBeenCalled();
});

// A response with an incomplete body: its head decides the outcome.

const needed = [200, 400];

/** For these, the body is only an excerpt. */
const notNeeded = [201, 302, 401, 404, 408, 429, 503];

const headers = { ...JSON_TYPE, "x-request-id": "r-1", "retry-after": "7" };
const requestId = (failure: PlantStoreFailure) => failure.response?.headers.get("x-request-id");

const incomplete = [...needed, ...notNeeded].flatMap((status) =>
  ["truncated", "stalled"].map((how) => ({ status, how, outcome: outcomeOfHead(status) })),
);

test.each(incomplete)("a $status with a $how body has the outcome $outcome and its excerpt", async (row) => {
  jumpFromTimerToTimer();
  const { status, how, outcome } = row;
  const { stream, cancelled } = stallingBody("busy: tr");
  const body = how === "truncated" ? breakingBody("busy: tr") : stream;
  const fetch: FetchStub = async () => new Response(body, { status, headers });
  const failure = await failureAfter(fetch, { timeout: 5000 });
  const isExcerpt = notNeeded.includes(status);
  const lost =
    how === "truncated" ? { kind: "connection", code: "ECONNRESET" } : { kind: "timeout", timeout: 5000 };
  const excerpt = { kind: "unexpected-response", retryAfter: 7000 };
  const response = { status, ...(isExcerpt && { body: "busy: tr" }) };
  expect(failure).toMatchObject({ outcome, response, attempts: 1, ...(isExcerpt ? excerpt : lost) });
  expect(requestId(failure)).toBe("r-1");
  if (how === "truncated") return;
  expect(performance.now()).toBe(isExcerpt ? 1000 : 5000); // A second is enough for an excerpt.
  await cancelled;
});

test.each([
  ["text/plain, application/json", 200, "created"],
  ["text/html, application/problem+json; charset=utf-8", 200, "created"],
  ["application/json, text/html", 200, "unknown"],
  // The last valid type counts.
  ["application/json, ", 200, "created"],
  ["application/json, */*", 200, "created"],
  ['application/json; profile="a,b", json', 200, "created"],
  ["application/json, text/plain", 403, "not-created"],
  ["text/html, application/json", 403, "unknown"],
  ["application/json, text/html", 406, "unknown"],
])("with the types %s, a truncated %i is %s", async (type, status, outcome) => {
  const fetch: FetchStub = async () =>
    new Response(breakingBody('{"na'), { status, headers: { "content-type": type } });
  expect(await failureAfter(fetch)).toMatchObject({ outcome });
});

test("the deadline ends the excerpt of a stalled body, but the status decides the failure", async () => {
  jumpFromTimerToTimer();
  const failure = await failureAfter(respond(503, stallingBody("busy").stream), { timeout: 400 });
  expect(failure).toMatchObject({ kind: UNEXPECTED, outcome: "unknown", response: { body: "busy" } });
  expect(performance.now()).toBe(400);
});

test("an excerpt is not longer than maxResponseBytes, except for the last chunk", async () => {
  const chunks = new ReadableStream({ pull: (to) => to.enqueue(new TextEncoder().encode("12345")) });
  const failure = await failureAfter(respond(500, chunks), { maxResponseBytes: 8 });
  expect(failure.response?.body).toBe("1234512345");
});

test("an endless excerpt ends after 64 KiB", async () => {
  const pull = vi.fn((to: ReadableStreamDefaultController) => to.enqueue(new Uint8Array(1024).fill(120)));
  const failure = await failureAfter(respond(500, new ReadableStream({ pull })));
  expect(failure).toMatchObject({ kind: UNEXPECTED, response: { body: "x".repeat(2048) } });
  expect(pull.mock.calls.length).toBeLessThan(70);
});

/** Starts the timer of the wait late, as if the machine slept: the deadline comes first. */
const sleep: CreatePlantOptions["onEvent"] = ({ type }) => type === "retry" && vi.advanceTimersByTime(19_000);
const firstToken = vi.fn().mockReturnValueOnce("token-1").mockReturnValue("");

test.each<[string, string, CreatePlantOptions]>([
  ["a timeout while it waits to retry", "timeout", { timeout: 20_000, onEvent: sleep }],
  ["a token function that fails before the retry", "configuration", { token: firstToken }],
])("%s has the status and the headers of the last response", async (_, kind, options) => {
  jumpFromTimerToTimer();
  const fetch = stubFetch(respond(429, null, headers), succeed);
  const failure = await failureOf(create(fetch, options));
  expect(failure).toMatchObject({ kind, outcome: "not-created", response: { status: 429 }, attempts: 1 });
  expect(requestId(failure)).toBe("r-1");
  expect(fetch).toHaveBeenCalledTimes(1);
});

test.each([...needed, ...notNeeded].map((status) => [status, outcomeOfHead(status)] as const))(
  "a %i that is aborted while its body is read ends as aborted, %s",
  async (status, outcome) => {
    jumpFromTimerToTimer();
    const controller = new AbortController();
    const { stream, cancelled } = stallingBody('{"na');
    const fetch: FetchStub = async () => new Response(stream, { status, headers });
    const failure = await failureAfter(fetch, {
      signal: controller.signal,
      onEvent: ({ type }: PlantStoreEvent) =>
        type === "response" && setTimeout(() => controller.abort("enough"), 20),
    });
    const expected = { kind: "aborted", outcome, cause: "enough", response: { status }, attempts: 1 };
    expect(failure).toMatchObject(expected);
    await cancelled;
  },
);

// The outcome covers all attempts of a call.

const [reset, refused] = [fail(connectionReset), fail(connectionRefused)];
const untrusted = fail(networkError("CERT_HAS_EXPIRED"));

test.each<[string, string, string, number, FetchStub[], possibleDuplicate?: true]>([
  ["a 500 and a 400", "rejected", "unknown", 2, [respond(500), respond(400, ERROR_JSON)]],
  ["a 408 and three 429s", UNEXPECTED, "unknown", 4, [respond(408), respond(429)]],
  ["a reset connection and refused ones", "connection", "unknown", 4, [reset, refused]],
  ["a 500 and an untrusted certificate", "connection", "unknown", 2, [respond(500), untrusted]],
  ["a 500 and an invalid 200", UNEXPECTED, "unknown", 2, [respond(500), respond(200, "<html>")], true],
  ["a 500 and a null tag", UNEXPECTED, "created", 2, [respond(500), respond(200, NULL_TAG)], true],
  ["a 429 and a 400", "rejected", "not-created", 2, [respond(429), respond(400, ERROR_JSON)]],
  ["a 429 and a 501", UNEXPECTED, "unknown", 2, [respond(429), respond(501)]],
])("a call that gets %s ends as %s, %s", async (...row) => {
  const [, kind, outcome, attempts, responses, possibleDuplicate = false] = row;
  jumpFromTimerToTimer();
  const fetch = stubFetch(...responses);
  const result = await create(fetch, { retryUnknown: true, maxRetries: 3 });
  expect(result).toMatchObject({ error: { kind, outcome, attempts, possibleDuplicate } });
  expect(fetch).toHaveBeenCalledTimes(attempts);
});

test("the outcome of an aborted call depends on how far it had come, at every moment", async () => {
  const seen = new Set<string>();
  let ended = false;
  for (let moment = 0; !ended; moment++) {
    const controller = new AbortController();
    const fetch = stubFetch(async (url, init) => {
      await undefined; // The response does not come in the same microtask.
      return succeed(url, init);
    });
    let outcome = "not-created";
    const called = create(fetch, {
      signal: controller.signal,
      onEvent({ type }) {
        if (type === "request") outcome = "unknown";
        if (type === "response") outcome = "created";
      },
    });
    for (let microtask = 0; microtask < moment; microtask++) await undefined;
    controller.abort();
    const result = await called;
    ended = result.success;
    if (result.success) continue;
    expect(result.error).toMatchObject({ kind: "aborted", outcome, attempts: fetch.mock.calls.length });
    seen.add(outcome);
  }
  expect([...seen]).toEqual(["not-created", "unknown", "created"]);
});
