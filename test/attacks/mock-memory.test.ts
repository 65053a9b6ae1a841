/** Requests that are made to fill the memory of the mock. */
import { expect, test } from "vitest";
import { FetchableStore } from "../../mocks/adapters/fetch.ts";
import { MemoryLimit } from "../../mocks/service/newest-items.ts";
import { resolveStoreOptions } from "../../mocks/service/store-options.ts";
import { collectGarbage } from "../support/collect-garbage.ts";
import { post } from "../support/post-plant.ts";

const rules = { duplicates: { status: 409 }, name: { unique: { status: 422 } }, idempotencyKey: true };

/** A store that shares its limit with others, as each session of the command does. */
const openStore = (bytes: number, maxRequests?: number) =>
  new FetchableStore({
    ...{ ...resolveStoreOptions({ rules, maxRequests }), maxRecordedBody: 10 },
    memory: new MemoryLimit(bytes),
  });

const plantOf = (id: number, bytes: number) => JSON.stringify({ id, name: `${id}`.padEnd(bytes, "x") });

test("names, contents and results of keys are dropped with their plants", async () => {
  const store = openStore(2_000_000);
  const memory = async () => {
    await collectGarbage();
    return process.memoryUsage().heapUsed;
  };
  const before = await memory();
  for (let id = 0; id < 100; id++) {
    const key = { "idempotency-key": `${id}`.padEnd(20_000, "k") };
    expect((await post(store, plantOf(id, 100_000), key)).status).toBe(200);
  }
  expect((await memory()) - before).toBeLessThan(6_000_000);
  expect(store.plants.length).toBeLessThan(20);
});

test("the id, the name and the key of a dropped plant are free again", async () => {
  const store = openStore(100_000);
  const first = () => post(store, plantOf(1, 10_000), { "idempotency-key": "one" });
  const isReplay = () => store.requests.at(-1)?.created === false;
  await first();
  await first();
  expect(isReplay()).toBe(true);
  expect((await post(store, plantOf(1, 10_000))).status).toBe(409);
  for (const id of [2, 3, 4, 5]) await post(store, plantOf(id, 10_000));
  expect(store.plants.map(({ id }) => id)).not.toContain(1);
  expect((await first()).status).toBe(200);
  expect(isReplay()).toBe(false);
});

test.each([
  ["its key", 1_000, 50],
  ["its look-ups", 1, 400],
])("the limit counts a plant with %s", async (_, keyLength, most) => {
  const store = openStore(100_000, 0);
  for (let id = 1; id <= 500; id++)
    await post(store, plantOf(id, 1), { "idempotency-key": `${id}`.padEnd(keyLength, "k") });
  expect(store.plants.length).toBeLessThan(most);
});
