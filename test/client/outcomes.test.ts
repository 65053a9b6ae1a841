import { type CreatePlantOptions, type NewPlant, safeCreatePlant } from "plant-store-sdk";
import { expect, test } from "vitest";
import {
  type FetchStub as Answer,
  breakingBody,
  fail,
  stubFetch as fetchAnswering,
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

function create(answer: Answer, options?: CreatePlantOptions) {
  return safeCreatePlant(fern, { baseUrl, token, fetch: answer, ...options });
}

const errorText = '{"error":7,"message":"no room left"}';

// Every status, and a status without a body: fault-matrix. A 200 that is no plant: errors.test.ts.

test.each([
  "<html>",
  '{"error":7}',
  '{"message":"no room left"}',
  '{"error":"7","message":"no room left"}',
  '{"error":2147483648,"message":"no room left"}',
  '{"error":7.5,"message":"no room left"}',
  PLANT_TEXT,
])("a 400 with the body %s ends as unexpected-response, not-created", async (body) => {
  expect(await create(respond(400, body))).toMatchObject({
    success: false,
    error: { kind: "unexpected-response", outcome: "not-created", status: 400, attempts: 1 },
  });
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
  [499, /^Unexpected status 499 from .+\/plants\. No plant was/],
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

// An answer whose body does not arrive: its status has decided the outcome.

const interrupted: [number, string][] = [
  [201, "created"],
  [302, "unknown"],
  [400, "not-created"],
  [404, "not-created"],
  [408, "unknown"],
  [429, "not-created"],
  [500, "unknown"],
];

test.each(interrupted)("a %i whose body breaks off ends as connection, %s", async (status, outcome) => {
  const result = await create(async () => new Response(breakingBody('{"na'), { status }), { maxRetries: 0 });
  expect(result).toMatchObject({
    success: false,
    error: { kind: "connection", outcome, code: "ECONNRESET", attempts: 1 },
  });
  expect(!result.success && result.error.message).toContain(String(status));
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
    const fetch = fetchAnswering(respond(status, "x".repeat(3_000)));
    const result = await create(fetch, { maxRetries: 0, maxResponseBytes: 16 });
    expect(result).toMatchObject({
      success: false,
      error: { kind: "unexpected-response", outcome, status, body: "x".repeat(2_048), attempts: 1 },
    });
  },
);

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

test.each<[string, Answer, string]>([
  ["an unknown one", respond(500), "unknown"],
  ["a refused one", fail(refused), "not-created"],
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
