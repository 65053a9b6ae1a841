/** The store behind MSW's service worker in a page. */
import { setupWorker } from "msw/browser";
import { mockHandlers } from "plant-store-sdk/mocks";
import { afterAll, beforeAll } from "vitest";
import { type Adapter, testAdapterContract } from "./adapter-contract.ts";

const worker = setupWorker();
// Quiet, because MSW's log reads a clone of every response and does not catch the error of one that fails.
beforeAll(() => worker.start({ quiet: true, onUnhandledFrame: "error" }));
afterAll(() => worker.stop());

let storeCount = 0;
const adapter: Adapter = async (store) => {
  const baseUrl = `https://plants-${++storeCount}.example/api`;
  worker.use(...mockHandlers(store, { baseUrl }));
  return { baseUrl, fetch: (url, init) => fetch(url, init) };
};

testAdapterContract(adapter);
