/** MSW catches the client's requests. */
const { setupServer } = require("msw/node");
const sdk = require("plant-store-sdk");
const mocks = require("plant-store-sdk/mocks");
const { suite } = require("./suite.cjs");

const server = setupServer();
// The option's name in either major of MSW.
beforeAll(() => server.listen({ onUnhandledFrame: "error", onUnhandledRequest: "error" }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

suite({ ...sdk, ...mocks }, (store) => {
  server.use(...mocks.plantStoreHandlers(store, { baseUrl: "https://plants.example" }));
  return {};
});
