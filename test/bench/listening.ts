/** A store with its journal on a port, as a process of its own. */
import { createPlantStore, listen } from "plant-store-sdk/mocks/server";

const { url } = await listen(createPlantStore());
console.log(`The store listens on ${url}`);
