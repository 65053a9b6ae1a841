/** An application for browsers that brings its own store, as a demonstration does. */
import { createPlant } from "plant-store-sdk";
import { createPlantStore } from "plant-store-sdk/mocks/store";

const { fetch } = createPlantStore();
globalThis.done = createPlant(
  { id: 1, name: "Fern" },
  { baseUrl: "https://plants.example", token: "any", fetch },
);
