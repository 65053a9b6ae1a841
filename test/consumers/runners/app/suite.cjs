/** An application's suite, however that loads the package. Each test runner brings its `test`. */
const assert = require("node:assert/strict");

/**
 * @param loaded what it uses of the package.
 * @param connect has the client's requests reach a store, and gives the options that this takes.
 */
exports.suite = ({ safeCreatePlant, createPlantStore, faults }, connect) => {
  const open = () => {
    const store = createPlantStore({ duplicates: "reject" });
    const options = { baseUrl: "https://plants.example", token: "any", ...connect(store) };
    return { store, create: (plant) => safeCreatePlant(plant, options) };
  };

  test("a plant is created", async () => {
    const { store, create } = open();
    const { data } = await create({ id: 1, name: "Fern" });
    assert.deepEqual(data, { name: "Fern" });
    const names = store.plants.map(({ name }) => name);
    assert.deepEqual(names, ["Fern"]);
  });

  test("a plant that exists already is rejected", async () => {
    const { create } = open();
    await create({ id: 1, name: "Fern" });
    const { error } = await create({ id: 1, name: "Moss" });
    assert.equal(error.kind, "rejected");
    assert.equal(error.outcome, "not-created");
  });

  test("a call is repeated when the store is busy", async () => {
    const { store, create } = open();
    store.enqueue(faults.rateLimit(0));
    const { success, attempts } = await create({ id: 1, name: "Fern" });
    assert.deepEqual({ success, attempts }, { success: true, attempts: 2 });
    assert.equal(store.plants.length, 1);
  });
};

/** The same suite, whose requests MSW catches. */
exports.suiteBehindMsw = (loaded, setupServer) => {
  const server = setupServer();
  // The option's name in either major of MSW.
  beforeAll(() => server.listen({ onUnhandledFrame: "error", onUnhandledRequest: "error" }));
  afterEach(() => server.resetHandlers());
  afterAll(() => server.close());

  exports.suite(loaded, (store) => {
    server.use(...loaded.plantStoreHandlers(store, { baseUrl: "https://plants.example" }));
    return {};
  });
};
