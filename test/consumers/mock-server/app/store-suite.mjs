/** Tests of a program that uses the SDK. Test files run at the same time and use one mock process. */
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { PlantStoreClient } from "plant-store-sdk";
import { connectMockStore, faults } from "plant-store-sdk/mocks/remote";

/** @param session each file has its own */
export function testStore(session) {
  const store = connectMockStore(process.env.MOCK_URL, { session });
  const client = new PlantStoreClient({ baseUrl: store.baseUrl, token: "any", maxRetries: 0 });
  const outcomeOf = async (plant) => {
    const result = await client.safeCreatePlant(plant);
    return result.success ? "created" : result.error.outcome;
  };

  beforeEach(() => store.clear());

  for (let number = 1; number <= 20; number += 1) {
    test(`${session}, plant ${number}`, async () => {
      const id = 9_007_199_254_740_993n + BigInt(number);
      await store.enqueue(faults.status(503), faults.reset({ afterCreate: true }));
      assert.equal(await outcomeOf({ id, name: "Refused" }), "unknown");
      assert.equal(await outcomeOf({ id, name: "Lost" }), "unknown");
      assert.equal(await outcomeOf({ id, name: session }), "created");
      assert.deepEqual(await store.plants(), [
        { id, name: "Lost" },
        { id, name: session },
      ]);
      const requests = await store.requests();
      assert.deepEqual(
        requests.map(({ plant, status }) => [plant.id, status]),
        [
          [id, 503],
          [id, undefined],
          [id, 200],
        ],
      );
    });
  }
}
