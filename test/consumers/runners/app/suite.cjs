/** The test suite of an application. Uses the global `test` of each test runner. */
const assert = require("node:assert/strict");

/**
 * @param loaded The exports of the package that the suite uses.
 * @param connect Connects the client to a store and returns the necessary client options.
 */
exports.suite = ({ safeCreatePlant, MockStore, faults }, connect) => {
  const open = () => {
    const store = new MockStore({ rules: { duplicates: { status: 400 } } });
    const options = { baseUrl: "https://plants.example", token: "any", ...connect(store) };
    return { store, create: (plant) => safeCreatePlant(plant, options) };
  };

  test("creates a plant", async () => {
    const { store, create } = open();
    const { data } = await create({ id: 1, name: "Fern" });
    assert.deepEqual(data, { name: "Fern" });
    const names = store.plants.map(({ name }) => name);
    assert.deepEqual(names, ["Fern"]);
  });

  test("rejects a duplicate", async () => {
    const { create } = open();
    await create({ id: 1, name: "Fern" });
    const { error } = await create({ id: 1, name: "Moss" });
    assert.equal(error.kind, "rejected");
    assert.equal(error.outcome, "not-created");
  });

  test("retries after a rate limit", async () => {
    const { store, create } = open();
    store.enqueue(faults.status(429, { headers: { "retry-after": "0" } }));
    const { success, attempts } = await create({ id: 1, name: "Fern" });
    assert.deepEqual({ success, attempts }, { success: true, attempts: 2 });
    assert.equal(store.plants.length, 1);
  });
};

/** The same suite with MSW, which intercepts the requests. */
exports.suiteWithMsw = (loaded, setupServer) => {
  const server = setupServer();
  // The option has different names in MSW 3 and MSW 2.
  beforeAll(() => server.listen({ onUnhandledFrame: "error", onUnhandledRequest: "error" }));
  afterEach(() => server.resetHandlers());
  afterAll(() => server.close());

  exports.suite(loaded, (store) => {
    server.use(...loaded.mockHandlers(store, { baseUrl: "https://plants.example" }));
    return {};
  });
};
