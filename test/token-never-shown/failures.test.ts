/** Errors, clients and events do not contain the token, whatever a server, a `fetch` or the caller does with it. */
import { PlantStoreClient, type PlantStoreFailure, safeCreatePlant } from "plant-store-sdk";
import { expect, test } from "vitest";
import { baseUrl, failureOf, plant, tooManyRequests } from "../support/client.ts";
import { breakingBody, type FetchStub, fail, hang, respond, succeed } from "../support/fetch-stubs.ts";
import { CANARY, canaryFailureAfter, rejectWithRequest } from "./canary.ts";
import { leaksOf } from "./leaks.ts";

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
