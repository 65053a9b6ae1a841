/** Uses the handlers with MSW in Node. */
import { setupServer } from "msw/node";
import { createPlant } from "plant-store-sdk";
import { MockStore, mockHandlers } from "plant-store-sdk/mocks";

const baseUrl = "https://plants.example";
const store = new MockStore();
const server = setupServer(...mockHandlers(store, { baseUrl }));
server.listen({ onUnhandledFrame: "error" });
await createPlant({ id: 1, name: "Fern" }, { baseUrl, token: "any" });
server.close();
if (store.plants.length !== 1) throw new Error("not as expected");
console.log("ok");
