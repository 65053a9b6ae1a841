/**
 * Vitest with MSW: the app uses the global `fetch` as usual, and MSW's handlers respond.
 *
 *     npx vitest run --root examples/testing-vitest
 */
import { setupServer } from "msw/node";
import { faults, MockStore, mockHandlers } from "plant-store-sdk/mocks";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { addPlant } from "./nursery.ts";

const baseUrl = "https://plants.example";
vi.stubEnv("PLANT_STORE_BASE_URL", baseUrl);
vi.stubEnv("PLANT_STORE_TOKEN", "any");

const store = new MockStore({ plants: [{ id: 1, name: "Fern" }], rules: { duplicates: { status: 400 } } });
const server = setupServer(...mockHandlers(store, { baseUrl }));
beforeAll(() => server.listen({ onUnhandledFrame: "error" })); // in MSW 2: onUnhandledRequest
afterEach(() => store.clear());
afterAll(() => server.close());

test("confirms a new plant", async () => {
  expect(await addPlant({ id: 2, name: "Moss" })).toBe("Moss is in the store.");
  expect(store.plants).toContainEqual({ id: 2, name: "Moss" });
});

test("reports a plant that the service rejects", async () => {
  expect(await addPlant({ id: 1, name: "Moss" })).toMatch(/^Moss is not in the store: .*exists/);
});

test("retries after a 429", async () => {
  store.enqueue(faults.status(429, { headers: { "retry-after": "0" } }));
  expect(await addPlant({ id: 2, name: "Moss" })).toBe("Moss is in the store.");
  expect(store.requests.map(({ status }) => status)).toEqual([429, 200]);
});

test.each([
  ["a 503", faults.status(503), "Moss may be in the store. Ask before you try again."],
  ["a lost connection", faults.reset(), "Moss may be in the store. Ask before you try again."],
  ["a truncated response", faults.truncate(5), "Moss is in the store."],
])("shows the right message after %s", async (_title, fault, message) => {
  store.enqueue(fault);
  expect(await addPlant({ id: 2, name: "Moss" })).toBe(message);
  expect(store.requests).toHaveLength(1);
});
