import { test as base, expect, type Page } from "@playwright/test";
import { connectMockStore, faults, type RemoteMockStore } from "plant-store-sdk/mocks/remote";

// All workers use one mock process. Each has a session of its own, so that tests do not disturb each other.
const test = base.extend<object, { store: RemoteMockStore }>({
  store: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires an object pattern.
    async ({}, use, { parallelIndex }) => {
      await use(connectMockStore(`${process.env.MOCK_URL}`, { session: `worker-${parallelIndex}` }));
    },
    { scope: "worker" },
  ],
});

test.beforeEach(async ({ page, store }) => {
  await store.clear();
  await page.goto(`/?store=${store.baseUrl}`);
});

const id = 9_007_199_254_740_993n; // A number cannot hold it.

async function createPlant(page: Page, name: string) {
  await page.getByLabel("Id").fill(`${id}`);
  await page.getByLabel("Name").fill(name);
  await page.getByRole("button", { name: "Create" }).click();
}

test("creates a plant with all digits of its id", async ({ page, store }) => {
  await createPlant(page, "Fern");
  await expect(page.getByRole("listitem")).toHaveText("Fern: created");
  expect(await store.plants()).toEqual([{ id, name: "Fern" }]);
});

test("does not know whether the plant was created after a 503", async ({ page, store }) => {
  await store.enqueue(faults.status(503));
  await createPlant(page, "Fern");
  await expect(page.getByRole("listitem")).toHaveText("Fern: unknown");
  expect(await store.plants()).toEqual([]);
});

test("does not send a plant again if its response was lost", async ({ page, store }) => {
  await store.enqueue(faults.reset({ afterCreate: true }));
  await createPlant(page, "Fern");
  await expect(page.getByRole("listitem")).toHaveText("Fern: unknown");
  expect(await store.plants()).toEqual([{ id, name: "Fern" }]);
  expect(await store.requests()).toHaveLength(1);
});

test("continues after failures, and the store received every request", async ({ page, store }) => {
  await store.enqueue(faults.status(503), faults.reset({ afterCreate: true }));
  const results = page.getByRole("listitem");
  await createPlant(page, "Refused");
  await expect(results).toHaveText(["Refused: unknown"]);
  await createPlant(page, "Lost");
  await expect(results).toHaveText(["Refused: unknown", "Lost: unknown"]);
  await createPlant(page, "Fern");
  await expect(results).toHaveText(["Refused: unknown", "Lost: unknown", "Fern: created"]);

  const requests = await store.requests();
  expect(requests.map(({ plant, status, fault }) => [plant?.name, status, fault?.type])).toEqual([
    ["Refused", 503, "status"],
    ["Lost", undefined, "reset"],
    ["Fern", 200, undefined],
  ]);
  expect(await store.faults()).toEqual([]);
});
