/** The state of the mock: seeded plants, plants, journal and options. */
import { inspect } from "node:util";
import type { NewPlant } from "plant-store-sdk";
import { createPlantStore, faults, type PlantStoreOptions } from "plant-store-sdk/mocks/store";
import { expect, onTestFinished, test, vi } from "vitest";
import { TOKEN } from "../support/client.ts";
import { errorMessageOf, FERN, PLANTS_URL, post } from "../support/post-plant.ts";

test("the store starts with the seeded plants and returns to them on reset", async () => {
  const plants = [
    { id: 1n, name: "Fern", tag: undefined },
    { id: 2n ** 63n - 1n, name: "Moss", tag: "indoor", colour: "green" },
  ];
  const seeded = [
    { id: 1, name: "Fern" },
    { id: 2n ** 63n - 1n, name: "Moss", tag: "indoor" },
  ];
  const store = createPlantStore({ plants });
  plants.pop();
  expect(store.plants).toStrictEqual(seeded);
  await post(store, FERN);
  expect(store.plants).toHaveLength(3);
  expect(store.requests).toHaveLength(1);
  store.reset();
  expect(store.plants).toStrictEqual(seeded);
  expect(store.requests).toEqual([]);
});

test("the journal shows the status of a delayed request even if others follow", async () => {
  const store = createPlantStore();
  store.enqueue(faults.delay(1));
  await Promise.all([post(store, FERN), post(store, FERN), post(store, FERN)]);
  expect(store.requests.map(({ status }) => status)).toEqual([200, 200, 200]);
});

test("createPlantStore works in a page whose `process` polyfill has no versions", () => {
  vi.stubGlobal("process", { env: {} });
  onTestFinished(() => void vi.unstubAllGlobals());
  expect(createPlantStore().plants).toEqual([]);
});

test.each([
  [[{ id: 1, name: "Fern" }, { id: 2 }], "`plants[1]` is invalid: `name` is missing; pass a string."],
  [[{ id: "1", name: "Fern" }], /`plants\[0\]` is invalid: `id` must be an integer from /],
  [[{ id: 2 ** 53, name: "Fern" }], /`plants\[0\]` is invalid: `id` .+ pass a bigint\.$/],
  [[null], /`plants\[0\]` is invalid: it must be an object with an id and a name\.$/],
  [[{ id: 1, name: 7, tag: null }], /`plants\[0\]` .+ `name` must be a string; `tag` must be a string\.$/],
])("createPlantStore rejects the seed %j and names the invalid plant", (plants, message) => {
  const create = () => createPlantStore({ plants: plants as NewPlant[] });
  expect(create).toThrow(TypeError);
  expect(create).toThrow(message);
});

test.each([
  [{ auth: "on" }, 'createPlantStore: `auth` must be "required", "off" or a function.'],
  [{ auth: null }, 'createPlantStore: `auth` must be "required", "off" or a function.'],
  [{ unauthorizedStatus: 403 }, "createPlantStore: `unauthorizedStatus` must be 400 or 401."],
  [{ duplicates: true }, 'createPlantStore: `duplicates` must be "accept" or "reject".'],
  [{ plants: { id: 1, name: "Fern" } }, "createPlantStore: `plants` must be an array of plants."],
])("createPlantStore rejects %j and names the option", (options, message) => {
  expect(() => createPlantStore(options as PlantStoreOptions)).toThrow(new TypeError(message));
});

const invalidLimits = [-1, 1.5, Number.NaN, Number.NEGATIVE_INFINITY, 2 ** 53, "5", 5n, null, true];

test.each(
  ["maxPlants", "maxRequests"].flatMap((option) => invalidLimits.map((value) => ({ option, value }))),
)("createPlantStore rejects $option: $value and names the option", ({ option, value }) => {
  const message = `createPlantStore: \`${option}\` must be an integer of 0 or more, or Infinity.`;
  expect(() => createPlantStore({ [option]: value } as PlantStoreOptions)).toThrow(new TypeError(message));
});

test("an undefined option has its default", async () => {
  const store = createPlantStore({
    plants: undefined,
    auth: undefined,
    unauthorizedStatus: undefined,
    duplicates: undefined,
    maxPlants: undefined,
    maxRequests: undefined,
  });
  expect(store.plants).toEqual([]);
  await errorMessageOf(await post(store, FERN, { authorization: undefined }));
  await post(store, FERN);
  await post(store, FERN);
  expect(store.requests.map(({ status }) => status)).toEqual([400, 200, 200]);
});

test("the journal holds each request with its raw body, its plant and its status, oldest first", async () => {
  const store = createPlantStore();
  await post(store, '{ "id": 2e0, "name": "Moss", "tag": "wet" }');
  await post(store, "not JSON", { authorization: "Bearer other" });
  await store.fetch("https://plants.example/other?a=1", { method: "PUT", body: "x" });
  expect(store.requests).toEqual([
    {
      method: "POST",
      url: PLANTS_URL,
      body: '{ "id": 2e0, "name": "Moss", "tag": "wet" }',
      plant: { id: 2, name: "Moss", tag: "wet" },
      token: TOKEN,
      status: 200,
    },
    { method: "POST", url: PLANTS_URL, body: "not JSON", token: "other", status: 400 },
    { method: "PUT", url: "https://plants.example/other?a=1", body: "x", status: 404 },
  ]);
});

