/** The mock of the service: it routes requests, records them and applies faults. */
import type { NewPlant } from "../../src/contract/schemas.ts";
import { type StoreFetch, storeFetch } from "../adapters/fetch.ts";
import { applyFault } from "../faults/apply-fault.ts";
import { chooseChaosFault } from "../faults/chaos.ts";
import type { Effect, Fault } from "../faults/fault.ts";
import { FaultQueue } from "../faults/fault-queue.ts";
import { validateFaults } from "../faults/validate-faults.ts";
import { authorize } from "./authorize.ts";
import { copy } from "./copy.ts";
import { type Latency, pickLatency, validateLatency } from "./latency.ts";
import {
  ErrorResponse,
  type Service,
  type ServiceRequest,
  type ServiceResponse,
  type ServiceResult,
} from "./protocol.ts";
import { type RecordedRequest, recordRequest, withoutToken } from "./recorded-request.ts";
import { RingBuffer } from "./ring-buffer.ts";
import { route } from "./routes.ts";
import { sizeOf } from "./shared-memory.ts";
import type { StoreSettings } from "./store-options.ts";
import { StoreState } from "./store-state.ts";
import { type StoreListener, type SubscribedRequest, Subscriptions } from "./subscriptions.ts";
import { Waits } from "./waits.ts";

/** A mock of the Plant Store in this process. */
export interface PlantStore {
  /** A copy of the plants, oldest first. An id is a number if that is exact, otherwise a bigint. */
  readonly plants: NewPlant[];
  /** A copy of the recorded requests, oldest first. */
  readonly requests: RecordedRequest[];
  /** A copy of the queued faults, next one first. */
  readonly faults: Fault[];
  /**
   * Delay of every `POST /plants`, before its fault, ms: a number, or a random one between two. A change applies to the
   * requests that arrive after it, and `reset()` undoes it. Setting an invalid value throws a TypeError.
   */
  latency: Latency;
  /**
   * A replacement for the global `fetch`. It responds like the service. It rejects with the signal's reason if the signal
   * aborts, and with a TypeError if the connection is dropped. It accepts any origin and path prefix, because the store
   * has no URL of its own: only `listen` and the MSW handlers notice an incorrect base URL.
   */
  readonly fetch: StoreFetch;
  /**
   * Queues faults. Each `POST /plants` takes the first one that applies to it. When the queue is empty, the store responds
   * normally again.
   *
   * @throws TypeError if a fault is invalid; then none is queued
   */
  enqueue(...faults: Fault[]): void;
  /**
   * Calls the listener when a request is received, when it has ended, when the faults or the latency change, and at `reset()`.
   * An error of the listener goes to `console.error` and does not affect the store.
   *
   * `index` numbers the recorded requests of the store from 1, and continues after `reset()`. Bearer tokens are left out.
   *
   * @returns a function that ends the subscription
   * @throws TypeError if the argument is not a function
   * @example
   * const unsubscribe = store.subscribe((event) => {
   *   if (event.type === "ended") console.log(event.index, event.request.status, event.duration);
   * });
   */
  subscribe(listener: StoreListener): () => void;
  /**
   * Restores the initial plants and latency, clears the recorded requests and the faults, and starts chaos again.
   * Drops the connections of requests that are waiting; they create nothing.
   */
  reset(): void;
}

export class ReferenceStore implements PlantStore, Service {
  readonly #settings: StoreSettings;
  readonly #state: StoreState;
  readonly #requests: RingBuffer<RecordedRequest>;
  readonly #faults = new FaultQueue();
  readonly #waits = new Waits();
  readonly #subscriptions = new Subscriptions();
  #latency: Latency;
  /** Number of recorded requests. */
  #received = 0;
  /** Number of requests to operations since the last reset. */
  #operations = 0;

  constructor(settings: StoreSettings) {
    this.#settings = settings;
    this.#latency = settings.latency;
    this.#state = new StoreState(settings);
    this.#requests = new RingBuffer(settings.maxRequests, settings.memory);
  }

