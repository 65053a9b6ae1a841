/** What needs nothing but the package, in a CommonJS module. */
const { createPlant } = require("plant-store-sdk");
const { createPlantStore } = require("plant-store-sdk/mocks/store");
const { listen } = require("plant-store-sdk/mocks/server");

async function main() {
  const store = createPlantStore();
  const server = await listen(store);
  await createPlant({ id: 1, name: "Fern" }, { baseUrl: server.url, token: "any" });
  await createPlant({ id: 2, name: "Moss" }, { baseUrl: server.url, token: "any", fetch: store.fetch });
  await server.close();
  console.log(`${store.plants.length} plants`);
}

main();
