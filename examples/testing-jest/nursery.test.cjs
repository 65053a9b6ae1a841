/**
 * Jest and CommonJS, without MSW: the client calls the mock instead of `fetch`.
 *
 *     npx jest --rootDir examples/testing-jest
 *
 * The files end in .cjs because this project uses ES modules. In a CommonJS app, use .js.
 */
const { PlantStoreClient } = require("plant-store-sdk");
const { MockStore, faults } = require("plant-store-sdk/mocks/store");
const { stockUp } = require("./nursery.cjs");

const plants = [
  { id: 1, name: "Fern", tag: "indoor" },
  { id: 2, name: "Moss" },
  { id: 3, name: "Ivy" },
];

/** Creates a mock for one test, and a client that sends its requests to it. */
function open() {
  const store = new MockStore();
  const client = new PlantStoreClient({
    baseUrl: "https://plants.example",
    token: "any",
    fetch: store.fetch,
  });
  return { store, client };
}

test("creates the plants", async () => {
  const { store, client } = open();
  expect(await stockUp(client, plants)).toEqual([]);
  expect(store.plants).toEqual(plants);
});

test("reports a plant with an unknown outcome and continues with the next", async () => {
  const { store, client } = open();
  store.enqueue(faults.delay(0), faults.reset({ afterCreate: true }));
  expect(await stockUp(client, plants)).toEqual([2]);
  expect(store.requests.map(({ status }) => status)).toEqual([200, undefined, 200]);
});
