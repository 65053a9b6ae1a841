import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import { type CreatePlantOptions, type NewPlant, PlantStoreClient, safeCreatePlant } from "plant-store-sdk";
import { createPlantStore, plantStoreHandlers } from "plant-store-sdk/mocks";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import {
  type FetchStub as Answer,
  breakingBody,
  fail,
  stubFetch as fetchAnswering,
  hang,
  connectionReset as lost,
  networkError,
  PLANT_JSON as PLANT_TEXT,
  connectionRefused as refused,
  respond,
  stallingBody,
  succeed,
} from "../support/fetch-stubs.ts";
import { jumpFromTimerToTimer } from "./fake-time.ts";

const baseUrl = "https://plants.example/api";
const token = "secret-token-of-the-tests";
const fern: NewPlant = { id: 1, name: "Fern" };

const store = createPlantStore();
const server = setupServer(...plantStoreHandlers(store));
beforeAll(() => server.listen({ onUnhandledFrame: "error" }));
afterEach(() => {
  server.resetHandlers();
  store.reset();
});
afterAll(() => server.close());

function create(answer: Answer, options?: CreatePlantOptions) {
  return safeCreatePlant(fern, { baseUrl, token, fetch: answer, ...options });
}

const errorText = '{"error":7,"message":"no room left"}';

/** Status, body, and how the call must end. */
const answers: [number, string | null, string, string][] = [
  [200, "", "unexpected-response", "created"],
  [200, "<html>", "unexpected-response", "created"],
  [200, '{"tag":"indoor"}', "unexpected-response", "created"],
  [200, errorText, "unexpected-response", "created"],
  [201, PLANT_TEXT, "unexpected-response", "created"],
  [202, PLANT_TEXT, "unexpected-response", "created"],
  [204, null, "unexpected-response", "created"],
  [205, null, "unexpected-response", "created"],
  [206, PLANT_TEXT, "unexpected-response", "created"],
  [299, PLANT_TEXT, "unexpected-response", "created"],
  [300, PLANT_TEXT, "unexpected-response", "unknown"],
  [301, PLANT_TEXT, "unexpected-response", "unknown"],
  [302, PLANT_TEXT, "unexpected-response", "unknown"],
  [304, null, "unexpected-response", "unknown"],
  [308, PLANT_TEXT, "unexpected-response", "unknown"],
  [399, PLANT_TEXT, "unexpected-response", "unknown"],
  [400, errorText, "rejected", "not-created"],
  [400, '{"error":-2147483648,"message":""}', "rejected", "not-created"],
  [400, "", "unexpected-response", "not-created"],
  [400, "<html>", "unexpected-response", "not-created"],
  [400, '{"error":7}', "unexpected-response", "not-created"],
  [400, '{"message":"no room left"}', "unexpected-response", "not-created"],
  [400, '{"error":"7","message":"no room left"}', "unexpected-response", "not-created"],
  [400, '{"error":2147483648,"message":"no room left"}', "unexpected-response", "not-created"],
  [400, '{"error":7.5,"message":"no room left"}', "unexpected-response", "not-created"],
  [400, PLANT_TEXT, "unexpected-response", "not-created"],
  [401, errorText, "unexpected-response", "not-created"],
  [403, errorText, "unexpected-response", "not-created"],
  [404, errorText, "unexpected-response", "not-created"],
  [405, errorText, "unexpected-response", "not-created"],
  [408, errorText, "unexpected-response", "unknown"],
  [409, errorText, "unexpected-response", "not-created"],
  [413, errorText, "unexpected-response", "not-created"],
  [415, errorText, "unexpected-response", "not-created"],
  [418, errorText, "unexpected-response", "not-created"],
  [422, errorText, "unexpected-response", "not-created"],
  [429, errorText, "unexpected-response", "not-created"],
  [451, errorText, "unexpected-response", "not-created"],
  [499, errorText, "unexpected-response", "not-created"],
  [500, errorText, "unexpected-response", "unknown"],
  [501, errorText, "unexpected-response", "unknown"],
  [502, "<html>", "unexpected-response", "unknown"],
  [503, "", "unexpected-response", "unknown"],
  [504, PLANT_TEXT, "unexpected-response", "unknown"],
  [599, PLANT_TEXT, "unexpected-response", "unknown"],
];

