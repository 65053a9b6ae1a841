/**
 * The Plant Store mock, in process and without MSW.
 *
 * @module plant-store-sdk/mocks/store
 */

export { parseRules } from "../src/contract/validate-rules.ts";
export type { MockStoreFetch } from "./adapters/fetch.ts";
export { MockStore } from "./adapters/mock-store.ts";
export * from "./common.ts";
export type { MockStoreListener } from "./parts/recorded-request.ts";
export type { MockStoreOptions } from "./service/store-options.ts";
export type { PlantValidator, ValidatorContext } from "./service/validator.ts";
