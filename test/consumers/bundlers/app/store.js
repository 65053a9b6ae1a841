/** An application for browsers that includes the mock, such as a demo. */
import { createPlant } from "plant-store-sdk";
import { MockStore } from "plant-store-sdk/mocks/store";

const { fetch } = new MockStore();
globalThis.done = createPlant(
  { id: 1, name: "Fern" },
  { baseUrl: "https://plants.example", token: "any", fetch },
);