test.each(answers)("an answered %i with the body %s ends as %s, %s", async (status, body, kind, outcome) => {
  const fetch = fetchAnswering(respond(status, body, { "x-answer": "1" }));
  const result = await create(fetch, { maxRetries: 0 });
  expect(result).toMatchObject({ success: false, error: { kind, outcome, status, attempts: 1 } });
  expect(!result.success && "headers" in result.error && result.error.headers.get("x-answer")).toBe("1");
  expect(fetch).toHaveBeenCalledTimes(1);
});

test.each(answers)("over MSW, %i with the body %s ends as %s, %s", async (status, body, kind, outcome) => {
  let requests = 0;
  server.use(
    http.post("*/plants", () => {
      requests += 1;
      return new HttpResponse(body, { status });
    }),
  );
  const result = await new PlantStoreClient({ baseUrl, token, maxRetries: 0 }).safeCreatePlant(fern);
  expect(result).toMatchObject({ success: false, error: { kind, outcome, status, attempts: 1 } });
  expect(requests).toBe(1);
});

test("over MSW, a store that accepts the plant makes the call succeed, and has the plant", async () => {
  const result = await new PlantStoreClient({ baseUrl, token }).safeCreatePlant(fern);
  expect(result).toMatchObject({ success: true, data: { name: "Fern" }, attempts: 1 });
  expect(store.plants).toEqual([fern]);
});

test("over MSW, a request that fails without a reason leaves the outcome unknown and is not repeated", async () => {
  let requests = 0;
  server.use(
    http.post("*/plants", () => {
      requests += 1;
      return HttpResponse.error();
    }),
  );
  const result = await new PlantStoreClient({ baseUrl, token }).safeCreatePlant(fern);
  expect(result).toMatchObject({
    success: false,
    error: { kind: "connection", outcome: "unknown", attempts: 1 },
  });
  expect(requests).toBe(1);
});

test("the service's own 400 brings its number and its message as sent", async () => {
  const result = await create(respond(400, errorText));
  expect(result).toMatchObject({
    success: false,
    error: { name: "PlantStoreError", status: 400, error: 7, message: "no room left" },
  });
});

test("an answer of the wrong shape names the fields that are wrong", async () => {
  const result = await create(respond(200, '{"name":7,"tag":[]}'));
  expect(result).toMatchObject({
    error: {
      kind: "unexpected-response",
      body: '{"name":7,"tag":[]}',
      message: expect.stringMatching(/200.*`name` must be a string.*`tag` must be a string.*was created/),
      issues: [{ path: ["name"] }, { path: ["tag"] }],
    },
  });
});

test("an unexpected answer brings no more than 2,048 characters of its body", async () => {
  const result = await create(respond(500, "x".repeat(5000)));
  expect(result).toMatchObject({ error: { body: "x".repeat(2048) } });
});

test("a body that is not UTF-8 is shown as far as it can be read, also what is sent in two parts", async () => {
  const inTwoParts = new ReadableStream({
    start(controller) {
      controller.enqueue(new Uint8Array([0xff, 0xc3]));
      controller.enqueue(new Uint8Array([0xa9, 0x21]));
      controller.close();
    },
  });
  const result = await create(respond(500, inTwoParts));
  expect(result).toMatchObject({ error: { body: "\ufffdé!" } });
});

test("a redirect whose status a browser hides leaves the outcome unknown", async () => {
  const opaque = Object.defineProperties(new Response(null), {
    status: { value: 0 },
    type: { value: "opaqueredirect" },
  });
  const result = await create(async () => opaque);
  expect(result).toMatchObject({
    success: false,
    error: { kind: "unexpected-response", status: 0, outcome: "unknown" },
  });
  expect(!result.success && result.error.message).toMatch(/redirect.*`baseUrl`/);
});

test.each([
  [401, /\/plants\. Check `token` and `baseUrl`/],
  [403, /\/plants\. Check `token` and `baseUrl`/],
  [404, /\/plants\. Check `token` and `baseUrl`/],
  [503, /^Unexpected status 503 from .+\/plants\. The plant may/],
  [299, /^Unexpected status 299 from .+\/plants\. The plant was/],
  [300, /^Unexpected redirect from .+\/plants \(status 300\)\. .+ set `baseUrl` to the target/],
  [399, /^Unexpected redirect from .+\/plants \(status 399\)\. .+ set `baseUrl` to the target/],
  [402, /^Unexpected status 402 from .+\/plants\. No plant was/],
])("an unlisted %i names the URL, and what to check", async (status, message) => {
  const result = await create(respond(status));
  expect(!result.success && result.error.message).toMatch(message);
});

