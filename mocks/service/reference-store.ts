/** The mock of the service: parses a request, takes its fault, records it, and performs it. */
import type { NewPlant } from "../../src/contract/schemas.ts";
import type { Fault } from "../model/fault.ts";
import { kindOf } from "../model/fault-kinds.ts";
import { pickLatency } from "../model/latency.ts";
import { copyPlainData } from "../model/plain-data.ts";
import { type Service, type ServiceRequest, type ServiceResult, toErrorResponse } from "../model/protocol.ts";
import { readOptions } from "../model/read-options.ts";
import type { MockStoreListener, RecordedRequest, SubscribedRequest } from "../model/recorded-request.ts";
import { validateFaults } from "../model/validate-fault.ts";
import { authorize } from "./authorize.ts";
import { chooseChaosFault, randomLatency } from "./chaos.ts";
import { FaultQueue } from "./fault-queue.ts";
import { InterruptibleWaits, type Perform, type Waits } from "./interruptible-waits.ts";
import type { MockStore } from "./mock-store.ts";
import { Recorder } from "./recorder.ts";
import { findOperation, respondAside } from "./routes.ts";
import { type MockStoreSettings, type ResolvedSettings, resolveSettings } from "./settings.ts";
import type { ResolvedOptions } from "./store-options.ts";
import { StoredPlants } from "./stored-plants.ts";

/** Everything but `fetch`, which an adapter adds. */
export class ReferenceStore implements Omit<MockStore, "fetch">, Service {
  readonly #options: ResolvedOptions;
  readonly #plants: StoredPlants;
  readonly #recorder: Recorder;
  readonly #faults = new FaultQueue(() => this.#recorder.emit(() => ({ type: "faults" })));
  readonly #waits = new InterruptibleWaits();
  #settings: ResolvedSettings;
  /** Number of requests to operations since the store was cleared, or since chaos was set. */
  #operations = 0;

  constructor(options: ResolvedOptions) {
    this.#options = options;
    this.#settings = options.settings;
    this.#plants = new StoredPlants(options);
    this.#recorder = new Recorder(options);
  }

