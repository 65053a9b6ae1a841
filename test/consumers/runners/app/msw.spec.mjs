/** MSW catches the client's requests. */
import { setupServer } from "msw/node";
import { plantStoreHandlers } from "plant-store-sdk/mocks";
import { suite } from "./suite.mjs";

const server = setupServer();
// The option's name in either major of MSW.
beforeAll(() => server.listen({ onUnhandledFrame: "error", onUnhandledRequest: "error" }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

suite((store) => {
  server.use(...plantStoreHandlers(store, { baseUrl: "https://plants.example" }));
  return {};
});
