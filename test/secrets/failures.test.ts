/** Errors, clients and events do not contain the token, whatever a server, a `fetch` or the caller does with it. */
import { PlantStoreClient, type PlantStoreFailure, safeCreatePlant } from "plant-store-sdk";
import { expect, test } from "vitest";
import { baseUrl, failureOf, plant, tooManyRequests } from "../support/client.ts";
import { breakingBody, fail, hang, respond, succeed } from "../support/fetch-stubs.ts";
import { CANARY, canaryFailureAfter, rejectWithRequest } from "./canary.ts";
import { leaksOf } from "./leaks.ts";

const echo = `the token ${CANARY} is unknown`;

/** Ways in which the token may get into an error, and the kind of that error. */
const failures: [what: string, kind: PlantStoreFailure["kind"], fail: () => Promise<PlantStoreFailure>][] = [
  // echoing-responses.test.ts has what a server can send.
  ["a fetch whose error contains the request", "connection", () => canaryFailureAfter(rejectWithRequest)],
  [
    "a fetch whose error contains the request, with a retry",
    "connection",
    () => canaryFailureAfter(rejectWithRequest, { retryUnknown: true, maxRetries: 1 }),
  ],
  ["a fetch that rejects with a string", "connection", () => canaryFailureAfter(fail(echo))],
  [
    "a fetch that rejects with an AggregateError",
    "connection",
    () => canaryFailureAfter(fail(new AggregateError([echo], echo))),
  ],
  [
    "a body that fails with an error that contains it",
    "connection",
    () =>
      canaryFailureAfter(respond(200, breakingBody(echo, Object.assign(new Error(echo), { token: CANARY })))),
  ],
  [
    "an invalid plant that contains it",
    "invalid-plant",
    () =>
      failureOf(
        safeCreatePlant({ id: CANARY, name: { CANARY }, tag: [CANARY] } as never, { baseUrl, token: CANARY }),
      ),
  ],
  [
    "a token function that returns it once and then undefined",
    "configuration",
    () => {
      const tokens = [CANARY];
      return canaryFailureAfter(tooManyRequests, { maxRetries: 1, token: () => tokens.pop() });
    },
  ],
  [
    "a token function that returns it with the scheme Bearer",
    "configuration",
    () => canaryFailureAfter(hang, { token: () => `Bearer ${CANARY}` }),
  ],
  [
    "a fetch that resolves with its own init",
    "configuration",
    () => canaryFailureAfter(async (_url, init) => init as never),
  ],
  ["invalid options of the call", "configuration", () => canaryFailureAfter(hang, { timeout: CANARY })],
];

test.each(failures)("the error does not contain the token after %s", async (_, kind, failureOfCall) => {
  const error = await failureOfCall();
  expect(error.kind).toBe(kind);
  expect(leaksOf(CANARY, error)).toEqual([]);
  expect(leaksOf(CANARY, { success: false, error })).toEqual([]);
});

test("a client does not show its token, before or after a call", async () => {
  const client = new PlantStoreClient({
    baseUrl,
    token: CANARY,
    fetch: succeed,
    headers: { "x-key": "canary-key" },
  });
  expect(leaksOf("canary", client)).toEqual([]);
  await client.createPlant(plant);
  expect(leaksOf("canary", client)).toEqual([]);
  expect(JSON.stringify(client)).toBe(JSON.stringify({ baseUrl }));
});
