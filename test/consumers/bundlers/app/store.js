/** An application for browsers that includes the mock, such as a demo. */
import { createPlant } from "plant-store-sdk";
import { createPlantStore } from "plant-store-sdk/mocks/store";

const { fetch } = createPlantStore();
globalThis.done = createPlant(
  { id: 1, name: "Fern" },
  { baseUrl: "https://plants.example", token: "any", fetch },
);
