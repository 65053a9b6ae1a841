/** A store as the application sees it: the class `MockStore`. */
import { requireNode } from "../../src/common/require-node.ts";
import type { NewPlant } from "../../src/contract/schemas.ts";
import type { Fault } from "../parts/fault.ts";
import type { MockStoreListener, RecordedRequest } from "../parts/recorded-request.ts";
import type { MockStoreSettings } from "../service/settings.ts";
import { type MockStoreOptions, resolveStoreOptions } from "../service/store-options.ts";
import { FetchableStore, type MockStoreFetch } from "./fetch.ts";

/** A mock of the Plant Store in this process. Stores are independent of each other. */
export interface MockStore {
  /** A copy of the plants, oldest first. An id is a number if that is exact, otherwise a bigint. */
  readonly plants: NewPlant[];
  /** A copy of the recorded requests, oldest first. */
  readonly requests: RecordedRequest[];
  /** A copy of the queued faults, next one first. */
  readonly faults: Fault[];
  /** A copy of the rules, the latency and the random faults. */
  readonly settings: MockStoreSettings;
  /**
   * A replacement for the global `fetch`. It rejects with the signal's reason if the signal aborts, and with a TypeError
   * if the connection is dropped. It accepts any origin and path prefix, because the store has no URL of its own. It
   * follows redirects to the same origin, and rejects others with a TypeError.
   */
  readonly fetch: MockStoreFetch;
  /**
   * Queues faults. Each `POST /plants` takes the first one that applies to it.
   *
   * @throws TypeError if a fault is invalid; then none is queued
   */
  enqueue(...faults: Fault[]): void;
  /** Empties the queue of faults. */
  clearFaults(): void;
  /** Removes the recorded requests. */
  clearRequests(): void;
  /** Lets all requests that `faults.hold` holds go on, in their order. */
  release(): void;
  /**
   * Changes settings until `clear()`. Those that are absent stay as they are. Setting `chaos` numbers requests from 0 again.
   *
   * @throws TypeError if a setting is unknown or invalid; then none is changed
   * @example
   * store.configure({ rules: { duplicates: { status: 409 } }, latency: [50, 200], chaos: null });
   */
  configure(settings: Partial<MockStoreSettings>): void;
  /**
   * Adds plants without a request, until `clear()`. The rules do not reject them.
   *
   * @throws TypeError if a plant is not valid, or there are more than `maxPlants`; then none is added
   */
  addPlants(...plants: NewPlant[]): void;
  /**
   * Calls the listener for each event. An error of the listener goes to `console.error` and does not affect the store.
   * `index` numbers the recorded requests from 1, and continues after `clear()`. Bearer tokens are left out.
   *
   * @returns a function that ends the subscription
   * @throws TypeError if the argument is not a function
   * @example
   * const unsubscribe = store.subscribe((event) => {
   *   if (event.type === "ended") console.log(event.index, event.request.status, event.request.duration);
   * });
   */
  subscribe(listener: MockStoreListener): () => void;
  /**
   * Restores the initial plants and settings, removes the recorded requests and the faults, and starts chaos again. Drops
   * the connections of requests that are waiting; they create nothing.
   *
   * @param options `keepAdded`: whether plants that `addPlants` added stay; by default false
   */
  clear(options?: { keepAdded?: boolean | undefined }): void;
}

/**
 * A mock of the Plant Store in this process. Stores are independent of each other.
 *
 * @class
 */
// Typed by what it creates, so that the methods for the admin API stay internal.
export const MockStore: {
  /**
   * Creates a store with its initial plants, and validates its options.
   *
   * @throws TypeError if an option is unknown or invalid
   * @throws Error on Node before 22.13
   */
  new (options?: MockStoreOptions): MockStore;
} = class MockStore extends FetchableStore {
  constructor(options?: MockStoreOptions) {
    requireNode("MockStore");
    super(resolveStoreOptions(options));
  }
};
