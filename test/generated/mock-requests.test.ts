/** Whatever the store is asked, it answers as the service does; and what it refuses leaves no trace. */
import { createPlantStore } from "plant-store-sdk/mocks/store";
import { expect } from "vitest";
import { expectService, type RequestSource, requests } from "./posted.ts";
import { property } from "./property.ts";
import { readValidPlant } from "./valid-plant.ts";

const seed = [
  { id: 1, name: "Fern" },
  { id: 2n ** 63n - 1n, name: "Moss", tag: "wet" },
];
const store = createPlantStore({ plants: seed });

/** Asks the store, and gives its answer and the plants that are new. */
async function ask({ path, method, headers, body }: RequestSource) {
  store.reset();
  const hasBody = method !== "GET" && method !== "HEAD";
  const response = await store.fetch(`https://plants.example${path}`, {
    method,
    headers,
    ...(hasBody && { body }),
  });
  const { plants } = store;
  expect(plants.slice(0, seed.length)).toStrictEqual(seed);
  return { response, added: plants.slice(seed.length) };
}

property(
  "a plant is answered 200 and kept where it is valid, and 400 and forgotten where it is not",
  requests,
  async (given) => {
    const request = { ...given, path: "/api/plants", method: "POST" };
    const { response, added } = await ask(request);
    const plant = readValidPlant(request);
    expect(response.status).toBe(plant === undefined ? 400 : 200);
    expect(added).toStrictEqual(plant === undefined ? [] : [plant]);
    expectService(response.status, await response.text());
    expect(response.headers.get("content-type")).toBe("application/json");
  },
);

property(
  "a request to any path, by any method, is answered as the service, a preflight or an Error",
  requests,
  async (request) => {
    const { response, added } = await ask(request);
    const method = request.method.toUpperCase(); // As `fetch` sends it.
    expectService(response.status, await response.text(), method);
    if (response.status !== 200 || method !== "POST") expect(added).toEqual([]);
  },
);
