/** The mock of the service: it routes requests, records them and applies faults. */
import type { NewPlant } from "../../src/contract/schemas.ts";
import type { Fault } from "../model/fault.ts";
import { kindOf } from "../model/fault-kinds.ts";
import { type Latency, pickLatency, validateLatency } from "../model/latency.ts";
import { copyPlainData, estimateSize } from "../model/plain-data.ts";
import {
  type Service,
  type ServiceRequest,
  type ServiceResponse,
  type ServiceResult,
  toErrorResponse,
} from "../model/protocol.ts";
import type { RecordedRequest, StoreListener, SubscribedRequest } from "../model/recorded-request.ts";
import { withoutToken } from "../model/redaction.ts";
import { validateFaults } from "../model/validate-fault.ts";
import { authorize } from "./authorize.ts";
import { chooseChaosFault } from "./chaos.ts";
import { FaultQueue } from "./fault-queue.ts";
import { InterruptibleWaits } from "./interruptible-waits.ts";
import type { PlantStore } from "./plant-store.ts";
import { recordRequest } from "./record-request.ts";
import { RingBuffer } from "./ring-buffer.ts";
import { findOperation, respondAside } from "./routes.ts";
import type { StoreSettings } from "./store-options.ts";
import { StoredPlants } from "./stored-plants.ts";
import { Subscriptions } from "./subscriptions.ts";

/** Everything but `fetch`, which an adapter adds. */
export class ReferenceStore implements Omit<PlantStore, "fetch">, Service {
  readonly #settings: StoreSettings;
  readonly #plants: StoredPlants;
  readonly #requests: RingBuffer<RecordedRequest>;
  readonly #subscriptions = new Subscriptions();
  readonly #faults = new FaultQueue(() => this.#subscriptions.emit(() => ({ type: "faults" })));
  readonly #waits = new InterruptibleWaits();
  #latency: Latency;
  /** Number of recorded requests. */
  #received = 0;
  /** Number of requests to operations since the last reset. */
  #operations = 0;

  constructor(settings: StoreSettings) {
    this.#settings = settings;
    this.#latency = settings.latency;
    this.#plants = new StoredPlants(settings);
    this.#requests = new RingBuffer(settings.maxRequests, settings.memory);
  }

  get plants(): NewPlant[] {
    return copyPlainData(this.#plants.all);
  }

  get requests(): RecordedRequest[] {
    return copyPlainData(this.#requests.toArray());
  }

  get faults(): Fault[] {
    return this.#faults.toArray();
  }

  get latency(): Latency {
    return copyPlainData(this.#latency);
  }

  setLatency(latency: Latency): void {
    this.#latency = validateLatency(latency, "store.setLatency: the latency");
    this.#subscriptions.emit(() => ({ type: "latency" }));
  }

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
    this.#waits.interruptAll();
    this.#operations = 0;
    this.#latency = this.#settings.latency;
    this.#faults.clear();
    this.#requests.clear();
    this.#plants.reset();
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
    return this.#plants.public;
  }

  /** The recorded requests for readers outside this process: without tokens, and numbered like the events. */
  get publicRequests(): ({ index: number } & SubscribedRequest)[] {
    const requests = this.#requests.toArray();
    const first = this.#received - requests.length + 1;
    return requests.map((request, position) => ({ index: first + position, ...withoutToken(request) }));
  }

  /** What `console.log` shows: counts, so that tokens and thousands of plants are not printed. */
  [Symbol.for("nodejs.util.inspect.custom")](): object {
    return { plants: this.#plants.count, requests: this.#requests.length, faults: this.faults };
  }

  async respond(request: ServiceRequest, disconnectSignal: () => AbortSignal): Promise<ServiceResult> {
    try {
      return respondAside(request) ?? (await this.#respondToService(request, disconnectSignal));
    } catch (error) {
      return toErrorResponse(error);
    }
  }

  /** The life of a request: it is parsed, gets its fault, is recorded, performed, and recorded again with its result. */
  async #respondToService(
    request: ServiceRequest,
    disconnectSignal: () => AbortSignal,
  ): Promise<ServiceResult> {
    const record = recordRequest(request, this.#settings.maxRecordedBody);
    const perform = this.#prepare(request, record, disconnectSignal);
    const end = this.#record(record);
    const result = await perform().catch(toErrorResponse);
    if ("status" in result) {
      record.status = result.status;
      if (result.reason !== undefined) record.reason = result.reason;
    }
    // A body that stalls is not over when its response is handed to the adapter.
    const over = "status" in result && typeof result.body === "object" ? result.body?.end : undefined;
    if (over === undefined) end();
    else over.then(end);
    return result;
  }

  /** Parses a request and chooses its fault. If the request is wrong, that is thrown when it is performed. */
  #prepare(
    request: ServiceRequest,
    record: RecordedRequest,
    disconnectSignal: () => AbortSignal,
  ): () => Promise<ServiceResult> {
    try {
      const operate = findOperation(request).prepare(this.#plants, request, record);
      const fault = this.#chooseFault(record.plant);
      if (fault !== undefined) record.fault = fault;
      return () => this.#perform(operate, record, disconnectSignal);
    } catch (error) {
      return () => Promise.reject(error);
    }
  }

  #chooseFault(plant: NewPlant | undefined): Fault | undefined {
    const { chaos } = this.#settings;
    const index = this.#operations++;
    const fault = this.#faults.take(plant);
    if (fault !== undefined) this.#subscriptions.emit(() => ({ type: "faults" }));
    return fault ?? (chaos && chooseChaosFault(chaos, index));
  }

  /**
   * Records a request and reports it.
   *
   * @returns a function that reports its end
   */
  #record(record: RecordedRequest): () => void {
    this.#requests.push(record, this.#settings.memory === undefined ? 0 : estimateSize(record));
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
    operate: () => ServiceResponse,
    { token, fault }: RecordedRequest,
    disconnectSignal: () => AbortSignal,
  ): Promise<ServiceResult> {
    let signal: AbortSignal | undefined;
    const disconnect = () => {
      signal ??= disconnectSignal();
      return signal;
    };
    const wait = (ms: number) => this.#waits.sleep(ms, disconnect());
    const perform = async (): Promise<ServiceResult> => {
      const authorized = authorize(this.#settings, token);
      if (authorized !== undefined) {
        if (!(await this.#waits.settled(authorized, disconnect()))) return { lost: "reset" };
        await authorized;
      }
      return operate();
    };

    const latency = pickLatency(this.#latency);
    if (latency > 0 && !(await wait(latency))) return { lost: "reset" };
    if (fault === undefined) return perform();
    if (fault.delay !== undefined && !(await wait(fault.delay))) return { lost: "reset" };
    return kindOf(fault).apply(fault, { perform: () => perform().catch(toErrorResponse), wait });
  }
}

/**
 * Returns the service behind a store. Also accepts a store of another copy of this package.
 *
 * @param name of the value, for the message
 * @throws TypeError if the value is not a store
 */
export function serviceOf(store: PlantStore, name: string): ReferenceStore {
  if (isReferenceStore(store)) return store;
  throw new TypeError(`${name} must be a store from createPlantStore.`);
}

/** Not `instanceof`, because another copy of this package has a class of its own. */
function isReferenceStore(value: unknown): value is ReferenceStore {
  return typeof value === "object" && value !== null && "respond" in value;
}
