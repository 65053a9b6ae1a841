/** What is kept when there is more than a store may hold: of a list, and of a store's plants. */
import * as fc from "fast-check";
import { createPlantStore, type PlantStoreOptions } from "plant-store-sdk/mocks/store";
import { expect, test } from "vitest";
import { Newest } from "../mocks/newest.ts";
import { post, refusal } from "./posting.ts";

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

test("whatever is added and cleared, the list holds the newest since, in the order in which they were added", () => {
  const max = fc.oneof(fc.nat(6), fc.constant(Number.POSITIVE_INFINITY));
  const steps = fc.array(fc.oneof({ weight: 9, arbitrary: fc.nat() }, fc.constant("clear" as const)), {
    maxLength: 40,
  });
  fc.assert(
    fc.property(max, steps, (max, steps) => {
      const list = new Newest<number>(max);
      let added: number[] = [];
      for (const step of steps) {
        if (step === "clear") list.clear();
        else list.add(step);
        added = step === "clear" ? [] : [...added, step];
        expect(list.list()).toEqual(added.slice(Math.max(added.length - max, 0)));
      }
    }),
  );
});

test.each([2, 9])("a list of at most %d gives copies of itself, which nobody's changes reach", (max) => {
  const list = new Newest<string>(max);
  for (const item of ["a", "b", "c"]) list.add(item);
  const before = list.list();
  before.length = 0;
  expect(list.list()).toEqual(max === 2 ? ["b", "c"] : ["a", "b", "c"]);
  const earlier = list.list();
  list.add("d");
  list.clear();
  expect(earlier).toEqual(max === 2 ? ["b", "c"] : ["a", "b", "c"]);
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

test("a journal without limit keeps every request", async () => {
  const store = createPlantStore({ maxRequests: Number.POSITIVE_INFINITY });
  for (let id = 1; id <= 10_001; id++) await store.fetch(`https://plants.example/${id}`);
  expect(store.requests).toHaveLength(10_001);
});
