/** Limits for servers that run for a long time: how much the stores of one server keep in memory together. */
import { faults, MockStore, type RecordedRequest } from "plant-store-sdk/mocks/store";
import { expect, test } from "vitest";
import { FetchableStore } from "../../mocks/adapters/fetch.ts";
import { MemoryLimit } from "../../mocks/service/newest-items.ts";
import { type ResolvedOptions, resolveStoreOptions } from "../../mocks/service/store-options.ts";
import { TOKEN } from "../support/client.ts";
import { bytesInMemory } from "../support/collect-garbage.ts";
import { FERN, post } from "../support/post-plant.ts";

const createStore = (settings: Partial<ResolvedOptions>) =>
  new FetchableStore({ ...resolveStoreOptions(), ...settings });

/** A plant of about this many bytes. */
const plantOf = (id: number, bytes: number) => JSON.stringify({ id, name: `${id}`.padEnd(bytes, "x") });
const idsOf = (store: MockStore) => [
  store.plants.map(({ id }) => id),
  store.requests.map(({ plant }) => plant?.id),
];

test("with showTokens, events have the token too, and without it they do not", async () => {
  for (const showTokens of [true, false]) {
    const store = createStore({ showTokens });
    const tokens: unknown[] = [];
    store.subscribe((event) => "request" in event && tokens.push((event.request as RecordedRequest).token));
    await post(store, FERN);
    expect(tokens).toEqual(showTokens ? [TOKEN, TOKEN] : [undefined, undefined]);
  }
});

test("if shared memory runs out, the list of plants or requests that takes most loses its oldest item", async () => {
  const memory = new MemoryLimit(130_000);
  const [one, other] = [createStore({ memory }), createStore({ memory })];
  // A recorded request takes about 60,000 bytes, because it has the body, the plant and the response, and its plant 20,000.
  await post(one, plantOf(1, 10_000));
  expect(idsOf(one)).toEqual([[1], [1]]);
  await post(other, plantOf(2, 10_000));
  expect(idsOf(one)).toEqual([[1], []]);
  expect(idsOf(other)).toEqual([[2], [2]]);
  await post(one, plantOf(3, 10_000));
  expect(idsOf(one)).toEqual([[1, 3], [3]]);
  expect(idsOf(other)).toEqual([[2], []]);
});

test("an item that is larger than the memory is not kept, and nothing else is dropped for it", async () => {
  const memory = new MemoryLimit(100_000);
  const [one, other] = [createStore({ memory }), createStore({ memory })];
  await post(other, FERN);
  await post(one, plantOf(1, 500_000));
  expect(idsOf(one)).toEqual([[], []]);
  expect(idsOf(other)).toEqual([[1], [1]]);
});

test("plants that stay after clear({ keepAdded: true }) do not change the memory limit", async () => {
  const [cleared, other] = [0, 1].map(() => createStore({ memory: new MemoryLimit(100_000) }));
  cleared?.addPlants({ id: 1, name: "Fern" });
  other?.addPlants({ id: 1, name: "Fern" });
  for (let count = 0; count < 1_000; count++) cleared?.clear({ keepAdded: true });
  for (const store of [cleared, other])
    for (let id = 2; id <= 300; id++) store?.addPlants({ id, name: "x".repeat(100) });
  expect(other?.plants.length).toBeLessThan(300);
  expect(cleared?.plants).toEqual(other?.plants);
});

test("what a store drops because of its own limits no longer counts", async () => {
  const memory = new MemoryLimit(100_000);
  const one = createStore({ memory, maxPlants: 1, maxRequests: 1 });
  const other = createStore({ memory });
  await post(other, FERN);
  for (let id = 1; id <= 50; id++) await post(one, plantOf(id, 5_000));
  expect(idsOf(one)).toEqual([[50], [50]]);
  expect(idsOf(other)).toEqual([[1], [1]]);
});

test("initial plants are shared, so they take no memory and are not dropped", async () => {
  const memory = new MemoryLimit(130_000);
  const settings = resolveStoreOptions({ plants: [{ id: 7, name: "x".repeat(90_000) }] });
  const [one, other] = [settings, settings].map((shared) => new FetchableStore({ ...shared, memory }));
  for (let id = 1; id <= 10; id++) await post(one as MockStore, plantOf(id, 10_000));
  // A record takes about 60,000 bytes, and a plant 20,000.
  expect(one?.plants.map(({ id }) => id)).toEqual([7, 8, 9, 10]);
  expect(other?.plants.map(({ id }) => id)).toEqual([7]);
});

test("faults and settings count in the memory: the oldest items are dropped for them, and they are refused if they take all", async () => {
  const memory = new MemoryLimit(100_000);
  const [one, other] = [createStore({ memory }), createStore({ memory })];
  await post(other, FERN);
  const fault = (length: number) => faults.status(503, { body: "x".repeat(length) });
  one.enqueue(fault(49_500));
  expect(idsOf(other)).toEqual([[1], []]);
  const all = "must be smaller: they take all of the memory for stores";
  expect(() => other.enqueue(fault(10_000))).toThrow(`store.enqueue: \`faults\` ${all}.`);
  const rules = { invalid: { status: 400, message: "x".repeat(10_000) } };
  expect(() => other.configure({ rules })).toThrow(`store.configure: \`settings\` ${all}.`);
  expect([other.faults, other.settings.rules]).toEqual([[], {}]);
  one.clear();
  other.enqueue(fault(10_000));
  other.configure({ rules });
  other.configure({ rules });
  other.clear();
  one.enqueue(fault(45_000));
});

test("at most 10,000 faults can be queued", () => {
  const store = new MockStore();
  const hangs = Array.from({ length: 10_000 }, () => faults.hang());
  store.enqueue(...hangs);
  const message = "store.enqueue: `faults` must be fewer: at most 10000 can be queued.";
  expect(() => store.enqueue(faults.reset())).toThrow(new TypeError(message));
  expect(store.faults).toEqual(hangs);
  store.clear();
  store.enqueue(...hangs);
});

// Requests that are made to fill the memory.

const rules = { duplicates: { status: 409 }, name: { unique: { status: 422 } }, idempotencyKey: true };

const withRules = (bytes: number, maxRequests?: number) =>
  createStore({
    ...resolveStoreOptions({ rules, maxRequests }),
    maxRecordedBody: 10,
    memory: new MemoryLimit(bytes),
  });

test("names, contents and results of keys are dropped with their plants", async () => {
  const store = withRules(2_000_000);
  const before = await bytesInMemory();
  for (let id = 0; id < 100; id++) {
    const key = { "idempotency-key": `${id}`.padEnd(20_000, "k") };
    expect((await post(store, plantOf(id, 100_000), key)).status).toBe(200);
  }
  expect((await bytesInMemory()) - before).toBeLessThan(6_000_000);
  expect(store.plants.length).toBeLessThan(20);
});

test("the id, the name and the key of a dropped plant are free again", async () => {
  const store = withRules(100_000);
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
  const store = withRules(100_000, 0);
  for (let id = 1; id <= 500; id++)
    await post(store, plantOf(id, 1), { "idempotency-key": `${id}`.padEnd(keyLength, "k") });
  expect(store.plants.length).toBeLessThan(most);
});
