/** `plant-store-sdk` in the project `token-watch`: the sources, wrapped. */
import * as sdk from "../../src/index.ts";
import { watchSdk } from "./token-watch.ts";

export * from "../../src/index.ts";
// These replace the exports of the same names above.
export const { createPlant, safeCreatePlant, PlantStoreClient } = watchSdk(sdk);
