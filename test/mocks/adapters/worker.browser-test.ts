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
  // MSW's worker does not stop before every request has ended, and a hang that the page aborted goes on: see below.
  onTestFinished(() => store.reset());
  worker.use(...plantStoreHandlers(store, { baseUrl }));
  return { baseUrl, fetch: (url, init) => fetch(url, init) };
};

testAdapterContract(adapter);
// MSW does not notify its handlers when the page aborts a request, so that a delay goes on.
testAdapterFaults(adapter, { hidesRedirects: true, hidesAborts: true, patience: 2_000 });
