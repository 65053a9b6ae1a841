/** Requests that wait for an answer behind MSW in Node: what happens to them when the client, or the test, gives up. */
import { setupServer } from "msw/node";
import {
  createPlantStore,
  type Fault,
  faults,
  type PlantStore,
  plantStoreHandlers,
} from "plant-store-sdk/mocks";
import { expect, onTestFinished, test, vi } from "vitest";
import { FERN, JSON_HEADERS, URL_OF_PLANTS } from "./posting.ts";

const POST = { method: "POST", body: FERN, headers: JSON_HEADERS };
/** As long as a timer can wait: no test waits so long. */
const FOREVER = 2 ** 31 - 1;

/** A store behind MSW, for this test, that is to commit these faults. */
function intercept(...toCommit: Fault[]) {
  const store = createPlantStore();
  store.enqueue(...toCommit);
  const { mock } = vi.spyOn(store as { fetch: PlantStore["fetch"] }, "fetch");
  const server = setupServer(...plantStoreHandlers(store));
  server.listen({ onUnhandledFrame: "error" });
  onTestFinished(() => server.close());
  /** What became of the first request in the store. */
  const outcome = () =>
    mock.results[0]?.value.then(
      ({ status }: Response) => `answered ${status}`,
      (error: Error) => (error instanceof TypeError ? "lost" : "dropped"),
    );
  return { store, outcome };
}

async function received(store: PlantStore, requests = 1): Promise<void> {
  while (store.requests.length < requests) await new Promise(setImmediate);
}

const WAITS: [string, Fault][] = [
  ["hung", faults.hang()],
  ["delayed", faults.delay(FOREVER)],
];

test.each(WAITS)("a %s request whose client aborts is dropped by the store, too", async (_wait, fault) => {
  const { store, outcome } = intercept(fault);
  const controller = new AbortController();
  const pending = fetch(URL_OF_PLANTS, { ...POST, signal: controller.signal });
  pending.catch(() => {});
  await received(store);
  const reason = new Error("enough");
  controller.abort(reason);
  await expect(pending).rejects.toBe(reason);
  expect(await outcome()).toBe("dropped");
  expect(store.plants).toEqual([]);
  expect(store.requests).toHaveLength(1);
  expect(store.requests[0]).toMatchObject({ fault });
  expect(store.requests[0]).not.toHaveProperty("status");
});

test("the fault after one whose client gave up is for the next request", async () => {
  const { store } = intercept(faults.hang(), faults.status(503));
  const controller = new AbortController();
  const pending = fetch(URL_OF_PLANTS, { ...POST, signal: controller.signal });
  pending.catch(() => {});
  await received(store);
  controller.abort();
  await expect(pending).rejects.toMatchObject({ name: "AbortError" });
  expect((await fetch(URL_OF_PLANTS, POST)).status).toBe(503);
  expect((await fetch(URL_OF_PLANTS, POST)).status).toBe(200);
  expect(store.plants).toHaveLength(1);
});
