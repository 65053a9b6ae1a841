/**
 * Vitest and MSW: the application sends its requests as it always does, and the handlers answer them.
 *
 *     npx vitest run --root examples/testing-vitest
 */
import { setupServer } from "msw/node";
import { createPlantStore, faults, plantStoreHandlers } from "plant-store-sdk/mocks";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { addPlant } from "./nursery.ts";

vi.stubEnv("PLANT_STORE_BASE_URL", "https://plants.example");
vi.stubEnv("PLANT_STORE_TOKEN", "any");

const store = createPlantStore({ plants: [{ id: 1, name: "Fern" }], duplicates: "reject" });
const server = setupServer(...plantStoreHandlers(store));
beforeAll(() => server.listen({ onUnhandledFrame: "error" })); // in MSW 2: onUnhandledRequest
afterEach(() => store.reset());
afterAll(() => server.close());

test("a new plant is in the store", async () => {
  expect(await addPlant({ id: 2, name: "Moss" })).toBe("Moss is in the store.");
  expect(store.plants).toContainEqual({ id: 2, name: "Moss" });
});

test("a plant that the store refuses is not", async () => {
  expect(await addPlant({ id: 1, name: "Moss" })).toMatch(/^Moss is not in the store: .*already exists/);
});

test("a store that is busy is asked again", async () => {
  store.enqueue(faults.rateLimit(0));
  expect(await addPlant({ id: 2, name: "Moss" })).toBe("Moss is in the store.");
  expect(store.requests.map(({ status }) => status)).toEqual([429, 200]);
});

test.each([
  ["answers 503", faults.status(503), "Moss may be in the store. Ask before you try again."],
  ["loses the connection", faults.reset(), "Moss may be in the store. Ask before you try again."],
  ["says yes, and the rest of its answer is lost", faults.truncate(5), "Moss is in the store."],
])("the user of a store that %s is told the truth", async (_what, fault, sentence) => {
  store.enqueue(fault);
  expect(await addPlant({ id: 2, name: "Moss" })).toBe(sentence);
  expect(store.requests).toHaveLength(1);
});
