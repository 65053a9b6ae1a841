import { inspect } from "node:util";
import { cachedToken, PlantStoreClient } from "plant-store-sdk";
import { expect, test, vi } from "vitest";
import {
  baseUrl,
  configurationErrorOf,
  failureBeforeSending,
  failureOf,
  plant,
  recordingFetch,
  requestOf,
  testClient,
  tooManyRequests,
} from "../support/client.ts";
import { jumpFromTimerToTimer } from "../support/fake-time.ts";
import { respond, succeed } from "../support/fetch-stubs.ts";
import { throwing } from "../support/throwing.ts";

test("token: null sends no authorization header, whatever the environment has", async () => {
  vi.stubEnv("PLANT_STORE_TOKEN", "token-of-the-environment");
  const { fetch, sent } = recordingFetch(respond(401));
  const error = await failureOf(clientWith(null, { fetch }).safeCreatePlant(plant));
  expect(error).toMatchObject({ kind: "unexpected-response", response: { status: 401 }, attempts: 1 });
  expect(sent.map(({ headers }) => headers.has("authorization"))).toEqual([false]);
});

function clientWith(token: unknown, options: object = {}): PlantStoreClient {
  return testClient({ token: token as string, ...options });
}

/** What a call fails with if its token is not valid, and if the token function failed. */
const INVALID = { kind: "configuration", option: "token", outcome: "not-created", attempts: 0 };
const FAILED = { kind: "token", outcome: "not-created", retryable: true, attempts: 0 };

/** Strings that are not valid as a bearer token in a header, and how a message describes them. */
const invalidTokens: [token: string, description: string][] = [
  [" ", "a text with spaces"],
  ["can ary", "a text with spaces"],
  ["Bearer canary", "a text with spaces"],
  ["canary\r\nx-injected: 1", "a text with a line break"],
  ["canary\u007f", "a text with other characters"],
  ["canaryé", "a text with other characters"],
  ['"canary"', "a text in quotation marks"],
  ["'canary'", "a text in quotation marks"],
];
const ADVICE = "but must be visible ASCII without `Bearer`, spaces or quotes";

const signs = "!#$%&'()*+,-./:;<=>?@[\\]^_`{|}~\"";
test.each([signs, "x".repeat(4_096), '"', '"token', "token'", "\"token'", "to'k'en", "to'ken'", "'to'ken"])(
  "a token may contain any visible ASCII character: %s",
  async (token) => {
    for (const sent of [await requestOf({ token }), await requestOf({ token: () => token })])
      expect(sent.headers.get("authorization")).toBe(`Bearer ${token}`);
  },
);

test("a token function is called for every attempt, so that it can replace an expired token", async () => {
  const token = vi.fn().mockReturnValueOnce("first").mockResolvedValueOnce("second").mockReturnValue("third");
  jumpFromTimerToTimer();
  const { fetch, sent } = recordingFetch(tooManyRequests, tooManyRequests, succeed);
  const client = clientWith(token, { fetch });
  expect(token).not.toHaveBeenCalled();
  await client.createPlant(plant);
  expect(token.mock.calls).toMatchObject([1, 2, 3].map((attempt) => [{ attempt, rejected: false }]));
  const tokens = sent.map(({ headers }) => headers.get("authorization"));
  expect(tokens).toEqual(["Bearer first", "Bearer second", "Bearer third"]);
});

test.each(invalidTokens)("the constructor rejects the token %j as %s, and hides it", (token, description) => {
  const error = configurationErrorOf(() => clientWith(token));
  expect(error).toMatchObject(INVALID);
  expect(error.message).toBe(`\`token\` is ${description}, ${ADVICE}.`);
  expect(inspect(error, { depth: null, showHidden: true })).not.toContain("ary");
});

test.each<[value: unknown, description: string]>([
  ...invalidTokens,
  ["", "an empty text"],
  [undefined, "undefined"],
  [null, "null"],
  [42, "number"],
  [{}, "object"],
  [() => "canary", "function"],
  [5n, "bigint"],
])("a token function that returns %o fails the call, because it returned %s", async (value, description) => {
  const problem = `returned ${description}, ${ADVICE}`;
  for (const returning of [() => value, async () => value]) {
    const token = vi.fn(returning as () => string);
    const error = await failureBeforeSending({ token });
    expect(token).toHaveBeenCalledTimes(1);
    expect(error).toMatchObject({ ...INVALID, problem });
    expect(inspect(error, { depth: null, showHidden: true })).not.toContain("canary");
  }
  const fetched = await failureBeforeSending({ token: cachedToken(() => ({ token: value as string })) });
  expect(fetched).toMatchObject({ ...INVALID, option: "fetchToken", problem });
  expect(inspect(fetched, { depth: null, showHidden: true })).not.toContain("canary");
});

test.each([
  ["throws", (cause: unknown) => throwing(cause)],
  ["rejects", (cause: unknown) => () => Promise.reject(cause)],
])("a token function that %s fails the call with its error as the cause", async (_, tokenFunction) => {
  const failureOfOther = await failureBeforeSending({ token: () => "" });
  for (const cause of [new Error("the vault is closed"), "the vault is closed", null, failureOfOther]) {
    const token = vi.fn(tokenFunction(cause));
    const error = await failureBeforeSending({ token });
    expect(token).toHaveBeenCalledTimes(1);
    expect(error).toMatchObject(FAILED);
    expect(error.message).toContain("The `token` function failed");
    expect(error.cause).toBe(cause);
  }
});

test("a token that a function returns while the call is aborted is not sent", async () => {
  const controller = new AbortController();
  const token = () => {
    controller.abort();
    return "a-token";
  };
  const error = await failureBeforeSending({ token }, { signal: controller.signal });
  expect(error).toMatchObject({ kind: "aborted", outcome: "not-created", attempts: 0 });
});

test("the token of a call takes precedence over that of its client, and is redacted", async () => {
  const echo = respond(500, "tenant-token-2");
  const { fetch, sent } = recordingFetch(echo, echo, respond(500, "no token"));
  const client = clientWith("tenant-token-1", { fetch });
  const options = [{ token: "tenant-token-2" }, { token: () => "tenant-token-2" }, { token: null }];
  const bodies = [];
  for (const each of options)
    bodies.push((await failureOf(client.safeCreatePlant(plant, each))).response?.body);
  expect(bodies).toEqual(["[token]", "[token]", "no token"]);
  const headers = sent.map((request) => request.headers.get("authorization"));
  expect(headers).toEqual(["Bearer tenant-token-2", "Bearer tenant-token-2", null]);
});

test("the message for an invalid token from the environment names the variable", () => {
  vi.stubEnv("PLANT_STORE_TOKEN", "token\n");
  const { message } = configurationErrorOf(() => new PlantStoreClient({ baseUrl }));
  expect(message).toContain("is a text with a line break, from PLANT_STORE_TOKEN,");
});
