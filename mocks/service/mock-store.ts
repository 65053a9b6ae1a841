/** A store as the application sees it. */
import type { PlantStoreRules } from "../../src/contract/rules.ts";
import type { NewPlant } from "../../src/contract/schemas.ts";
import type { Fault } from "../model/fault.ts";
import type { Latency } from "../model/latency.ts";
import type { MockStoreListener, RecordedRequest } from "../model/recorded-request.ts";
import type { ChaosOptions } from "./chaos.ts";

/** Works like the global `fetch`, as far as a client of this service can tell. */
export type MockStoreFetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** A mock of the Plant Store in this process. */
export interface MockStore {
  /** A copy of the plants, oldest first. An id is a number if that is exact, otherwise a bigint. */
  readonly plants: NewPlant[];
  /** A copy of the recorded requests, oldest first. */
  readonly requests: RecordedRequest[];
  /** A copy of the queued faults, next one first. */
  readonly faults: Fault[];
  /** Delay of every `POST /plants`, before its fault, ms: a number, or a random one between two. */
  readonly latency: Latency;
  /** A copy of the random faults, or undefined. */
  readonly chaos: ChaosOptions | undefined;
  /** A copy of the rules. */
  readonly rules: PlantStoreRules;
  /**
   * A replacement for the global `fetch`. It responds like the service. It rejects with the signal's reason if the signal
   * aborts, and with a TypeError if the connection is dropped. It accepts any origin and path prefix, because the store
   * has no URL of its own: only `listen` and the MSW handlers notice an incorrect base URL.
   */
  readonly fetch: MockStoreFetch;
  /**
   * Queues faults. Each `POST /plants` takes the first one that applies to it. When the queue is empty, the store responds
   * normally again.
   *
   * @throws TypeError if a fault is invalid; then none is queued
   */
  enqueue(...faults: Fault[]): void;
  /**
   * Sets the latency of the requests that arrive from now on, until `reset()`.
   *
   * @throws TypeError if the value is invalid
   */
  setLatency(latency: Latency): void;
  /**
   * Sets the random faults of the requests that arrive from now on, until `reset()`, and numbers requests from 0 again.
   * `undefined` means none.
   *
   * @throws TypeError if an option is unknown or invalid
   */
  setChaos(chaos: ChaosOptions | undefined): void;
  /**
   * Adds plants to those that the store starts with, which `reset()` restores. Neither rules nor recorded requests concern
   * them.
   *
   * @throws TypeError if a plant is not valid, or there are more than `maxPlants`; then none is added
   */
  addPlants(...plants: NewPlant[]): void;
  /**
   * Sets the rules for the requests that arrive from now on, until `reset()`.
   *
   * @throws TypeError that lists every unknown, wrong or contradictory field
   */
  setRules(rules: PlantStoreRules): void;
  /**
   * Calls the listener when a request is received, when it has ended, when its settings or initial plants change, and at `reset()`.
   * An error of the listener goes to `console.error` and does not affect the store.
   *
   * `index` numbers the recorded requests of the store from 1, and continues after `reset()`. Bearer tokens are left out.
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
   * Restores the initial plants, latency, chaos and rules, clears the recorded requests and the faults, and starts chaos again.
   * Drops the connections of requests that are waiting; they create nothing.
   */
  reset(): void;
}
