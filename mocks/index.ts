/**
 * The Plant Store mock as MSW request handlers. Needs `msw`; `plant-store-sdk/mocks/store` does not.
 *
 * @module plant-store-sdk/mocks
 */
export { type MockHandlersOptions, mockHandlers } from "./adapters/msw.ts";
export * from "./store.ts";