// No answer.

test.each([
  ["ENOTFOUND", "not-created", "getaddrinfo"],
  ["EAI_AGAIN", "not-created", "getaddrinfo"],
  ["ECONNREFUSED", "not-created", "connect"],
  ["EHOSTUNREACH", "not-created", "connect"],
  ["ENETUNREACH", "not-created", "connect"],
  ["EADDRNOTAVAIL", "not-created", "connect"],
  ["ETIMEDOUT", "not-created", "connect"],
  ["ECONNRESET", "not-created", "connect"],
  ["ECONNREFUSED", "not-created", undefined],
  ["UND_ERR_CONNECT_TIMEOUT", "not-created", undefined],
  ["SELF_SIGNED_CERT_IN_CHAIN", "not-created", undefined],
  ["DEPTH_ZERO_SELF_SIGNED_CERT", "not-created", undefined],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "not-created", undefined],
  ["CERT_HAS_EXPIRED", "not-created", undefined],
  ["CERT_NOT_YET_VALID", "not-created", undefined],
  ["ERR_TLS_CERT_ALTNAME_INVALID", "not-created", undefined],
  ["ECONNRESET", "unknown", "read"],
  ["EPIPE", "unknown", "write"],
  ["ETIMEDOUT", "unknown", "read"],
  ["UND_ERR_SOCKET", "unknown", undefined],
  ["UND_ERR_HEADERS_TIMEOUT", "unknown", undefined],
  ["UND_ERR_HEADERS_OVERFLOW", "unknown", undefined],
  ["HPE_INVALID_CONSTANT", "unknown", undefined],
])(
  "a network failure %s ends as connection, %s, where the system was at %s",
  async (code, outcome, syscall) => {
    const fetch = fetchAnswering(fail(networkError(code, syscall)));
    const result = await create(fetch, { maxRetries: 0 });
    expect(result).toMatchObject({
      success: false,
      error: { kind: "connection", outcome, code, attempts: 1 },
    });
    expect(fetch).toHaveBeenCalledTimes(1);
  },
);

test("a code that only holds a certificate's leaves the outcome unknown", async () => {
  const error = { kind: "connection", outcome: "unknown", code: "X_CERT_HAS_EXPIRED" };
  expect(await create(fail(networkError("X_CERT_HAS_EXPIRED", "read")))).toMatchObject({ error });
});

test("a host of which every address refuses the connection gives one error for all, and nothing was created", async () => {
  const addresses = ["::1", "127.0.0.1"].map((address) =>
    Object.assign(new Error(`connect ECONNREFUSED ${address}`), { code: "ECONNREFUSED", syscall: "connect" }),
  );
  const cause = Object.assign(new AggregateError(addresses), { code: "ECONNREFUSED" });
  const result = await create(fail(new TypeError("fetch failed", { cause })), { maxRetries: 0 });
  expect(result).toMatchObject({
    error: { kind: "connection", outcome: "not-created", code: "ECONNREFUSED" },
  });
});

test.each([
  ["a browser's TypeError", new TypeError("Failed to fetch")],
  ["a string", "no network"],
  ["undefined", undefined],
  ["null", null],
  ["an AbortError that nobody asked for", new DOMException("gone", "AbortError")],
])("a fetch that rejects with %s leaves the outcome unknown", async (_, reason) => {
  const fetch = fetchAnswering(fail(reason));
  const result = await create(fetch);
  expect(result).toMatchObject({
    success: false,
    error: { kind: "connection", outcome: "unknown", attempts: 1 },
  });
  expect(fetch).toHaveBeenCalledTimes(1);
});

test("a fetch that throws instead of rejecting leaves the outcome unknown", async () => {
  const fetch = fetchAnswering(() => {
    throw new Error("synchronous trouble");
  });
  const result = await create(fetch);
  expect(result).toMatchObject({
    error: {
      kind: "connection",
      outcome: "unknown",
      message: expect.stringContaining("synchronous trouble"),
    },
  });
  expect(fetch).toHaveBeenCalledTimes(1);
});

// An answer whose body does not arrive: its status has decided the outcome.

const interrupted: [number, string][] = [
  [200, "created"],
  [201, "created"],
  [302, "unknown"],
  [400, "not-created"],
  [404, "not-created"],
  [408, "unknown"],
  [429, "not-created"],
  [500, "unknown"],
  [503, "unknown"],
];

