/** What Node gets for a path of the mocks that is no entry point, as `src/unexported-path.ts` is for the rest. */
export * from "./server.ts";

throw new Error(
  "plant-store-sdk does not export this path. Import plant-store-sdk/mocks, plant-store-sdk/mocks/store or plant-store-sdk/mocks/server.",
);
