/** What needs nothing but the package, in an ES module. */
import { createPlant } from "plant-store-sdk";
import { listen } from "plant-store-sdk/mocks/server";
import { createPlantStore } from "plant-store-sdk/mocks/store";

const store = createPlantStore();
const server = await listen(store);
await createPlant({ id: 1, name: "Fern" }, { baseUrl: server.url, token: "any" });
await createPlant({ id: 2, name: "Moss" }, { baseUrl: server.url, token: "any", fetch: store.fetch });
await server.close();
console.log(`${store.plants.length} plants`);
