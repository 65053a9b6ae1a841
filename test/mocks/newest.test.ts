/** What is kept when there is more than a store may hold: of a list, and of a store's plants. */
import * as fc from "fast-check";
import { createPlantStore, faults, type PlantStoreOptions } from "plant-store-sdk/mocks/store";
import { expect, test } from "vitest";
import { Newest } from "../../mocks/newest.ts";
import { post, errorMessageOf as refusal } from "../support/post-plant.ts";
import { collectGarbage } from "./collect-garbage.ts";

test.each([
  ["none of them", 0, []],
  ["the last", 1, ["e"]],
  ["the last three", 3, ["c", "d", "e"]],
  ["all, where there is just room", 5, ["a", "b", "c", "d", "e"]],
  ["all, where there is more room", 6, ["a", "b", "c", "d", "e"]],
  ["all, where there is no limit", Number.POSITIVE_INFINITY, ["a", "b", "c", "d", "e"]],
])("of five items the list keeps %s", (_what, max, kept) => {
  const list = new Newest<string>(max);
  for (const item of ["a", "b", "c", "d", "e"]) list.add(item);
  expect(list.list()).toEqual(kept);
});

/** Some are so long that a handful of them is more than the list writes in one piece. */
const item = fc.record({
  id: fc.oneof(fc.maxSafeInteger(), fc.bigInt({ min: 2n ** 53n, max: 2n ** 63n - 1n })),
  name: fc.tuple(fc.string({ unit: "binary" }), fc.constantFrom(0, 2_000, 20_000)).map(([text, length]) => {
    return text + "\u20ac".repeat(length);
  }),
});

test("whatever is added and cleared, the list holds the newest since, in the order in which they were added", () => {
  const max = fc.oneof(fc.nat(12), fc.constant(Number.POSITIVE_INFINITY));
  const steps = fc.array(fc.oneof({ weight: 19, arbitrary: item }, fc.constant("clear" as const)), {
    maxLength: 40,
  });
  fc.assert(
    fc.property(max, steps, (max, steps) => {
      const list = new Newest<unknown>(max);
      let added: unknown[] = [];
      for (const step of steps) {
        if (step === "clear") list.clear();
        else list.add(step);
        added = step === "clear" ? [] : [...added, step];
        expect(list.list()).toEqual(added.slice(Math.max(added.length - max, 0)));
      }
    }),
    { numRuns: 40 },
  );
});

test("a long list keeps its number, however much is added", () => {
  const list = new Newest<number>(1_000);
  for (let id = 1; id <= 60_000; id++) {
    list.add(id);
    if (id % 3_000 !== 0) continue;
    expect(list.list()).toEqual(Array.from({ length: 1_000 }, (_, index) => id - 999 + index));
  }
});

test("an item that is not final yet is listed as it has become, behind it as well", () => {
  const list = new Newest<{ name: string; status?: number }>(4, ({ status }) => status !== undefined);
  const waiting: { name: string; status?: number } = { name: "first" };
  list.add(waiting);
  list.add({ name: "second", status: 200 });
  list.add({ name: "third", status: 200 });
  waiting.status = 503;
  const all = [
    { name: "first", status: 503 },
    { name: "second", status: 200 },
    { name: "third", status: 200 },
    { name: "fourth", status: 200 },
  ];
  expect(list.list()).toEqual(all.slice(0, 3));
  list.add({ name: "fourth", status: 200 });
  expect(list.list()).toEqual(all);
  list.add({ name: "fifth" });
  expect(list.list()).toEqual([...all.slice(1), { name: "fifth" }]);
});

test("an item that never becomes final is let go of like any other", () => {
  const list = new Newest<{ id: number; status?: number }>(3, ({ status }) => status !== undefined);
  list.add({ id: 0 });
  const kept = [1, 2, 3, 4, 5].map((id) => {
    list.add({ id, status: 200 });
    return list.list().map(({ id }) => id);
  });
  expect(kept).toEqual([
    [0, 1],
    [0, 1, 2],
    [1, 2, 3],
    [2, 3, 4],
    [3, 4, 5],
  ]);
});

test.each([
  ["large", 1_000_000, 4],
  ["small", 1, 40_000],
])("a list of %s items holds little more than its newest, however much is added", async (_, length, max) => {
  const list = new Newest<{ id: number; name: string }>(max);
  const name = "x".repeat(length);
  await collectGarbage();
  const before = process.memoryUsage().arrayBuffers;
  for (let id = 0; id < 10 * max; id++) list.add({ id, name });
  await collectGarbage();
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(2 * max * (length + 30));
  expect(list.list()).toHaveLength(max);
});

