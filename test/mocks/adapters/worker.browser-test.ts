/** The store behind MSW's service worker in a page. */
import { setupWorker } from "msw/browser";
import { plantStoreHandlers } from "plant-store-sdk/mocks";
import { afterAll, beforeAll } from "vitest";
import { type Adapter, testAdapterContract } from "./adapter-contract.ts";
import { testAdapterFaults } from "./adapter-fault-contract.ts";

const worker = setupWorker();
// Quiet, because MSW's log reads a clone of every response and does not catch the error of one that fails.
beforeAll(() => worker.start({ quiet: true, onUnhandledFrame: "error" }));
afterAll(() => worker.stop());

let storeCount = 0;
const adapter: Adapter = async (store, onTestFinished) => {
  const baseUrl = `https://plants-${++storeCount}.example/api`;
  // MSW's worker stops only when every request has ended, and an aborted hang does not end: see below.
  onTestFinished(() => store.reset());
  worker.use(...plantStoreHandlers(store, { baseUrl }));
  return { baseUrl, fetch: (url, init) => fetch(url, init) };
};

testAdapterContract(adapter);
// MSW does not notify its handlers when the page aborts a request, so a delay continues.
testAdapterFaults(adapter, { hidesRedirects: true, hidesAborts: true, delaysHeaders: true, timeout: 2_000 });
