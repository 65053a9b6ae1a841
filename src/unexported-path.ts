/**
 * What Node loads for a path of the package that is no entry point: its own error would not say what to do. The names of
 * every entry point are here, so that a module which asks for one gets as far as the error.
 */
export * from "./index.ts";
export let createPlantStore: never, faults: never, listen: never, plantStoreHandlers: never;

const message =
  "plant-store-sdk does not export this path. Import plant-store-sdk itself, or for tests plant-store-sdk/mocks, plant-store-sdk/mocks/store or plant-store-sdk/mocks/server; its document is plant-store-sdk/openapi.json.";

throw Object.assign(new Error(message), { code: "ERR_PACKAGE_PATH_NOT_EXPORTED" }); // As Node's own error has it.
