/** The mock in a page's service worker. */
import { setupWorker } from "msw/browser";
import { createPlant } from "plant-store-sdk";
import { createPlantStore, plantStoreHandlers } from "plant-store-sdk/mocks";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { plant, token } from "./open-peer.ts";

const store = createPlantStore();
const worker = setupWorker(...plantStoreHandlers(store, { baseUrl: "*" }));
beforeAll(() => worker.start({ quiet: true, onUnhandledFrame: "error" }));
beforeEach(() => store.reset());
afterAll(() => worker.stop());

test.for(["/api", "https://plants.example/api", "http://127.0.0.1:4010"])(
  "a mock in the service worker creates plants at the base URL %s",
  async (baseUrl) => {
    expect(await createPlant(plant, { baseUrl, token })).toEqual({ name: "Fern" });
    expect(store.plants).toEqual([plant]);
    const url = new URL(`${baseUrl}/plants`, location.href).href;
    expect(store.requests).toMatchObject([{ url, token, status: 200 }]);
  },
);
