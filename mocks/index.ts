/**
 * The reference Plant Store for test suites that use MSW; `plant-store-sdk/mocks/store` is the same without MSW.
 *
 * @module plant-store-sdk/mocks
 */
export { type PlantStoreHandlersOptions, plantStoreHandlers } from "./handlers.ts";
export * from "./store.ts";
