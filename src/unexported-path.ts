/**
 * What Node gets for a path of the package that is no entry point: its own error would not say what to do. The names
 * are here so that a module which asks for one gets this far.
 */
export * from "./index.ts";

const message =
  "plant-store-sdk does not export this path. Import plant-store-sdk itself, or for tests plant-store-sdk/mocks, plant-store-sdk/mocks/store or plant-store-sdk/mocks/server.";

throw Object.assign(new Error(message), { code: "ERR_PACKAGE_PATH_NOT_EXPORTED" }); // As Node's own error has it.
