/** MSW catches the client's requests. */
import { setupServer } from "msw/node";
import * as sdk from "plant-store-sdk";
import * as mocks from "plant-store-sdk/mocks";
import { suite } from "./suite.cjs";

const server = setupServer();
// The option's name in either major of MSW.
beforeAll(() => server.listen({ onUnhandledFrame: "error", onUnhandledRequest: "error" }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

suite({ ...sdk, ...mocks }, (store) => {
  server.use(...mocks.plantStoreHandlers(store, { baseUrl: "https://plants.example" }));
  return {};
});
