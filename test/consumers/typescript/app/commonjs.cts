/** A CommonJS application. */
import sdk = require("plant-store-sdk");
import openapi = require("plant-store-sdk/openapi.json");

import { createPlant, isPlantStoreFailure } from "plant-store-sdk";
import { listen, MockStore } from "plant-store-sdk/mocks/server";

import mocks = require("plant-store-sdk/mocks/store");

async function main(): Promise<void> {
  const store = new MockStore();
  const server = await listen(store);
  await createPlant({ id: 1, name: "Fern" }, { baseUrl: server.url, token: "any" });
  await server.close();
  const options = { baseUrl: "https://plants.example", token: "any", fetch: new mocks.MockStore().fetch };
  const result = await sdk.safeCreatePlant({ id: 2, name: "Moss" }, options);
  const isFailure: boolean = !result.success && isPlantStoreFailure(result.error);
  if (isFailure || store.plants.length !== 1 || openapi.openapi !== "3.1.0")
    throw new Error("not as expected");
  console.log("ok");
}

void main();
