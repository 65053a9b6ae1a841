/** Tests of a page. Both workers of Playwright use one mock process, each with a session of its own. */
import { test as base, expect } from "@playwright/test";
import { connectPlantStore, faults } from "plant-store-sdk/mocks/remote";

const test = base.extend({
  store: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright requires an object pattern.
    async ({}, use, { parallelIndex }) => {
      await use(connectPlantStore(process.env.MOCK_URL, { session: `worker-${parallelIndex}` }));
    },
    { scope: "worker" },
  ],
});

test.beforeEach(({ store }) => store.reset());

/** An int64 that a number cannot hold. */
const firstId = 9_007_199_254_740_993n;

for (let number = 1; number <= 20; number += 1) {
  test(`the page reports what it knows about plant ${number}`, async ({ page, store }) => {
    const id = firstId + BigInt(number);
    await store.enqueue(faults.status(503), faults.reset({ afterCreate: true }));
    await page.goto(`/?store=${store.baseUrl}`);
    const create = async (name) => {
      await page.getByLabel("Id").fill(`${id}`);
      await page.getByLabel("Name").fill(name);
      await page.getByRole("button", { name: "Create" }).click();
    };
    const results = page.getByRole("listitem");
    await create("Refused");
    await expect(results).toHaveText(["Refused: unknown"]);
    await create("Lost");
    await expect(results).toHaveText(["Refused: unknown", "Lost: unknown"]);
    await create("Fern");
    await expect(results).toHaveText(["Refused: unknown", "Lost: unknown", "Fern: created"]);

    expect(await store.plants()).toEqual([
      { id, name: "Lost" },
      { id, name: "Fern" },
    ]);
    const requests = await store.requests({ id });
    expect(requests.map(({ plant, status, fault }) => [plant.name, status, fault?.type])).toEqual([
      ["Refused", 503, "status"],
      ["Lost", undefined, "reset"],
      ["Fern", 200, undefined],
    ]);
    expect(await store.requests()).toHaveLength(3);
    expect(await store.faults()).toEqual([]);
  });
}
