/** Memory of this process. `npm run soak` measures it for longer, with a server. */
import { getEventListeners, setMaxListeners } from "node:events";
import type { CreatePlantOptions } from "plant-store-sdk";
import { expect, test } from "vitest";
import { create, tooManyRequests } from "../support/client.ts";
import { bytesInMemory } from "../support/collect-garbage.ts";
import {
  breakingBody,
  connectionReset,
  type FetchStub,
  fail,
  hang,
  hangForever,
  respond,
  stallingBody,
  succeed,
} from "../support/fetch-stubs.ts";

const MEGABYTE = 1_048_576;

/** The failures of every tenth call, in turn. */
const failures: [fetch: FetchStub, options?: CreatePlantOptions][] = [
  [respond(400, '{"error":1,"message":"no"}')],
  [respond(503, "<html>")],
  [tooManyRequests],
  [respond(200, "x".repeat(100))],
  [async () => new Response(breakingBody())],
  [fail(connectionReset)],
  [succeed, { signal: AbortSignal.abort() }],
  [hang, { timeout: 1 }],
  [hangForever, { timeout: 1 }],
  [async () => new Response(stallingBody().stream), { timeout: 1 }],
];

test("6,000 calls, of which one in ten fails, leak no memory and no listener", async () => {
  const { signal } = new AbortController();
  setMaxListeners(0, signal);
  const common = { signal, maxRetries: 0, maxResponseBytes: 64, onEvent: () => {} };
  let before = 0;
  for (let id = 0; id < 6_000; id++) {
    if (id === 2_000) before = await bytesInMemory();
    const [fetch, options] = (id % 10 === 0 && failures[(id / 10) % failures.length]) || [succeed];
    const { success } = await create(fetch, { ...common, ...options });
    if (success !== (fetch === succeed && !options)) expect.fail(`call ${id} ended with success: ${success}`);
  }
  expect((await bytesInMemory()) - before).toBeLessThan(MEGABYTE / 2); // 128 bytes a call.
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

test("a response that arrives byte by byte needs at most 160 bytes of memory per byte", async () => {
  const before = await bytesInMemory();
  let held = 0;
  let sent = 0;
  const body = new ReadableStream({
    async pull(controller) {
      if (++sent < 65_536) return controller.enqueue(Uint8Array.of(32));
      held = (await bytesInMemory()) - before;
      controller.close();
    },
  });
  await create(async () => new Response(body), { timeout: false });
  expect(sent).toBe(65_536);
  expect(held).toBeLessThan(10 * MEGABYTE);
});
