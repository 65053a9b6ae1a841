/** Responses that a page cannot read, or that are incomplete or too late. */
import { type CreatePlantOptions, type PlantStoreEvent, safeCreatePlant } from "plant-store-sdk";
import { expect, test } from "vitest";
import { commands } from "vitest/browser";
import { expectConnectionLost, type OpenPeer, openPeer, plant, token } from "./open-peer.ts";

const CREATED = { status: 200, body: '{"name":"Fern"}' };
/** A 200 with a part of its body. Then nothing more is sent. */
const INCOMPLETE = { status: 200, body: '{"name":', ending: "silence" } as const;
const NO_RESPONSE = { ending: "silence" } as const;
const RESET = { ending: "reset" } as const;
/** Long enough for the request to reach the server, also on a slow machine. */
const TIMEOUT = 2_000;

function create({ baseUrl }: OpenPeer, options: CreatePlantOptions = {}) {
  return safeCreatePlant(plant, { baseUrl, token, ...options });
}

test.for([301, 302, 303, 307, 308])("a %i redirect is not followed", async (status, context) => {
  const target = await openPeer({}, context);
  const response = { status, headers: { location: `${target.baseUrl}/plants` } };
  const peer = await openPeer({ responses: [response] }, context);
  const result = await create(peer);
  expect(result).toMatchObject({
    success: false,
    error: { kind: "unexpected-response", status: 0, outcome: "unknown", attempts: 1, body: "" },
  });
  expect(await peer.posts()).toHaveLength(1);
  expect(await target.requests()).toEqual([]);
});

test("a closed port is retried only with retryUnknown, and the outcome is unknown", async (context) => {
  const peer = await openPeer({}, context);
  await commands.close(peer.port);
  expectConnectionLost(await create(peer), 1);
  expectConnectionLost(await create(peer, { retryUnknown: true, maxRetries: 1 }), 2);
});

// The browser assumes that the server had closed the idle connection. The page cannot notice this.
test("if a reused connection is reset, the browser resends the request without telling the page", async (context) => {
  const allowed = { "access-control-allow-headers": "authorization, content-type" };
  const preflight = { status: 204, headers: allowed };
  const peer = await openPeer({ preflight, responses: [RESET, CREATED] }, context);
  const result = await create(peer);
  expect(result).toMatchObject({ success: true, attempts: 1, possibleDuplicate: false });
  expect((await peer.posts()).map(({ connectionLost, body }) => ({ connectionLost, body }))).toEqual([
    { connectionLost: true, body: '{"id":1,"name":"Fern"}' },
    { connectionLost: false, body: '{"id":1,"name":"Fern"}' },
  ]);
});

test.concurrent.for([
  ["without a response", NO_RESPONSE, "unknown"],
  ["after a 200 status", INCOMPLETE, "created"],
] as const)("a call times out %s, and the connection is closed", async ([, response, outcome], context) => {
  const peer = await openPeer({ responses: [response] }, context);
  const result = await create(peer, { timeout: TIMEOUT });
  const error = { name: "TimeoutError", kind: "timeout", outcome, timeout: TIMEOUT, attempts: 1 };
  context.expect(result).toMatchObject({ success: false, error });
  await context.expect.poll(() => peer.posts()).toMatchObject([{ connectionLost: true }]);
});

test.for([
  ["without a response", NO_RESPONSE, "unknown"],
  ["after a 200 status", INCOMPLETE, "created"],
] as const)(
  "a signal aborts a call %s, and the connection is closed",
  async ([, response, outcome], context) => {
    const peer = await openPeer({ responses: [response] }, context);
    const controller = new AbortController();
    const abort = () => controller.abort("the user left");
    const onEvent = ({ type }: PlantStoreEvent) => type === "response" && abort();
    const pending = create(peer, { signal: controller.signal, onEvent });
    await context.expect.poll(() => peer.posts()).toHaveLength(1);
    if (outcome === "unknown") abort();
    const error = { name: "AbortError", kind: "aborted", outcome, cause: "the user left" };
    expect(await pending).toMatchObject({ success: false, error });
    await context.expect.poll(() => peer.posts()).toMatchObject([{ connectionLost: true }]);
  },
);
