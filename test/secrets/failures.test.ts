/** No view of anything that a call gives shows the token, whatever a peer or a caller does with it. */
import {
  PlantStoreClient,
  type PlantStoreEvent,
  type PlantStoreFailure,
  safeCreatePlant,
} from "plant-store-sdk";
import { expect, test } from "vitest";
import { baseUrl, configurationErrorOf, failureOf, plant, tooManyRequests } from "../support/client.ts";
import {
  breakingBody,
  connectionRefused,
  connectionReset,
  fail,
  hang,
  respond,
  stubFetch,
  succeed,
} from "../support/fetch-stubs.ts";
import { canary, failureAfter, tattling } from "./canary.ts";
import { leaksOf } from "./leaks.ts";

const echo = `the token ${canary} is unknown`;

/** Where a server may echo the token, or a caller may pass it, and how the call ends. */
const failing: [what: string, kind: PlantStoreFailure["kind"], fail: () => Promise<PlantStoreFailure>][] = [
  [
    "a 400 that echoes it in message and headers",
    "rejected",
    () =>
      failureAfter(
        respond(400, JSON.stringify({ error: 1, message: echo, token: canary }), { "x-echo": echo }),
      ),
  ],
  [
    "a 401 that echoes it in body and headers",
    "unexpected-response",
    () =>
      failureAfter(
        respond(401, echo, { "www-authenticate": `Bearer error="${canary}"`, [canary.slice(0, 6)]: canary }),
      ),
  ],
  [
    "a 500 that echoes the request as JSON",
    "unexpected-response",
    () => failureAfter(respond(500, JSON.stringify({ headers: { authorization: `Bearer ${canary}` } }))),
  ],
  ["a 200 that is not JSON", "unexpected-response", () => failureAfter(respond(200, echo))],
  [
    "a 200 of the wrong shape",
    "unexpected-response",
    () => failureAfter(respond(200, JSON.stringify({ name: [canary], [canary]: canary }))),
  ],
  [
    "a body that is too long",
    "unexpected-response",
    () => failureAfter(respond(200, echo), { maxResponseBytes: 20 }),
  ],
  ["a fetch whose error holds the request", "connection", () => failureAfter(tattling)],
  [
    "a fetch whose last try holds the request",
    "connection",
    () => failureAfter(tattling, { retryUnknown: true, maxRetries: 1 }),
  ],
  ["a fetch that fails with a string", "connection", () => failureAfter(fail(echo))],
  [
    "a fetch that fails with several errors",
    "connection",
    () => failureAfter(fail(new AggregateError([echo], echo))),
  ],
  [
    "a body that breaks off with an error that holds it",
    "connection",
    () => failureAfter(respond(200, breakingBody(echo, Object.assign(new Error(echo), { token: canary })))),
  ],
  ["a connection that is refused", "connection", () => failureAfter(fail(connectionRefused))],
  ["a connection that is lost", "connection", () => failureAfter(fail(connectionReset))],
  ["a timeout", "timeout", () => failureAfter(hang, { timeout: 1 })],
  ["an abort", "aborted", () => failureAfter(hang, { signal: AbortSignal.abort() })],
  [
    "an invalid plant that holds it",
    "invalid-plant",
    () =>
      failureOf(
        safeCreatePlant({ id: canary, name: { canary }, tag: [canary] } as never, { baseUrl, token: canary }),
      ),
  ],
  [
    "a token function that fails after giving it once",
    "configuration",
    () => {
      const tokens = [canary];
      return failureAfter(tooManyRequests, { maxRetries: 1, token: () => tokens.pop() });
    },
  ],
  [
    "a token function that gives it with its scheme",
    "configuration",
    () => failureAfter(hang, { token: () => `Bearer ${canary}` }),
  ],
  [
    "a fetch that gives no response",
    "configuration",
    () => failureAfter(async (_url, init) => init as never),
  ],
  ["wrong options of the call", "configuration", () => failureAfter(hang, { timeout: canary })],
];

test.each(failing)("no view of the error shows the token after %s", async (_, kind, provoke) => {
  const error = await provoke();
  expect(error.kind).toBe(kind);
  expect(leaksOf(canary, error)).toEqual([]);
  expect(leaksOf(canary, { success: false, error })).toEqual([]);
});

test("the views would show a token that was anywhere", () => {
  const hidden = Object.defineProperty(new Error("outer", { cause: new Error("inner") }), "own", {
    value: { headers: new Headers({ authorization: canary }) },
  });
  expect(leaksOf(canary, hidden)).not.toEqual([]);
  expect(leaksOf(canary, Object.create({ [Symbol("state")]: canary }))).not.toEqual([]);
  expect(leaksOf(canary, new Error("outer", { cause: { deep: { [canary]: 1 } } }))).not.toEqual([]);
});

test("no view of a client shows its token, before or after a call", async () => {
  const client = new PlantStoreClient({
    baseUrl,
    token: canary,
    fetch: succeed,
    headers: { "x-key": "canary-key" },
  });
  expect(leaksOf("canary", client)).toEqual([]);
  await client.createPlant(plant);
  expect(leaksOf("canary", client)).toEqual([]);
  expect(JSON.stringify(client)).toBe("{}");
  expect(Reflect.ownKeys(client)).toEqual([]);
});

test("no view of an event shows the token", async () => {
  const events: PlantStoreEvent[] = [];
  const onEvent = (event: PlantStoreEvent) => events.push(event);
  for (const [answers, options] of [
    [[respond(429, echo, { "retry-after": "0", "x-echo": canary }), succeed], {}],
    [
      [tattling, respond(400, JSON.stringify({ error: 1, message: echo }))],
      { retryUnknown: true, maxRetries: 1 },
    ],
    [[succeed], { token: () => `Bearer ${canary}` }],
  ] as const) {
    const fetch = stubFetch(...answers);
    await safeCreatePlant(plant, { baseUrl, token: canary, fetch, onEvent, ...options });
  }
  expect(new Set(events.map(({ type }) => type)).size).toBe(5);
  expect(leaksOf(canary, events)).toEqual([]);
});

test.each([
  { baseUrl: canary },
  { baseUrl: `https://plants.example/?token=${canary}` },
  { baseUrl: `https://${encodeURIComponent(canary)}@plants.example` },
  { baseUrl: `ftp://plants.example/${canary}` },
  { token: `Bearer ${canary}` },
  { token: `${canary}\n` },
  { token: [canary] },
  { token: { canary } },
  { headers: { authorization: `Bearer ${canary}` } },
  { headers: { "x-key": `${canary}\nx-other: 1` } },
  { headers: canary },
  { timeout: canary },
  { maxRetries: { canary } },
  { fetch: canary },
  { onEvent: [canary] },
])("no view of a constructor's error shows what was passed: %o", (wrong) => {
  const error = configurationErrorOf(
    () => new PlantStoreClient({ baseUrl, token: "a-token", ...wrong } as never),
  );
  expect(error.option).toBe(Object.keys(wrong)[0]);
  expect(leaksOf(canary, error)).toEqual([]);
  expect(leaksOf(encodeURIComponent(canary), error)).toEqual([]);
});
