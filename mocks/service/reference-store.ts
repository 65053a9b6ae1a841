/** The mock of the service: it routes requests, records them and applies faults. */
import type { NewPlant } from "../../src/contract/schemas.ts";
import { type StoreFetch, storeFetch } from "../adapters/fetch.ts";
import { applyFault } from "../faults/apply-fault.ts";
import type { Fault } from "../faults/faults.ts";
import { validateFaults } from "../faults/validate-faults.ts";
import {
  bearerToken,
  bodyText,
  ErrorResponse,
  type Service,
  type ServiceRequest,
  type ServiceResult,
} from "./protocol.ts";
import type { RecordedRequest } from "./recorded-request.ts";
import { RingBuffer } from "./ring-buffer.ts";
import { type Operation, route } from "./routes.ts";
import { type StoreSettings, StoreState } from "./store-state.ts";

/** A mock of the Plant Store in this process. */
export interface PlantStore {
  /** A copy of the plants, oldest first. An id is a number if that is exact, otherwise a bigint. */
  readonly plants: NewPlant[];
  /** A copy of the recorded requests, oldest first. */
  readonly requests: RecordedRequest[];
  /** A copy of the queued faults, next one first. */
  readonly faults: Fault[];
  /**
   * A replacement for the global `fetch`. It responds like the service, under any origin and path prefix. It rejects
   * with the signal's reason if the signal aborts, and with a TypeError if the connection is dropped.
   */
  readonly fetch: StoreFetch;
  /**
   * Queues faults. Each applies to one `POST /plants`: the first fault to the next request, and so on. After that, the
   * store responds normally again.
   *
   * @throws TypeError if a fault is invalid; then none is queued
   */
  enqueue(...faults: Fault[]): void;
  /**
   * Restores the initial plants, and clears the recorded requests and the faults. Drops the connections of requests that
   * a fault delays; they create nothing.
   */
  reset(): void;
}

export class ReferenceStore implements PlantStore, Service {
  readonly #state: StoreState;
  readonly #requests: RingBuffer<RecordedRequest>;
  readonly #faults: Fault[] = [];
  /** Functions that end the wait of a request. */
  readonly #waiting = new Set<() => void>();
  /** Number of resets. */
  #resets = 0;

  constructor(settings: StoreSettings) {
    this.#state = new StoreState(settings);
    this.#requests = new RingBuffer(settings.maxRequests);
  }

  get plants(): NewPlant[] {
    return copy(this.#state.plants.toArray());
  }

  get requests(): RecordedRequest[] {
    return copy(this.#requests.toArray());
  }

  get faults(): Fault[] {
    return copy(this.#faults);
  }

  readonly fetch: StoreFetch = storeFetch(this);

  enqueue(...faults: Fault[]): void {
    this.#faults.push(...validateFaults(faults));
  }

  reset(): void {
    this.#resets += 1;
    for (const end of this.#waiting) end();
    this.#faults.length = 0;
    this.#requests.clear();
    this.#state.reset();
  }

  /** What `console.log` shows: counts, so that tokens and thousands of plants are not printed. */
  [Symbol.for("nodejs.util.inspect.custom")](): object {
    return { plants: this.#state.plants.length, requests: this.#requests.length, faults: this.faults };
  }

  async respond(request: ServiceRequest, disconnectSignal: () => AbortSignal): Promise<ServiceResult> {
    let record: RecordedRequest | undefined;
    let result: ServiceResult;
    try {
      const routed = route(request);
      if ("body" in routed) return routed;
      record = this.#record(request);
      result =
        routed instanceof ErrorResponse
          ? routed.toResponse()
          : await this.#perform(routed, request, record, disconnectSignal);
    } catch (error) {
      // A bug in the mock must not look like a lost connection.
      console.error("plant-store-sdk/mocks: unexpected error, responding with 500.", error);
      result = new ErrorResponse(500, "the mock failed unexpectedly: see the error in its log").toResponse();
    }
    if (record && "status" in result) record.status = result.status;
    return result;
  }

  #record(request: ServiceRequest): RecordedRequest {
    const { method, url, body } = request;
    const record: RecordedRequest = { method, url, body: bodyText(body) };
    const token = bearerToken(request);
    if (token !== undefined) record.token = token;
    this.#requests.push(record);
    return record;
  }

  #perform(
    operation: Operation,
    request: ServiceRequest,
    record: RecordedRequest,
    disconnectSignal: () => AbortSignal,
  ): ServiceResult | Promise<ServiceResult> {
    const perform = operation.prepare(this.#state, request, record);
    const fault = this.#faults.shift();
    if (fault === undefined) return perform();
    record.fault = fault;
    return applyFault(fault, perform, (ms) => this.#wait(ms, disconnectSignal()));
  }

  /** Waits `ms`, which may be Infinity. Resolves with false if the client disconnects or the store is reset first. */
  async #wait(ms: number, signal: AbortSignal): Promise<boolean> {
    const resets = this.#resets;
    await new Promise<void>((resolve) => {
      const end = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", end);
        this.#waiting.delete(end);
        resolve();
      };
      const timer = Number.isFinite(ms) ? setTimeout(end, ms) : undefined;
      signal.addEventListener("abort", end);
      this.#waiting.add(end);
      if (signal.aborted) end();
    });
    // Checked after the wait: an abort or a reset can follow the timer in the same tick, as with fake timers.
    return !signal.aborted && this.#resets === resets;
  }
}

/** Copies plain data. Not structuredClone: in Jest it creates objects of another realm, which strict equality rejects. */
function copy<T>(value: T): T;
function copy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copy);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, copy(member)]));
}

/**
 * Returns the store behind the interface. Also accepts a store of another copy of this package.
 *
 * @param caller for the message
 * @throws TypeError if the value is not a store
 */
export function asService(store: PlantStore, caller: string): Service {
  if (typeof store === "object" && store !== null && "respond" in store) return store as ReferenceStore;
  throw new TypeError(`${caller}: the first argument must be a store from createPlantStore.`);
}
