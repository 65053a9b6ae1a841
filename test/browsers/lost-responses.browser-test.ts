/** Answers that a page is not shown, not given whole, or not given in time. */
import { type CreatePlantOptions, type PlantStoreEvent, safeCreatePlant } from "plant-store-sdk";
import { expect, test } from "vitest";
import { commands } from "vitest/browser";
import { expectLost, type OpenPeer, openPeer, plant, token } from "./peers-in-page.ts";

const CREATED = { status: 200, body: '{"name":"Fern"}' };
/** A 200 of which a part arrives. */
const UNFINISHED = { status: 200, body: '{"name":', ending: "silence" } as const;
const SILENCE = { ending: "silence" } as const;
const RESET = { ending: "reset" } as const;
/** Long enough that the request is with its server before, on the slowest machine. */
const TIMEOUT = 2_000;

function create({ baseUrl }: OpenPeer, options: CreatePlantOptions = {}) {
  return safeCreatePlant(plant, { baseUrl, token, ...options });
}

test.for([301, 302, 303, 307, 308])(
  "a %i is not followed, and its target hears of nothing",
  async (status, context) => {
    const target = await openPeer({}, context);
    const peer = await openPeer(
      { answers: [{ status, headers: { location: `${target.baseUrl}/plants` } }] },
      context,
    );
    const result = await create(peer);
    expect(result).toMatchObject({
      success: false,
      error: { kind: "unexpected-response", status: 0, outcome: "unknown", attempts: 1, body: "" },
    });
    expect(await peer.posts()).toHaveLength(1);
    expect(await target.requests()).toEqual([]);
  },
);

test("a closed port leaves it open whether there is a plant, and is not tried again", async (context) => {
  const peer = await openPeer({}, context);
  await commands.close(peer.port);
  const result = await create(peer);
  expectLost(result, 1);
});

test("a closed port is tried again where the caller accepts duplicates", async (context) => {
  const peer = await openPeer({}, context);
  await commands.close(peer.port);
  const result = await create(peer, { retryUnknown: true, maxRetries: 1 });
  expectLost(result, 2);
});

test("a connection that is reset before an answer is lost, and the plant is not sent again", async (context) => {
  const peer = await openPeer({ answers: [RESET, CREATED] }, context);
  const result = await create(peer);
  expectLost(result, 1);
  expect(await peer.posts()).toHaveLength(1);
});

test("it is sent again where the caller accepts duplicates", async (context) => {
  const peer = await openPeer({ answers: [RESET, CREATED] }, context);
  const result = await create(peer, { retryUnknown: true });
  expect(result).toMatchObject({ success: true, attempts: 2, possibleDuplicate: true });
  expect(await peer.posts()).toHaveLength(2);
});

// Browsers take such a loss for a connection that had ended before, and say nothing of it.
test("over a connection that was used before, the browser sends the plant again by itself", async (context) => {
  const preflight = { headers: { "access-control-allow-headers": "authorization, content-type" } };
  const peer = await openPeer(
    { preflight: { status: 204, ...preflight }, answers: [RESET, CREATED] },
    context,
  );
  const result = await create(peer);
  expect(result).toMatchObject({ success: true, attempts: 1, possibleDuplicate: false });
  expect((await peer.posts()).map(({ brokenOff, body }) => ({ brokenOff, body }))).toEqual([
    { brokenOff: true, body: '{"id":1,"name":"Fern"}' },
    { brokenOff: false, body: '{"id":1,"name":"Fern"}' },
  ]);
});

test("a 200 that breaks off has created the plant", async (context) => {
  const peer = await openPeer({ answers: [UNFINISHED] }, context);
  const onEvent = ({ type }: PlantStoreEvent) => type === "response" && peer.reset();
  const result = await create(peer, { onEvent, retryUnknown: true });
  expect(result).toMatchObject({
    success: false,
    error: { kind: "connection", outcome: "created", attempts: 1 },
  });
  expect(await peer.posts()).toHaveLength(1);
});

test.concurrent("a 200 whose body stalls has created the plant, and its connection ends in time", async (context) => {
  const peer = await openPeer({ answers: [UNFINISHED] }, context);
  const result = await create(peer, { timeout: TIMEOUT });
  expect(result).toMatchObject({
    success: false,
    error: { kind: "timeout", outcome: "created", timeout: TIMEOUT },
  });
  await context.expect.poll(() => peer.posts()).toMatchObject([{ brokenOff: true }]);
});

test.concurrent("a silent server is waited for until the timeout, and sees the connection end", async (context) => {
  const peer = await openPeer({ answers: [SILENCE] }, context);
  const result = await create(peer, { timeout: TIMEOUT });
  expect(result).toMatchObject({
    success: false,
    error: { name: "TimeoutError", kind: "timeout", outcome: "unknown", timeout: TIMEOUT, attempts: 1 },
  });
  await context.expect.poll(() => peer.posts()).toMatchObject([{ brokenOff: true }]);
});

test("a signal ends the wait for a silent server, which sees the connection end", async (context) => {
  const peer = await openPeer({ answers: [SILENCE] }, context);
  const controller = new AbortController();
  const pending = create(peer, { signal: controller.signal });
  await context.expect.poll(() => peer.posts()).toMatchObject([{ brokenOff: false }]);
  controller.abort("the user has left");
  expect(await pending).toMatchObject({
    success: false,
    error: { name: "AbortError", kind: "aborted", outcome: "unknown", cause: "the user has left" },
  });
  await context.expect.poll(() => peer.posts()).toMatchObject([{ brokenOff: true }]);
});

test("a signal that aborts in mid-answer leaves a plant that was created", async (context) => {
  const peer = await openPeer({ answers: [UNFINISHED] }, context);
  const controller = new AbortController();
  const onEvent = ({ type }: PlantStoreEvent) => type === "response" && controller.abort();
  const result = await create(peer, { signal: controller.signal, onEvent });
  expect(result).toMatchObject({ success: false, error: { kind: "aborted", outcome: "created" } });
  await context.expect.poll(() => peer.posts()).toMatchObject([{ brokenOff: true }]);
});
