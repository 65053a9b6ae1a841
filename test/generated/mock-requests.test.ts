/** The store responds to every request like the service, and a rejected request changes nothing. */
import { MockStore } from "plant-store-sdk/mocks/store";
import { expect } from "vitest";
import { type AnyRequest, anyRequest } from "./any-request.ts";
import { expectedPlant } from "./expected-plant.ts";
import { property } from "./property.ts";
import { expectServiceResponse } from "./service-response.ts";

const seed = [
  { id: 1, name: "Fern" },
  { id: 2n ** 63n - 1n, name: "Moss", tag: "wet" },
];
const store = new MockStore({ plants: seed });

/** Sends a request to the store. Returns the response and the plants that it created. */
async function send({ path, method, headers, body }: AnyRequest) {
  store.clear();
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
  "POST /plants creates a valid plant with status 200, and rejects an invalid one with 400, or 413 if it is too long",
  anyRequest,
  async (generated) => {
    const request = { ...generated, path: "/api/plants", method: "POST" };
    const { response, added } = await send(request);
    const plant = expectedPlant(request);
    expect(plant === undefined ? [400, 413] : [200]).toContain(response.status);
    expect(added).toStrictEqual(plant === undefined ? [] : [plant]);
    expectServiceResponse(response.status, await response.text());
    expect(response.headers.get("content-type")).toBe("application/json");
  },
);

property(
  "every request gets a Plant, an Error, or the response to a preflight or a health check",
  anyRequest,
  async (request) => {
    const { response, added } = await send(request);
    const method = request.method.toUpperCase(); // `fetch` sends standard methods in upper case.
    expectServiceResponse(response.status, await response.text(), method);
    if (response.status !== 200 || method !== "POST") expect(added).toEqual([]);
  },
);