test.each(interrupted)("a %i whose body breaks off ends as connection, %s", async (status, outcome) => {
  const result = await create(async () => new Response(breakingBody('{"na'), { status }), { maxRetries: 0 });
  expect(result).toMatchObject({
    success: false,
    error: { kind: "connection", outcome, code: "ECONNRESET", attempts: 1 },
  });
  expect(!result.success && result.error.message).toContain(String(status));
});

test("a body that breaks off with the failure of another call ends its own call as its status says", async () => {
  const other = await create(respond(404));
  const broken = breakingBody("{", !other.success && other.error);
  const result = await create(async () => new Response(broken));
  expect(result).toMatchObject({ error: { kind: "connection", outcome: "created", attempts: 1 } });
});

test.each(interrupted)("a %i whose body stalls ends as timeout, %s", async (status, outcome) => {
  jumpFromTimerToTimer();
  const fetch: Answer = async () => new Response(stallingBody('{"na').stream, { status });
  const result = await create(fetch, { maxRetries: 0, timeout: 1000 });
  expect(result).toMatchObject({
    success: false,
    error: { kind: "timeout", outcome, timeout: 1000, attempts: 1 },
  });
});

test.each(interrupted)("a %i that is aborted in its body ends as aborted, %s", async (status, outcome) => {
  const controller = new AbortController();
  const fetch: Answer = async () => new Response(stallingBody('{"na').stream, { status });
  const result = await create(fetch, {
    maxRetries: 0,
    signal: controller.signal,
    onEvent: ({ type }) => type === "response" && controller.abort("enough"),
  });
  expect(result).toMatchObject({
    success: false,
    error: { kind: "aborted", outcome, cause: "enough", attempts: 1 },
  });
});

test.each(interrupted)(
  "a %i with a body beyond the limit ends as unexpected-response, %s",
  async (status, outcome) => {
    const fetch = fetchAnswering(respond(status, "x".repeat(17)));
    const result = await create(fetch, { maxRetries: 0, maxResponseBytes: 16 });
    expect(result).toMatchObject({
      success: false,
      error: { kind: "unexpected-response", outcome, status, attempts: 1 },
    });
  },
);

// Nothing was sent, or something was and no answer came.

test.each<[string, string, NewPlant, CreatePlantOptions]>([
  ["a bad option", "configuration", fern, { maxRetries: -1 }],
  ["no base URL", "configuration", fern, { baseUrl: undefined }],
  ["no token", "configuration", fern, { token: undefined }],
  ["a token that cannot stand in a header", "configuration", fern, { token: "two words" }],
  ["a token function that gives nothing usable", "configuration", fern, { token: () => "" }],
  ["a token function that rejects", "configuration", fern, { token: () => Promise.reject(new Error("no")) }],
  ["an invalid plant", "invalid-plant", { id: 1.5, name: "Fern" }, {}],
  ["a signal that is aborted already", "aborted", fern, { signal: AbortSignal.abort() }],
  [
    "a token that does not come in time",
    "timeout",
    fern,
    { timeout: 1000, token: () => new Promise(() => {}) },
  ],
])("%s ends as %s, and nothing was sent", async (_, kind, plant, options) => {
  jumpFromTimerToTimer();
  const fetch = fetchAnswering(succeed);
  const result = await safeCreatePlant(plant, { baseUrl, token, fetch, ...options });
  expect(result).toMatchObject({ success: false, error: { kind, outcome: "not-created", attempts: 0 } });
  expect(fetch).not.toHaveBeenCalled();
});

test("a call that is aborted while its token is awaited sends nothing", async () => {
  const controller = new AbortController();
  const fetch = fetchAnswering(succeed);
  const result = await create(fetch, {
    signal: controller.signal,
    token: () => {
      controller.abort("changed my mind");
      return new Promise(() => {});
    },
  });
  expect(result).toMatchObject({
    success: false,
    error: { kind: "aborted", outcome: "not-created", attempts: 0, cause: "changed my mind" },
  });
  expect(fetch).not.toHaveBeenCalled();
});

test("a call that is aborted between its token and its request sends nothing", async () => {
  const controller = new AbortController();
  const fetch = fetchAnswering(succeed);
  const result = await create(fetch, {
    signal: controller.signal,
    token: () => {
      controller.abort();
      return token;
    },
  });
  expect(result).toMatchObject({
    success: false,
    error: { kind: "aborted", outcome: "not-created", attempts: 0 },
  });
  expect(fetch).not.toHaveBeenCalled();
});

