/** Exports values whose types TypeScript infers, and writes into a declaration file. */
import type { CreatePlantResult, PlantStoreFailure } from "plant-store-sdk";

export const responseOf = (result: CreatePlantResult) =>
  result.success ? result.response : result.error.response;
export const toJSON = (failure: PlantStoreFailure) => failure.toJSON();
