/** The store behind MSW in Node. Runs with both supported majors of MSW. */
import { setupServer } from "msw/node";
import { MockStore, mockHandlers } from "plant-store-sdk/mocks";
import { listen } from "plant-store-sdk/mocks/server";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { type Adapter, testAdapterContract } from "./adapter-contract.ts";

const server = setupServer();
// MSW 3 reads the first option, MSW 2 the second. Without it, they let other requests through.
const strict = { onUnhandledFrame: "error", onUnhandledRequest: "error" } as const;
beforeAll(() => server.listen(strict));
afterAll(() => server.close());

let storeCount = 0;
const adapter: Adapter = async (store) => {
  const baseUrl = `https://plants-${++storeCount}.example/api`;
  server.use(...mockHandlers(store, { baseUrl }));
  return { baseUrl, fetch };
};

testAdapterContract(adapter);

test("leaves other requests to MSW, which can block them", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {}); // MSW also prints the error.
  const elsewhere = new MockStore();
  await using listening = await listen(elsewhere);
  await adapter(new MockStore(), onTestFinished);
  await expect(fetch(`${listening.url}/plants`)).rejects.toThrow();
  expect(elsewhere.requests).toEqual([]);
});
