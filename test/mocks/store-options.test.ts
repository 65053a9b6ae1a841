/** The options of the mock: defaults and validation. */
import type { NewPlant } from "plant-store-sdk";
import { createPlantStore, faults, type PlantStoreOptions } from "plant-store-sdk/mocks/store";
import { expect, onTestFinished, test, vi } from "vitest";
import { errorMessageOf, FERN, post } from "../support/post-plant.ts";

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

test.each<[options: unknown, message: string]>([
  [{ auth: "on" }, 'createPlantStore: `auth` must be "required", "off" or a function.'],
  [{ auth: null }, 'createPlantStore: `auth` must be "required", "off" or a function.'],
  [{ validate: true }, "createPlantStore: `validate` must be a function."],
  [{ rules: { version: 2 } }, "createPlantStore: `rules`: `version` must be 1."],
  [{ plants: { id: 1, name: "Fern" } }, "createPlantStore: `plants` must be an array of plants."],
  [null, "createPlantStore: the options must be an object."],
  ...[-1, 2 ** 31, Number.NaN, "5", null, [], [1], [2, 1], [0, 1, 2], [0, "1"], [-1, 1]].map(
    (latency): [unknown, string] => [
      { latency },
      "createPlantStore: `latency` must be milliseconds from 0 to 2147483647, or [min, max].",
    ],
  ),
  ...[0.1, null, "0.1", true].map((chaos): [unknown, string] => [
    { chaos },
    "createPlantStore: `chaos` must be an object such as { rate: 0.1 }.",
  ]),
  ...[undefined, -0.1, 1.1, Number.NaN, "0.1", null].map((rate): [unknown, string] => [
    { chaos: { rate } },
    "createPlantStore: `chaos.rate` must be a number from 0 to 1.",
  ]),
  ...[-1, 1.5, 2 ** 32, "7", null].map((seed): [unknown, string] => [
    { chaos: { rate: 1, seed } },
    "createPlantStore: `chaos.seed` must be an integer from 0 to 4294967295.",
  ]),
  ...[[], "reset", null].map((chosen): [unknown, string] => [
    { chaos: { rate: 1, faults: chosen } },
    "createPlantStore: `chaos.faults` must be an array of at least one fault.",
  ]),
  [
    { chaos: { rate: 1, faults: [faults.hang(), { type: "stall" }] } },
    "createPlantStore: `chaos.faults[1]` is not a valid fault: `bytes` must be an integer of 0 or more.",
  ],
  [
    { chaos: { rate: 1, faults: [faults.hang({ times: "always" })] } },
    "createPlantStore: `chaos.faults[0]` is not a valid fault: it has the unknown field times.",
  ],
])("createPlantStore rejects %j and names the option", (options, message) => {
  expect(() => createPlantStore(options as PlantStoreOptions)).toThrow(new TypeError(message));
});

test.each([
  [
    "createPlantStore",
    { plants: [], seed: "s3cret" },
    "`seed` is not an option. The options are plants, auth, ",
  ],
  [
    "createPlantStore: `chaos`",
    { chaos: { rate: 1, sed: 7 } },
    "`sed` is not an option. The options are rate, ",
  ],
])("%s rejects an unknown option and names it, but not its value", (caller, options, message) => {
  const create = () => createPlantStore(options as PlantStoreOptions);
  expect(create).toThrow(TypeError);
  expect(create).toThrow(`${caller}: ${message}`);
  expect(create).not.toThrow("s3cret");
});

test("an unknown option that is undefined is ignored", () => {
  createPlantStore({ seed: undefined } as PlantStoreOptions);
});

test("options can come from the getters of a class, but not from Object.prototype", async () => {
  class Options {
    get rules() {
      return { unauthorized: { status: 401 } };
    }
  }
  Object.defineProperty(Object.prototype, "auth", { value: "off", configurable: true });
  onTestFinished(() => {
    Reflect.deleteProperty(Object.prototype, "auth");
  });
  const store = createPlantStore(new Options());
  expect((await post(store, FERN, { authorization: undefined })).status).toBe(401);
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
    rules: undefined,
    validate: undefined,
    latency: undefined,
    chaos: undefined,
    maxPlants: undefined,
    maxRequests: undefined,
  });
  expect(store.plants).toEqual([]);
  await errorMessageOf(await post(store, FERN, { authorization: undefined }));
  await post(store, FERN);
  await post(store, FERN);
  expect(store.requests.map(({ status }) => status)).toEqual([400, 200, 200]);
});

test("createPlantStore rejects a seed with a hole", () => {
  const plants = new Array<NewPlant>(1);
  expect(() => createPlantStore({ plants })).toThrow("`plants[0]` is invalid");
});

test("createPlantStore throws on a Node that would silently round large ids", () => {
  vi.stubGlobal("process", { versions: { node: "20.20.2" } });
  expect(() => createPlantStore()).toThrow(
    "createPlantStore: the mock needs Node 22.12 or later, but this is Node 20.20.2. Update Node.",
  );
  for (const process of [{ versions: { node: "22.12.0" } }, undefined]) {
    vi.stubGlobal("process", process);
    expect(createPlantStore().plants).toEqual([]);
  }
});

test("createPlantStore works in a page whose `process` polyfill has no versions", () => {
  vi.stubGlobal("process", { env: {} });
  expect(createPlantStore().plants).toEqual([]);
});
