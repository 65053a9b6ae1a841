/** A bug in the mock: it is logged and becomes a 500, so that it never looks like a lost connection. */

import { MockStore, mockHandlers } from "plant-store-sdk/mocks";
import { listen } from "plant-store-sdk/mocks/server";
import { expect, onTestFinished, test, vi } from "vitest";
import { StoredPlants } from "../../mocks/service/stored-plants.ts";
import { errorMessageOf, PLANTS_URL, POST } from "../support/post-plant.ts";
import { throwing } from "../support/throwing.ts";
import { intercept } from "./intercept.ts";

test.each<[adapter: string, post: (store: MockStore) => Promise<Response>]>([
  ["store.fetch", (store) => store.fetch(PLANTS_URL, POST)],
  [
    "a port",
    async (store) => {
      const server = await listen(store);
      onTestFinished(() => server.close());
      return fetch(`${server.url}/plants`, POST);
    },
  ],
  [
    "MSW",
    (store) => {
      intercept(mockHandlers(store, { baseUrl: "*" }));
      return fetch(PLANTS_URL, POST);
    },
  ],
])("an unexpected error is logged, and %s responds with 500", async (_, post) => {
  const bug = new Error("a bug");
  const log = vi.spyOn(console, "error").mockImplementation(() => {});
  vi.spyOn(StoredPlants.prototype, "create").mockImplementation(throwing(bug));
  const store = new MockStore();
  const response = await post(store);
  expect(await errorMessageOf(response, 500)).toContain("the mock failed unexpectedly");
  expect(log).toHaveBeenCalledExactlyOnceWith(expect.stringContaining("unexpected error"), bug);
  expect(store.requests).toMatchObject([{ status: 500 }]);
});
