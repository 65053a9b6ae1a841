/** The store behind MSW in a page, where a service worker hands the page's requests back to the page. */
import { setupWorker } from "msw/browser";
import { plantStoreHandlers } from "plant-store-sdk/mocks";
import { afterAll, beforeAll } from "vitest";
import { type Carry, testContract } from "../contract.ts";
import { testFaults } from "../fault-contract.ts";

const worker = setupWorker();
// Quiet, because MSW's log reads a copy of every answer, and does not catch the error of one that breaks off.
beforeAll(() => worker.start({ quiet: true, onUnhandledFrame: "error" }));
afterAll(() => worker.stop());

let carried = 0;
const carry: Carry = async (store, onTestFinished) => {
  const baseUrl = `https://plants-${++carried}.example/api`;
  // MSW's worker does not stop before every request has ended, and a hang that the page aborted goes on: see below.
  onTestFinished(() => store.reset());
  worker.use(...plantStoreHandlers(store, { baseUrl }));
  return { baseUrl, fetch: (url, init) => fetch(url, init) };
};

testContract(carry);
// MSW does not tell its handlers that the page aborted a request: a wait goes on, and what follows it comes of it.
testFaults(carry, { hidesRedirects: true, hidesAborts: true, patience: 2_000 });
