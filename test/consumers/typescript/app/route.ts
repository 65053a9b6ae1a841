/** Creates a route for a page, with the types of Node or of the DOM. */
import { PlantStoreClient } from "plant-store-sdk";
import { MockStore } from "plant-store-sdk/mocks/store";
import { type PlantRouteOptions, plantRoute } from "plant-store-sdk/route";

const store = new MockStore();
const options: PlantRouteOptions = {
  client: async (request) =>
    new PlantStoreClient({ baseUrl: `https://${request.method}.example`, token: "any", fetch: store.fetch }),
  authorize: (request) => request.headers.has("content-type"),
  message: (error) => error.kind,
};
const POST: (request: Request) => Promise<Response> = plantRoute(options);
// @ts-expect-error: `authorize` is required
void (() => plantRoute({ client: new PlantStoreClient() }));

const request = new Request("https://app.example/api/plants", {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: '{"id":1,"name":"Fern"}',
});
const { status } = await POST(request);
if (status !== 200 || store.plants.length !== 1) throw new Error("not as expected");
console.log("ok");
