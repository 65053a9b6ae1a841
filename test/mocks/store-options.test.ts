/** The options of the mock: defaults and validation. */
import type { NewPlant } from "plant-store-sdk";
import { faults, MockStore, type MockStoreOptions } from "plant-store-sdk/mocks/store";
import { expect, test, vi } from "vitest";

test.each([
  [[{ id: 1, name: "Fern" }, { id: 2 }], "`plants[1]` is invalid: `name` is missing; pass a string."],
  [[{ id: "1", name: "Fern" }], /`plants\[0\]` is invalid: `id` must be an integer from /],
  [
    [{ id: 2 ** 53, name: "Fern" }],
    /`plants\[0\]` is invalid: `id` .+ pass a bigint \(in JSON: only digits\)\.$/,
  ],
  [[null], /`plants\[0\]` is invalid: it must be an object with an id and a name\.$/],
  [new Array(1), /`plants\[0\]` is invalid/],
  [[{ id: 1, name: 7, tag: null }], /`plants\[0\]` .+ `name` must be a string; `tag` must be a string\.$/],
])("MockStore rejects the seed %j and names the invalid plant", (plants, message) => {
  const create = () => new MockStore({ plants: plants as NewPlant[] });
  expect(create).toThrow(TypeError);
  expect(create).toThrow(message);
});

test.each<[options: MockStoreOptions, message: string]>([
  [{ rules: { version: 2 } as never }, "`rules` is invalid: `version` must be 1."],
  [
    { chaos: { rate: 1, faults: [faults.hang(), { type: "stall" } as never] } },
    "`chaos.faults[1]` is invalid: `bytes` must be an integer of 0 or more.",
  ],
  [
    { chaos: { rate: 1, faults: [faults.hang({ times: "always" })] } },
    "`chaos.faults[0]` is invalid: it has the unknown field times.",
  ],
])("MockStore rejects %o and names what is wrong in it", (options, message) => {
  expect(() => new MockStore(options)).toThrow(new TypeError(`MockStore: ${message}`));
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
