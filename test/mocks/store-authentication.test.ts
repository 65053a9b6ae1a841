/** The function that decides whom the reference store lets create plants. */
import { createPlantStore } from "plant-store-sdk/mocks/store";
import { expect, test } from "vitest";
import { errorMessageOf, FERN, post } from "../support/post-plant.ts";

test("the function is asked with the token alone, and only where there is one", async () => {
  const asked: unknown[][] = [];
  const store = createPlantStore({
    auth: (...args) => {
      asked.push(args);
      return args[0] === "good";
    },
  });
  for (const authorization of ["Bearer good", "Bearer bad", undefined]) {
    await post(store, FERN, { authorization });
  }
  expect(asked).toEqual([["good"], ["bad"]]);
  expect(store.requests.map(({ status }) => status)).toEqual([200, 400, 400]);
});

test.each([
  [
    "throws",
    (token: string) => fail(new Error(`${token}?`)),
    "the `auth` function of this mock failed: [token]?",
  ],
  [
    "throws what nobody can print",
    () => fail(Object.create(null)),
    "the `auth` function of this mock failed: it threw no Error",
  ],
  [
    "gives a promise that is rejected",
    async () => fail(new Error("late")),
    "the `auth` function of this mock must return true or false",
  ],
  ["gives a promise", async () => true, "the `auth` function of this mock must return true or false"],
  ["gives nothing", () => {}, "the `auth` function of this mock must return true or false"],
])("a function that %s refuses the request, and says so", async (_what, auth, message) => {
  const store = createPlantStore({ auth: auth as () => boolean, unauthorizedStatus: 401 });
  expect(await errorMessageOf(await post(store, FERN))).toBe(message);
  expect(store.plants).toEqual([]);
});

function fail(error: unknown): never {
  throw error;
}
