/** `plant-store-sdk` as every suite imports it: the sources, under watch. */
import * as sdk from "../../src/index.ts";
import { watched } from "./token-watch.ts";

export * from "../../src/index.ts";
// They stand in for the names that the line above has too.
export const { createPlant, safeCreatePlant, PlantStoreClient } = watched(sdk);