  get plants(): NewPlant[] {
    return copyPlainData(this.#plants.all);
  }

  get requests(): RecordedRequest[] {
    return copyPlainData(this.#recorder.requests);
  }

  get faults(): Fault[] {
    return this.#faults.toArray();
  }

  get settings(): MockStoreSettings {
    return copyPlainData(this.#settings);
  }

  configure(settings: Partial<MockStoreSettings>): void {
    this.#settings = resolveSettings(settings, this.#settings, "store.configure");
    if (settings.chaos !== undefined) this.#operations = 0;
    if (settings.rules !== undefined) this.#plants.rules = this.#settings.rules;
    this.#recorder.emit(() => ({ type: "settings" }));
  }

  addPlants(...plants: NewPlant[]): void {
    this.#plants.addInitial(plants);
    this.#recorder.emit(() => ({ type: "plants" }));
  }

  enqueue(...faults: Fault[]): void {
    this.#faults.push(validateFaults(faults, "store.enqueue"));
    if (faults.length > 0) this.#recorder.emit(() => ({ type: "faults" }));
  }

  subscribe(listener: MockStoreListener): () => void {
    if (typeof listener !== "function")
      throw new TypeError("store.subscribe: the argument must be a function.");
    return this.#recorder.subscribe(listener);
  }

  clear(options: { keepAdded?: boolean | undefined } = {}): void {
    const { keepAdded } = readOptions("store.clear", options, { keepAdded: false });
    this.#waits.interruptAll();
    this.#operations = 0;
    this.#settings = this.#options.settings;
    this.#faults.clear();
    this.#recorder.clear();
    this.#plants.clear(keepAdded);
    this.#recorder.emit(() => ({ type: "clear" }));
  }

  /** For the admin API. */
  clearRequests(): void {
    this.#recorder.clear();
    this.#recorder.emit(() => ({ type: "requests" }));
  }

  /** For the admin API. */
  clearFaults(): void {
    this.#faults.clear();
    this.#recorder.emit(() => ({ type: "faults" }));
  }

  /** The plants for readers outside this process: without tokens. */
  get publicPlants(): readonly NewPlant[] {
    return this.#plants.public;
  }

  /** How many of the oldest plants were dropped. */
  get droppedPlants(): number {
    return this.#plants.dropped;
  }

  get publicRequests(): ({ index: number } & SubscribedRequest)[] {
    return this.#recorder.publicRequests;
  }

  /** What `console.log` shows: counts, so that tokens and thousands of plants are not printed. */
  [Symbol.for("nodejs.util.inspect.custom")](): object {
    return { plants: this.#plants.count, requests: this.#recorder.requests.length, faults: this.faults };
  }

  async respond(request: ServiceRequest, disconnectSignal: () => AbortSignal): Promise<ServiceResult> {
    try {
      const aside = respondAside(request);
      if (aside !== undefined) return aside;
      const record = this.#recorder.describe(request);
      const perform = this.#prepare(request, record, disconnectSignal);
      return await this.#recorder.record(record, perform);
    } catch (error) {
      return toErrorResponse(error);
    }
  }

  /** Parses a request and chooses its fault. If the request is wrong, that is thrown when it is performed. */
  #prepare(
    request: ServiceRequest,
    record: RecordedRequest,
    disconnectSignal: () => AbortSignal,
  ): () => Promise<ServiceResult> {
    try {
      const operate = findOperation(request).prepare(this.#plants, request, record);
      const index = this.#operations++;
      const { chaos } = this.#settings;
      const fault = this.#chooseFault(record.plant, index);
      if (fault !== undefined) record.fault = fault;
      const latency = pickLatency(this.#settings.latency, () =>
        chaos === null ? Math.random() : randomLatency(chaos, index),
      );
      return () => this.#perform(operate, request, record, latency, disconnectSignal);
    } catch (error) {
      return () => Promise.reject(error);
    }
  }

  #chooseFault(plant: NewPlant | undefined, index: number): Fault | undefined {
    const fault = this.#faults.take(plant);
    if (fault !== undefined) this.#recorder.emit(() => ({ type: "faults" }));
    const { chaos } = this.#settings;
    return fault ?? (chaos === null ? undefined : chooseChaosFault(chaos, index));
  }

  /** Performs an operation after its latency, with its fault, if its token is accepted. */
  async #perform(
    operate: Perform,
    request: ServiceRequest,
    { fault }: RecordedRequest,
    latency: number,
    disconnectSignal: () => AbortSignal,
  ): Promise<ServiceResult> {
    let signal: AbortSignal | undefined;
    const disconnect = () => {
      signal ??= disconnectSignal();
      return signal;
    };
    const waits: Waits = {
      sleep: (ms) => this.#waits.sleep(ms, disconnect()),
      settled: (promise) => this.#waits.settled(promise, disconnect()),
    };
    const perform = async (): Promise<ServiceResult> => {
      const authorized = authorize(this.#options.auth, this.#plants.rules, request);
      if (authorized !== undefined) {
        if (!(await waits.settled(authorized))) return { lost: "reset" };
        await authorized;
      }
      return operate(waits);
    };

    if (latency > 0 && !(await waits.sleep(latency))) return { lost: "reset" };
    if (fault === undefined) return perform();
    if (fault.delay !== undefined && !(await waits.sleep(fault.delay))) return { lost: "reset" };
    return kindOf(fault).apply(fault, { perform: () => perform().catch(toErrorResponse), wait: waits.sleep });
  }
}

/**
 * Returns the service behind a store. Also accepts a store of another copy of this package.
 *
 * @param name of the value, for the message
 * @throws TypeError if the value is not a store
 */
export function serviceOf(store: MockStore, name: string): ReferenceStore {
  if (isReferenceStore(store)) return store;
  throw new TypeError(`${name} must be a store from MockStore.`);
}

/** Not `instanceof`, because another copy of this package has a class of its own. */
function isReferenceStore(value: unknown): value is ReferenceStore {
  return typeof value === "object" && value !== null && "respond" in value;
}
