/** Uses environment variables of Node and the HTTP server of the mock. */
import { PlantStoreClient } from "plant-store-sdk";
import { listen, type MockServer, MockStore } from "plant-store-sdk/mocks/server";

const store = new MockStore();
const server: MockServer = await listen(store, {
  port: 0,
  basePath: "/api",
});
const client = new PlantStoreClient({
  baseUrl: process.env.NO_SUCH_VARIABLE ?? server.url,
  token: "any",
  fetch,
});
new PlantStoreClient({ baseUrl: server.url, token: process.env.NO_SUCH_VARIABLE ?? "any", timeout: false });
void (() =>
  new PlantStoreClient({ baseUrl: process.env.NO_SUCH_VARIABLE, token: process.env.NO_SUCH_VARIABLE }));

await client.createPlant({ id: 9007199254740993n, name: "Fern" });
await server.close();
if (store.plants[0]?.id !== 9007199254740993n) throw new Error("not as expected");
console.log("ok");
