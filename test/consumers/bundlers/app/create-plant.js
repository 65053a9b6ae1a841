/** An application for browsers that creates a plant. */
import { createPlant } from "plant-store-sdk";

globalThis.done = createPlant({ id: 1, name: "Fern" }, { baseUrl: "/api", token: "any" });
