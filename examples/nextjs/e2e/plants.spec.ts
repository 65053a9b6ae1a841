import { expect, type Page } from "@playwright/test";
import { faults } from "plant-store-sdk/mocks/remote";
import { test } from "./test";

async function createFern(page: Page, path: string) {
  await page.goto(path);
  await page.getByLabel("Id").fill("1");
  await page.getByLabel("Name").fill("Fern");
  await page.getByRole("button", { name: "Create" }).click();
}

for (const path of ["/", "/with-route"]) {
  test(`${path} creates a plant`, async ({ page, store }) => {
    await createFern(page, path);
    await expect(page.getByRole("status")).toHaveText("Fern was created.");
    expect(await store.plants()).toEqual([{ id: 1, name: "Fern" }]);
  });

  test(`${path} says that the plant may exist after a lost response`, async ({ page, store }) => {
    await store.enqueue(faults.reset({ afterCreate: true }));
    await createFern(page, path);
    await expect(page.locator("p[role=alert]")).toHaveText(/may have been created/);
    expect(await store.requests()).toHaveLength(1);
  });
}