test("a call that is aborted once its request was sent may have created the plant", async () => {
  const controller = new AbortController();
  const result = await create(hang, {
    signal: controller.signal,
    onEvent: ({ type }) => type === "request" && queueMicrotask(() => controller.abort()),
  });
  expect(result).toMatchObject({
    success: false,
    error: { kind: "aborted", outcome: "unknown", attempts: 1 },
  });
});

test("a call that is out of time once its request was sent may have created the plant", async () => {
  jumpFromTimerToTimer();
  const result = await create(hang, { timeout: 1000 });
  expect(result).toMatchObject({
    success: false,
    error: { kind: "timeout", outcome: "unknown", attempts: 1 },
  });
});

// The outcome is that of the whole call.

test.each<[string, string, string, number, Answer[]]>([
  ["a 500, a 400", "rejected", "unknown", 2, [respond(500), respond(400, errorText)]],
  ["a 503, a 401", "unexpected-response", "unknown", 2, [respond(503), respond(401)]],
  ["a 408, three 429", "unexpected-response", "unknown", 4, [respond(408), respond(429)]],
  ["a lost connection, refused ones", "connection", "unknown", 4, [fail(lost), fail(refused)]],
  ["a 502, refused, a 404", "unexpected-response", "unknown", 3, [respond(502), fail(refused), respond(404)]],
  [
    "a 500, an untrusted certificate",
    "connection",
    "unknown",
    2,
    [respond(500), fail(networkError("CERT_HAS_EXPIRED"))],
  ],
  ["a 500, an unusable 200", "unexpected-response", "created", 2, [respond(500), respond(200, "<html>")]],
  ["a lost connection, a 201", "unexpected-response", "created", 2, [fail(lost), respond(201, PLANT_TEXT)]],
  ["a 429, a 400", "rejected", "not-created", 2, [respond(429), respond(400, errorText)]],
  ["a refused connection, a 403", "unexpected-response", "not-created", 2, [fail(refused), respond(403)]],
  ["a 429, a 501", "unexpected-response", "unknown", 2, [respond(429), respond(501)]],
])("after %s, the call ends as %s, %s", async (_, kind, outcome, attempts, answers) => {
  jumpFromTimerToTimer();
  const fetch = fetchAnswering(...answers);
  const result = await create(fetch, { retryUnknown: true, maxRetries: 3 });
  expect(result).toMatchObject({ success: false, error: { kind, outcome, attempts } });
  expect(fetch).toHaveBeenCalledTimes(attempts);
});

test("after an attempt with an unknown outcome, a token function that fails leaves it unknown", async () => {
  jumpFromTimerToTimer();
  const tokens = [token, ""];
  const fetch = fetchAnswering(respond(500));
  const result = await create(fetch, { retryUnknown: true, token: () => tokens.shift() as string });
  expect(result).toMatchObject({
    success: false,
    error: { kind: "configuration", option: "token", outcome: "unknown", attempts: 1 },
  });
  expect(fetch).toHaveBeenCalledTimes(1);
});

test.each<[string, Answer, string]>([
  ["an unknown one", respond(500), "unknown"],
  ["a refused one", fail(refused), "not-created"],
  ["a 429", respond(429), "not-created"],
])(
  "after %s, a call that is aborted in the wait ends with that attempt's outcome",
  async (_, answer, outcome) => {
    jumpFromTimerToTimer();
    const controller = new AbortController();
    const fetch = fetchAnswering(answer);
    const result = await create(fetch, {
      retryUnknown: true,
      signal: controller.signal,
      onEvent: ({ type }) => type === "retry" && controller.abort(),
    });
    expect(result).toMatchObject({ success: false, error: { kind: "aborted", outcome, attempts: 1 } });
    expect(fetch).toHaveBeenCalledTimes(1);
  },
);

test("after a refusal, a repeated request without an answer leaves the outcome unknown", async () => {
  jumpFromTimerToTimer();
  const fetch = fetchAnswering(respond(429), hang);
  const result = await create(fetch);
  expect(result).toMatchObject({
    success: false,
    error: { kind: "timeout", outcome: "unknown", attempts: 2 },
  });
  expect(fetch).toHaveBeenCalledTimes(2);
});

test("at whichever moment an abort comes, the outcome says how far the call had come", async () => {
  const seen = new Set<string>();
  let ended = false;
  for (let moment = 0; !ended; moment++) {
    const controller = new AbortController();
    const fetch = fetchAnswering(async (url, init) => {
      await undefined; // A moment without an answer.
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
