/**
 * Tests your gateway: it must pass each request on once, and no outcome may be wrong. The store behind it is the mock, which
 * loses responses, or responds 503, after it created the plant. Start the gateway anew, so that its first connection is new.
 *
 *     npx plant-store-sdk mock --port 4010
 *     node examples/testing-gateway.ts http://127.0.0.1:8080 http://127.0.0.1:4010    # your gateway, and the mock
 */
import { PlantStoreClient } from "plant-store-sdk";
import { connectMockStore, faults } from "plant-store-sdk/mocks/remote";

const [baseUrl, mockUrl = "http://127.0.0.1:4010"] = process.argv.slice(2);
const client = new PlantStoreClient({ baseUrl, token: "any" });
const store = connectMockStore(mockUrl);
await store.clear();
await store.configure({ rules: { duplicates: { status: 400 } } });

const lost = faults.reset({ afterCreate: true });
const down = faults.status(503, { afterCreate: true });
for (const [index, fault] of [lost, undefined, lost, undefined, down, undefined].entries()) {
  const id = index + 1;
  if (fault) await store.enqueue({ ...fault, id });
  const { error } = await client.safeCreatePlant({ id, name: "Fern" });
  const requests = (await store.requests()).filter(({ plant }) => plant?.id === id).length;
  const exists = (await store.plants()).some((plant) => plant.id === id);
  const outcome = error?.outcome ?? "created";
  const isTrue = outcome === "unknown" || exists === (outcome === "created");
  const passed = isTrue && requests === 1;
  const mark = passed ? "✓" : "✗";
  console.log(
    `${mark} request ${id}, ${fault?.type ?? "no fault"}: ${outcome}; the store got it ${requests}×`,
  );
  if (!passed) process.exitCode = 1;
}
