/** The `auth` function of the mock. */
import { createPlantStore } from "plant-store-sdk/mocks/store";
import { expect, test } from "vitest";
import { errorMessageOf, FERN, post } from "../support/post-plant.ts";

test("the `auth` function receives only the token, and only if there is one", async () => {
  const calls: unknown[][] = [];
  const store = createPlantStore({
    auth: (...args) => {
      calls.push(args);
      return args[0] === "good";
    },
  });
  for (const authorization of ["Bearer good", "Bearer bad", undefined]) {
    await post(store, FERN, { authorization });
  }
  expect(calls).toEqual([["good"], ["bad"]]);
  expect(store.requests.map(({ status }) => status)).toEqual([200, 400, 400]);
});

test.each([
  [
    "throws",
    (token: string) => fail(new Error(`${token}?`)),
    "the `auth` function of this mock failed: [token]?",
  ],
  [
    "throws a value that cannot be printed",
    () => fail(Object.create(null)),
    "the `auth` function of this mock failed: it threw no Error",
  ],
  [
    "returns a promise that rejects",
    async () => fail(new Error("late")),
    "the `auth` function of this mock must return true or false",
  ],
  ["returns a promise", async () => true, "the `auth` function of this mock must return true or false"],
  ["returns nothing", () => {}, "the `auth` function of this mock must return true or false"],
])("an `auth` function that %s rejects the request with a message", async (_what, auth, message) => {
  const store = createPlantStore({ auth: auth as () => boolean, unauthorizedStatus: 401 });
  expect(await errorMessageOf(await post(store, FERN))).toBe(message);
  expect(store.plants).toEqual([]);
});

function fail(error: unknown): never {
  throw error;
}
