/** Creates a plant in the store of the test: a failure escapes, or is returned as the guide says. */
import { PlantStoreClient } from "plant-store-sdk";

const plant = { id: 1, name: "Fern" };

/** @param path of the store */
const connect = (path) => new PlantStoreClient({ baseUrl: `${process.env.STORE}/${path}`, token: "any" });

/** The path of the store, which is a parameter of each request. */
export const pathOf = (url) => new URL(url, "http://localhost").searchParams.get("path");

export const create = (path) => connect(path).createPlant(plant);

export const createSafely = (path) => createOrTell(connect(path), plant);

async function createOrTell(client, plant) {
  const { data, error } = await client.safeCreatePlant(plant);
  return { data, outcome: error?.outcome };
}
