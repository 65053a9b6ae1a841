/** What Node gets for a path of the mocks that is no entry point, as `src/unexported-path.ts` is for the rest. */
export * from "./server.ts";

const message =
  "plant-store-sdk does not export this path. Import plant-store-sdk/mocks, plant-store-sdk/mocks/store or plant-store-sdk/mocks/server.";

throw Object.assign(new Error(message), { code: "ERR_PACKAGE_PATH_NOT_EXPORTED" }); // As Node's own error has it.