  get plants(): NewPlant[] {
    return copy(this.#state.plants);
  }

  get requests(): RecordedRequest[] {
    return copy(this.#requests.toArray());
  }

  get faults(): Fault[] {
    return this.#faults.toArray();
  }

  get latency(): Latency {
    return copy(this.#latency);
  }

  set latency(latency: Latency) {
    this.#latency = validateLatency(latency, "store.latency");
    this.#subscriptions.emit(() => ({ type: "latency" }));
  }

  readonly fetch: StoreFetch = storeFetch(this);

  enqueue(...faults: Fault[]): void {
    this.#faults.push(validateFaults(faults, "store.enqueue"));
    if (faults.length > 0) this.#subscriptions.emit(() => ({ type: "faults" }));
  }

  subscribe(listener: StoreListener): () => void {
    if (typeof listener !== "function")
      throw new TypeError("store.subscribe: the argument must be a function.");
    return this.#subscriptions.add(listener);
  }

  reset(): void {
    this.#waits.reset();
    this.#operations = 0;
    this.#latency = this.#settings.latency;
    this.#faults.clear();
    this.#requests.clear();
    this.#state.reset();
    this.#subscriptions.emit(() => ({ type: "reset" }));
  }

  /** For the admin API. */
  clearRequests(): void {
    this.#requests.clear();
    this.#subscriptions.emit(() => ({ type: "requests" }));
  }

  /** For the admin API. */
  clearFaults(): void {
    this.#faults.clear();
    this.#subscriptions.emit(() => ({ type: "faults" }));
  }

  /** The plants for readers outside this process: without tokens. */
  get publicPlants(): readonly NewPlant[] {
    return this.#state.publicPlants;
  }

  /** The recorded requests for readers outside this process: without tokens, and numbered like the events. */
  get publicRequests(): ({ index: number } & SubscribedRequest)[] {
    const requests = this.#requests.toArray();
    const first = this.#received - requests.length + 1;
    return requests.map((request, position) => ({ index: first + position, ...withoutToken(request) }));
  }

  /** What `console.log` shows: counts, so that tokens and thousands of plants are not printed. */
  [Symbol.for("nodejs.util.inspect.custom")](): object {
    return { plants: this.#state.plantCount, requests: this.#requests.length, faults: this.faults };
  }

  async respond(request: ServiceRequest, disconnectSignal: () => AbortSignal): Promise<ServiceResult> {
    let record: RecordedRequest | undefined;
    let reportEnd: (() => void) | undefined;
    let result: ServiceResult;
    try {
      const routed = route(request);
      if ("body" in routed) return routed;
      record = recordRequest(request, this.#settings.maxRecordedBody);
      if (routed instanceof ErrorResponse) {
        reportEnd = this.#record(record);
        result = routed.toResponse();
      } else {
        const perform = routed.prepare(this.#state, request, record);
        const fault = this.#chooseFault(record.plant);
        if (fault !== undefined) record.fault = fault;
        reportEnd = this.#record(record);
        result = await this.#perform(perform, record.token, fault, disconnectSignal);
      }
    } catch (error) {
      // A bug in the mock must not look like a lost connection.
      console.error("plant-store-sdk/mocks: unexpected error, responding with 500.", error);
      result = new ErrorResponse(500, "the mock failed unexpectedly: see the error in its log").toResponse();
    }
    reportEnd ??= record && this.#record(record);
    if (record !== undefined && "status" in result) {
      record.status = result.status;
      if (result.reason !== undefined) record.reason = result.reason;
    }
    if ("stalledUntil" in result) result.stalledUntil.then(reportEnd);
    else reportEnd?.();
    return result;
  }

  #chooseFault(plant: NewPlant | undefined): Effect | undefined {
    const { chaos } = this.#settings;
    const index = this.#operations++;
    const fault = this.#faults.take(plant);
    if (fault !== undefined) this.#subscriptions.emit(() => ({ type: "faults" }));
    return fault ?? (chaos && chooseChaosFault(chaos, index));
  }

  /**
   * Adds a request to the journal and reports it.
   *
   * @returns a function that reports its end
   */
  #record(record: RecordedRequest): () => void {
    this.#requests.push(record, this.#settings.memory === undefined ? 0 : sizeOf(record));
    const start = performance.now();
    this.#received += 1;
    const index = this.#received;
    this.#subscriptions.emit(() => ({ type: "received", index, request: withoutToken(record) }));
    return () => {
      const duration = performance.now() - start;
      this.#subscriptions.emit(() => ({ type: "ended", index, request: withoutToken(record), duration }));
    };
  }

  /** Performs an operation after its latency, with its fault, if its token is accepted. */
  async #perform(
    operation: () => ServiceResponse,
    token: string | undefined,
    fault: Effect | undefined,
    disconnectSignal: () => AbortSignal,
  ): Promise<ServiceResult> {
    let signal: AbortSignal | undefined;
    const disconnect = () => {
      signal ??= disconnectSignal();
      return signal;
    };
    const perform = async (): Promise<ServiceResult> => {
      const error = authorize(this.#settings, token);
      if (!(error instanceof Promise)) return error?.toResponse() ?? operation();
      if (!(await this.#waits.settled(error, disconnect()))) return { lost: true };
      return (await error)?.toResponse() ?? operation();
    };
    const wait = (ms: number) => this.#waits.sleep(ms, disconnect());
    const latency = pickLatency(this.#latency);
    if (latency > 0 && !(await wait(latency))) return { lost: true };
    return fault === undefined ? perform() : applyFault(fault, perform, wait);
  }
}

/**
 * Returns the store behind the interface. Also accepts a store of another copy of this package.
 *
 * @param name of the value, for the message
 * @throws TypeError if the value is not a store
 */
export function asService(store: PlantStore, name: string): ReferenceStore {
  if (typeof store === "object" && store !== null && "respond" in store) return store as ReferenceStore;
  throw new TypeError(`${name} must be a store from createPlantStore.`);
}
