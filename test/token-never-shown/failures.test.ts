/** Errors, clients and events do not contain the token, whatever a server, a `fetch` or the caller does with it. */
import { PlantStoreClient, type PlantStoreFailure, safeCreatePlant } from "plant-store-sdk";
import { expect, test } from "vitest";
import { baseUrl, create, failureAfter, failureOf, plant, tooManyRequests } from "../support/client.ts";
import {
  breakingBody,
  type FetchStub,
  fail,
  hang,
  respond,
  stubFetch,
  succeed,
} from "../support/fetch-stubs.ts";
import { leaksOf } from "./leaks.ts";

const CANARY = "canary-0123456789/abcdef";

/** The failure of a call that sends the canary as its token. */
const canaryFailureAfter = (fetch: FetchStub, options: object = {}) =>
  failureAfter(fetch, { token: CANARY, ...options });

/** Rejects with an error that contains the request, and so the token, in many places, as those of HTTP libraries do. */
const rejectWithRequest: FetchStub = async (url, init) => {
  const request = new Request(url, { ...init, signal: null });
  const { authorization } = init.headers as Record<string, string>;
  const cause = Object.assign(new Error(`header authorization: ${authorization}`), { config: init });
  throw Object.assign(new TypeError(`POST failed with ${authorization}`, { cause }), {
    name: `Error for ${authorization}`,
    code: `E_${authorization}`,
    request,
    init,
    options: { headers: init.headers },
    response: { config: init },
    [Symbol("state")]: init,
  });
};

const echo = `the token ${CANARY} is unknown`;

const failedBody = breakingBody(echo, Object.assign(new Error(echo), { token: CANARY }));
const tokens = [CANARY];

/** Ways in which the token may get into an error, and the kind of that error. */
const failures: [what: string, kind: PlantStoreFailure["kind"], fetch: FetchStub, options?: object][] = [
  // echoing-responses.test.ts has what a server can send.
  ["a fetch whose error contains the request", "connection", rejectWithRequest],
  ["a fetch that rejects with a string", "connection", fail(echo)],
  ["a fetch that rejects with an AggregateError", "connection", fail(new AggregateError([echo], echo))],
  ["a body that fails with an error that contains it", "connection", respond(200, failedBody)],
  [
    "a token function that returns it once and then undefined",
    "configuration",
    tooManyRequests,
    { maxRetries: 1, token: () => tokens.pop() },
  ],
  ["a fetch that resolves with its own init", "configuration", async (_url, init) => init as never],
  ["invalid options of the call", "configuration", hang, { timeout: CANARY }],
];

test.each(failures)("the error does not contain the token after %s", async (_, kind, fetch, options) => {
  const error = await canaryFailureAfter(fetch, options);
  expect(error.kind).toBe(kind);
  expect(leaksOf(CANARY, { success: false, error })).toEqual([]);
});

test("the error of an invalid plant that contains the token does not", async () => {
  const invalid = { id: CANARY, name: { CANARY }, tag: [CANARY] } as never;
  const error = await failureOf(safeCreatePlant(invalid, { baseUrl, token: CANARY }));
  expect(error.kind).toBe("invalid-plant");
  expect(leaksOf(CANARY, error)).toEqual([]);
});

test("a client does not show its token, before or after a call", async () => {
  const headers = { "x-key": "canary-key" };
  const client = new PlantStoreClient({ baseUrl, token: CANARY, fetch: succeed, headers });
  expect(leaksOf("canary", client)).toEqual([]);
  await client.createPlant(plant);
  expect(leaksOf("canary", client)).toEqual([]);
  expect(JSON.stringify(client)).toBe(JSON.stringify({ baseUrl }));
});

test("an echoed token is replaced without other changes; a header whose name contains it is removed", async () => {
  const body = JSON.stringify({ error: 1, message: `${CANARY}: no ${CANARY}!` });
  expect(await canaryFailureAfter(respond(400, body))).toMatchObject({ message: "[token]: no [token]!" });
  const token = "canary-0123456789";
  const headers = { "X-Echo": `a ${token} b`, "x-shelf": "3", [`x-${token}`]: "1", [token]: token };
  const error = await failureAfter(respond(401, `<p>${token}</p>`, headers), { token });
  expect(error).toMatchObject({ response: { body: "<p>[token]</p>" } });
  const { "content-type": _, ...shown } = Object.fromEntries(error.response?.headers ?? []);
  expect(shown).toEqual({ "x-echo": "a [token] b", "x-shelf": "3" });
});

test("the plant that the service returned is not changed, but the headers are", async () => {
  const data = { name: CANARY, tag: `a%26b ${CANARY}`, [CANARY]: [CANARY] };
  const headers = { "x-echo": `/?line=%0A&token=${CANARY}`, "x-beginning": CANARY.slice(0, 12) };
  const fetch = respond(200, JSON.stringify(data), headers);
  const result = await create(fetch, { token: CANARY, namesMayChange: true });
  if (!result.success) throw result.error;
  expect(result.data).toEqual(data);
  expect(result.response.headers.get("x-echo")).toBe("/?line=%0A&token=[token]");
  expect(result.response.headers.get("x-beginning")).toBe("canary-01234");
});

test("a token that the size limit truncates is replaced", async () => {
  const token = "canary/with/many/slashes";
  for (let length = 8; length < token.length; length++) {
    // The first chunk is over the limit, so that the rest is never read.
    const cut = breakingBody(`token: ${token.slice(0, length)}`, new Error("read past the limit"));
    const error = await failureAfter(respond(500, cut), { token, maxResponseBytes: 14 });
    expect(error).toMatchObject({ kind: "unexpected-response", response: { body: "token: [token]" } });
  }
});

test("all tokens of a call are replaced", async () => {
  const tokens = ["canary-of-attempt-one", "canary-2"];
  const text = tokens.join(" or ");
  const fetch = stubFetch(tooManyRequests, respond(401, text, { "x-echo": text }));
  const error = await failureAfter(fetch, { token: () => tokens.shift() ?? "", maxRetries: 1 });
  expect(error).toMatchObject({ attempts: 2, response: { body: "[token] or [token]" } });
  expect(error.response?.headers.get("x-echo")).toBe("[token] or [token]");
});
