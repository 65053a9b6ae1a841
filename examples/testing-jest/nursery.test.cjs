/**
 * Jest, CommonJS, no MSW: the client sends its requests to the store itself.
 *
 *     npx jest --rootDir examples/testing-jest
 *
 * The files end in .cjs because this project's others are ES modules; in a CommonJS application .js will do.
 */
const { PlantStoreClient } = require("plant-store-sdk");
const { createPlantStore, faults } = require("plant-store-sdk/mocks/store");
const { stockUp } = require("./nursery.cjs");

const plants = [
  { id: 1, name: "Fern", tag: "indoor" },
  { id: 2, name: "Moss" },
  { id: 3, name: "Ivy" },
];

/** A store for each test, and a client that reaches it and nothing else. */
function open() {
  const store = createPlantStore();
  const client = new PlantStoreClient({
    baseUrl: "https://plants.example",
    token: "any",
    fetch: store.fetch,
  });
  return { store, client };
}

test("the plants are in the store", async () => {
  const { store, client } = open();
  expect(await stockUp(client, plants)).toEqual([]);
  expect(store.plants).toEqual(plants);
});

test("a plant of which nobody knows is reported, and the next one is added all the same", async () => {
  const { store, client } = open();
  store.enqueue(faults.delay(0), faults.reset({ afterCreate: true }));
  expect(await stockUp(client, plants)).toEqual([2]);
  expect(store.requests.map(({ status }) => status)).toEqual([200, undefined, 200]);
});
