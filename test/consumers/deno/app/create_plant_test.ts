import { PlantStoreClient } from "plant-store-sdk";
import { faults, MockStore } from "plant-store-sdk/mocks/store";

// In Deno, MSW does not intercept requests. Pass the store's fetch instead.
Deno.test("the plant may exist if the response is lost", async () => {
  const store = new MockStore();
  store.enqueue(faults.reset({ afterCreate: true }));
  const client = new PlantStoreClient({ baseUrl: "https://plants.example", token: "t", fetch: store.fetch });
  const { error } = await client.safeCreatePlant({ id: 1, name: "Fern" });
  if (error?.outcome !== "unknown" || store.plants.length !== 1) throw new Error(`${error?.outcome}`);
});
