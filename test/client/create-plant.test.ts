import { createPlant, safeCreatePlant } from "plant-store-sdk";
import { createPlantStore } from "plant-store-sdk/mocks/store";
import { expect, test } from "vitest";

import { TOKEN, testClient, testOptions } from "../support/client.ts";

test("createPlant gives the plant as the store answered it", async () => {
  const store = createPlantStore();
  const plant = await createPlant(
    { id: 42, name: "Fern", tag: "indoor" },
    { ...testOptions, fetch: store.fetch },
  );
  expect(plant).toEqual({ name: "Fern", tag: "indoor" });
  expect(store.plants).toEqual([{ id: 42, name: "Fern", tag: "indoor" }]);
});

test("a client sends its plants with POST to {base_url}/plants, as JSON, with the bearer token", async () => {
  const store = createPlantStore();
  const client = testClient({ fetch: store.fetch });
  await client.createPlant({ id: 1, name: "Moss" });
  expect(store.requests).toEqual([
    {
      method: "POST",
      url: "https://plants.example/api/plants",
      body: '{"id":1,"name":"Moss"}',
      plant: { id: 1, name: "Moss" },
      token: TOKEN,
      status: 200,
    },
  ]);
});

test("safeCreatePlant gives the plant, the answer's status and headers, and how many attempts it took", async () => {
  const store = createPlantStore();
  const result = await safeCreatePlant({ id: 2, name: "Ivy" }, { ...testOptions, fetch: store.fetch });
  expect(result).toMatchObject({
    success: true,
    data: { name: "Ivy" },
    response: { status: 200 },
    attempts: 1,
    possibleDuplicate: false,
  });
  expect(result.success && result.response.headers.get("content-type")).toBe("application/json");
});