test("an item that is not final is let go of when it is not among the newest any more", async () => {
  const list = new Newest<object>(2, () => false);
  const items = [{}, {}, {}].map((item) => {
    list.add(item);
    return new WeakRef(item);
  });
  await collectGarbage();
  expect(items.map((item) => item.deref() !== undefined)).toEqual([false, true, true]);
  expect(list.list()).toHaveLength(2);
});

test.each([2, 9])("a list of at most %d gives copies, which nobody's changes reach", (max) => {
  const list = new Newest<{ id: number }>(max);
  for (const id of [1, 2, 3]) list.add({ id });
  const kept = max === 2 ? [{ id: 2 }, { id: 3 }] : [{ id: 1 }, { id: 2 }, { id: 3 }];
  const before = list.list();
  for (const item of before) item.id = 7;
  before.length = 0;
  expect(list.list()).toEqual(kept);
  const earlier = list.list();
  list.add({ id: 4 });
  list.clear();
  expect(earlier).toEqual(kept);
});

function plantJson(id: number): string {
  return JSON.stringify({ id, name: "Fern" });
}

test.each([
  [0, []],
  [1, [5]],
  [3, [3, 4, 5]],
  [Number.POSITIVE_INFINITY, [1, 2, 3, 4, 5]],
])("a store of at most %d plants keeps the newest, those of its seed included", async (maxPlants, ids) => {
  const plants = [1, 2].map((id) => ({ id, name: "Moss" }));
  const store = createPlantStore({ maxPlants, plants });
  for (const id of [3, 4, 5]) expect((await post(store, plantJson(id))).status).toBe(200);
  expect(store.plants.map(({ id }) => id)).toEqual(ids);
  store.reset();
  expect(store.plants).toEqual(plants.slice(Math.max(2 - maxPlants, 0)));
  expect(store.requests).toEqual([]);
});

test("duplicates are recognized also among the plants that the store keeps no longer", async () => {
  const store = createPlantStore({ maxPlants: 1, duplicates: "reject", plants: [{ id: 1, name: "Moss" }] });
  await post(store, plantJson(2));
  await post(store, plantJson(3));
  for (const id of [1, 2, 3]) {
    expect(await refusal(await post(store, plantJson(id)))).toBe(`\`id\` must be new: ${id} exists already`);
  }
  expect(store.plants).toEqual([{ id: 3, name: "Fern" }]);
  store.reset();
  expect((await post(store, plantJson(2))).status).toBe(200);
});

test("the default keeps the newest 100,000 plants", () => {
  const plants = Array.from({ length: 100_001 }, (_, id) => ({ id, name: "Fern" }));
  const kept = createPlantStore({ plants }).plants;
  expect(kept).toHaveLength(100_000);
  expect(kept[0]?.id).toBe(1);
});

const LIMITS = ["maxPlants", "maxRequests"] as const;
const NO_LIMITS = [-1, 1.5, Number.NaN, Number.NEGATIVE_INFINITY, 2 ** 53, "5", 5n, null, true];

test.each(LIMITS.flatMap((option) => NO_LIMITS.map((value) => ({ option, value }))))(
  "$option: $value is refused by name",
  ({ option, value }) => {
    expect(() => createPlantStore({ [option]: value } as PlantStoreOptions)).toThrow(
      new TypeError(`createPlantStore: \`${option}\` must be a whole number, 0 or more, or Infinity.`),
    );
  },
);

test("a number stays a number, however many requests come behind it", async () => {
  const store = createPlantStore();
  const fault = faults.status(400, { error: 2 ** 60, price: 1.5, most: Number.MAX_VALUE, message: "no" });
  store.enqueue(fault);
  for (const id of [1, 2, 3]) await post(store, plantJson(id));
  expect(store.requests[0]?.fault).toStrictEqual(fault);
});

test("a journal without limit keeps every request", async () => {
  const store = createPlantStore({ maxRequests: Number.POSITIVE_INFINITY });
  for (let id = 1; id <= 10_001; id++) await store.fetch(`https://plants.example/${id}`);
  expect(store.requests).toHaveLength(10_001);
});
