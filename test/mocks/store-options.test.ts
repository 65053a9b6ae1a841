/** The options of the mock: defaults and validation. */
import type { NewPlant } from "plant-store-sdk";
import { faults, MockStore, type MockStoreOptions } from "plant-store-sdk/mocks/store";
import { expect, test, vi } from "vitest";
import { errorMessageOf, FERN, post } from "../support/post-plant.ts";

test.each([
  [[{ id: 1, name: "Fern" }, { id: 2 }], "`plants[1]` is invalid: `name` is missing; pass a string."],
  [[{ id: "1", name: "Fern" }], /`plants\[0\]` is invalid: `id` must be an integer from /],
  [[{ id: 2 ** 53, name: "Fern" }], /`plants\[0\]` is invalid: `id` .+ pass a bigint\.$/],
  [[null], /`plants\[0\]` is invalid: it must be an object with an id and a name\.$/],
  [new Array(1), /`plants\[0\]` is invalid/],
  [[{ id: 1, name: 7, tag: null }], /`plants\[0\]` .+ `name` must be a string; `tag` must be a string\.$/],
])("MockStore rejects the seed %j and names the invalid plant", (plants, message) => {
  const create = () => new MockStore({ plants: plants as NewPlant[] });
  expect(create).toThrow(TypeError);
  expect(create).toThrow(message);
});

const withFaults = (faults: unknown) => ({ chaos: { rate: 1, faults } });

test.each<[options: unknown, message: string]>([
  [{ auth: "on" }, '`auth` must be "required", "off" or a function.'],
  [{ auth: null }, '`auth` must be "required", "off" or a function.'],
  [{ validate: true }, "`validate` must be a function."],
  [{ rules: { version: 2 } }, "`rules` is invalid: `version` must be 1."],
  [{ plants: { id: 1, name: "Fern" } }, "`plants` must be an array of plants."],
  [null, "the options must be an object."],
  ...[-1, 2 ** 31, Number.NaN, "5", null, [], [1], [2, 1], [0, 1, 2], [0, "1"], [-1, 1]].map(
    (latency): [unknown, string] => [
      { latency },
      "`latency` must be milliseconds from 0 to 2147483647, or [min, max].",
    ],
  ),
  ...[0.1, "0.1", true].map((chaos): [unknown, string] => {
    return [{ chaos }, "`chaos` must be an object such as { rate: 0.1 }."];
  }),
  ...[undefined, -0.1, 1.1, Number.NaN, "0.1", null].map((rate): [unknown, string] => {
    return [{ chaos: { rate } }, "`chaos.rate` must be a number from 0 to 1."];
  }),
  ...[-1, 1.5, 2 ** 32, "7", null].map((seed): [unknown, string] => {
    return [{ chaos: { rate: 1, seed } }, "`chaos.seed` must be an integer from 0 to 4294967295."];
  }),
  ...[[], "reset", null].map((chosen): [unknown, string] => {
    return [withFaults(chosen), "`chaos.faults` must be an array of at least one fault."];
  }),
  [
    withFaults([faults.hang(), { type: "stall" }]),
    "`chaos.faults[1]` is invalid: `bytes` must be an integer of 0 or more.",
  ],
  [
    withFaults([faults.hang({ times: "always" })]),
    "`chaos.faults[0]` is invalid: it has the unknown field times.",
  ],
  ...["maxPlants", "maxRequests"].flatMap((option) =>
    [-1, 1.5, Number.NaN, Number.NEGATIVE_INFINITY, 2 ** 53, "5", null].map((value): [unknown, string] => {
      return [{ [option]: value }, `\`${option}\` must be an integer of 0 or more, or Infinity.`];
    }),
  ),
])("MockStore rejects %o and names the option", (options, message) => {
  expect(() => new MockStore(options as MockStoreOptions)).toThrow(new TypeError(`MockStore: ${message}`));
});

test.each<[string, object]>([
  ["`seed` is not an option. The options are plants, auth, ", { plants: [], seed: "s3cret" }],
  ["`chaos.sed` is not an option. The options are rate, ", { chaos: { rate: 1, sed: "s3cret" } }],
])("MockStore says that %s, without the value", (message, options) => {
  const create = () => new MockStore(options);
  expect(create).toThrow(TypeError);
  expect(create).toThrow(`MockStore: ${message}`);
  expect(create).not.toThrow("s3cret");
});

test("an undefined option has its default, and an unknown one is ignored", async () => {
  const store = new MockStore({
    plants: undefined,
    auth: undefined,
    rules: undefined,
    validate: undefined,
    latency: undefined,
    chaos: undefined,
    maxPlants: undefined,
    maxRequests: undefined,
    unknown: undefined,
  } as MockStoreOptions);
  expect(store.plants).toEqual([]);
  await errorMessageOf(await post(store, FERN, { authorization: undefined }));
  await post(store, FERN);
  await post(store, FERN);
  expect(store.requests.map(({ status }) => status)).toEqual([400, 200, 200]);
});

test("MockStore throws on a Node that would silently round large ids", () => {
  vi.stubGlobal("process", { versions: { node: "20.20.2" } });
  expect(() => new MockStore()).toThrow("MockStore needs Node 22.13 or later, but this is Node 20.20.2.");
  // A page may have a `process` without versions.
  for (const process of [{ versions: { node: "22.13.0" } }, { env: {} }, undefined]) {
    vi.stubGlobal("process", process);
    expect(new MockStore().plants).toEqual([]);
  }
});