test.each([
  [0, []],
  [1, [5]],
  [3, [3, 4, 5]],
  [9, [1, 2, 3, 4, 5]],
  [Number.POSITIVE_INFINITY, [1, 2, 3, 4, 5]],
])("maxRequests %d keeps the newest requests", async (maxRequests, ids) => {
  const store = createPlantStore({ maxRequests });
  for (const id of [1, 2, 3, 4, 5]) await post(store, `{"id":${id},"name":"Fern"}`);
  expect(store.requests.map(({ plant }) => plant?.id)).toEqual(ids);
  expect(store.plants).toHaveLength(5);
});

test("the journal keeps the newest 10,000 requests by default", async () => {
  const store = createPlantStore();
  for (let id = 1; id <= 10_001; id++) await store.fetch(`https://plants.example/${id}`);
  const { requests } = store;
  expect(requests).toHaveLength(10_000);
  expect(requests[0]?.url).toBe("https://plants.example/2");
});

test.each([
  [0, []],
  [1, [5]],
  [3, [3, 4, 5]],
  [Number.POSITIVE_INFINITY, [7, 8, 1, 2, 3, 4, 5]],
])("maxPlants %d keeps the newest plants and still rejects every duplicate", async (maxPlants, ids) => {
  const plants = [7, 8].map((id) => ({ id, name: "Moss" }));
  const store = createPlantStore({ maxPlants, duplicates: "reject", plants });
  for (const id of [1, 2, 3, 4, 5]) await post(store, `{"id":${id},"name":"Fern"}`);
  expect(store.plants.map(({ id }) => id)).toEqual(ids);
  for (const id of [7, 1, 5]) await errorMessageOf(await post(store, `{"id":${id},"name":"Fern"}`));
  store.reset();
  expect(store.plants).toEqual(plants.slice(Math.max(2 - maxPlants, 0)));
});

test("the store keeps the newest 100,000 plants by default", () => {
  const plants = Array.from({ length: 100_001 }, (_, id) => ({ id, name: "Fern" }));
  const kept = createPlantStore({ plants }).plants;
  expect(kept).toHaveLength(100_000);
  expect(kept[0]?.id).toBe(1);
});

test('reset() removes the ids of created plants from duplicates "reject"', async () => {
  const store = createPlantStore({ duplicates: "reject", plants: [{ id: 7, name: "Moss" }] });
  await post(store, FERN);
  store.reset();
  expect((await post(store, FERN)).status).toBe(200);
  await errorMessageOf(await post(store, '{"id":7,"name":"Fern"}'));
});

test("store.plants and store.requests are copies", async () => {
  const store = createPlantStore({ plants: [{ id: 7, name: "Moss" }] });
  await post(store, FERN);
  const [plants, requests] = [store.plants, store.requests];
  for (const plant of plants) plant.name = "changed";
  for (const request of requests) request.plant = { id: 0, name: "changed" };
  plants.length = 0;
  requests.length = 0;
  expect(store.plants).toEqual([
    { id: 7, name: "Moss" },
    { id: 1, name: "Fern" },
  ]);
  expect(store.requests).toMatchObject([{ plant: { id: 1, name: "Fern" } }]);
  store.reset();
  expect(store.plants).toEqual([{ id: 7, name: "Moss" }]);
});

test("two stores with the same options are independent", async () => {
  const options: PlantStoreOptions = { plants: [{ id: 7, name: "Moss" }], duplicates: "reject" };
  const [one, other] = [createPlantStore(options), createPlantStore(options)];
  await post(one, FERN);
  expect(other.plants).toEqual([{ id: 7, name: "Moss" }]);
  expect(other.requests).toEqual([]);
  expect((await post(other, FERN)).status).toBe(200);
  one.reset();
  expect(other.plants).toHaveLength(2);
});

test("createPlantStore rejects a seed with a hole", () => {
  const plants = new Array<NewPlant>(1);
  expect(() => createPlantStore({ plants })).toThrow("`plants[0]` is invalid");
});

test("inspect(store) shows counts and queued faults, but no token", async () => {
  const store = createPlantStore();
  store.enqueue(faults.reset(), faults.hang());
  await post(store, FERN).catch(() => {});
  expect(inspect(store, { breakLength: Number.POSITIVE_INFINITY })).toBe(
    "{ plants: 0, requests: 1, faults: [ { type: 'hang', afterCreate: false } ] }",
  );
});

test("createPlantStore throws on a Node that would silently round large ids", () => {
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.stubGlobal("process", { versions: { node: "20.20.2" } });
  expect(() => createPlantStore()).toThrow(
    "createPlantStore: the mock needs Node 22.12 or later, but this is Node 20.20.2. Update Node.",
  );
  for (const process of [{ versions: { node: "22.12.0" } }, undefined]) {
    vi.stubGlobal("process", process);
    expect(createPlantStore().plants).toEqual([]);
  }
});
