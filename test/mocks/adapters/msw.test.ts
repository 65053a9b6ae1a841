/** The store behind MSW in Node. It runs twice: with the newer major of MSW, and with the older one. */
import { setupServer } from "msw/node";
import { createPlantStore, plantStoreHandlers } from "plant-store-sdk/mocks";
import { listen } from "plant-store-sdk/mocks/server";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { type Carry, testContract } from "./adapter-contract.ts";
import { testFaults } from "./adapter-fault-contract.ts";

const server = setupServer();
// What to do with other requests: MSW 3 goes by the first, MSW 2 by the second. Each lets them through without its own.
const strict = { onUnhandledFrame: "error", onUnhandledRequest: "error" } as const;
beforeAll(() => server.listen(strict));
afterAll(() => server.close());

let carried = 0;
const carry: Carry = async (store) => {
  const baseUrl = `https://plants-${++carried}.example/api`;
  server.use(...plantStoreHandlers(store, { baseUrl }));
  return { baseUrl, fetch };
};

testContract(carry);
testFaults(carry);

test("what is not the store's is left to MSW, which can keep it from the network", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {}); // Where MSW writes of it too.
  onTestFinished(() => {
    vi.restoreAllMocks();
  });
  const elsewhere = createPlantStore();
  await using listening = await listen(elsewhere);
  await carry(createPlantStore(), onTestFinished);
  await expect(fetch(`${listening.url}/plants`)).rejects.toThrow();
  expect(elsewhere.requests).toEqual([]);
});
