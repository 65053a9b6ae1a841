/** The mock of the service. */
import { boolean, readOptions } from "../../src/common/read-options.ts";
import type { NewPlant } from "../../src/contract/schemas.ts";
import type { Fault } from "../parts/fault.ts";
import { applyFault } from "../parts/fault-kinds.ts";
import { OptionError, optionErrorOf } from "../parts/option-error.ts";
import { copyPlainData } from "../parts/plain-data.ts";
import type { MockStoreListener, RecordedRequest, SubscribedRequest } from "../parts/recorded-request.ts";
import type { MaybePromise, Service, ServiceRequest } from "../parts/service-request.ts";
import { allowOrigin, type ServiceResponse } from "../parts/service-response.ts";
import { validateFault } from "../parts/validate-fault.ts";
import { InterruptibleWaits, Waits } from "../parts/waits.ts";
import { authorize } from "./authorize.ts";
import { chooseFault, chooseLatency } from "./chaos.ts";
import { FaultQueue } from "./fault-queue.ts";
import { Recorder } from "./recorder.ts";
import type { Recording } from "./recording.ts";
import { createPlant, parsePlant, Turns } from "./respond-to-create.ts";
import { checkRoute, respondAside } from "./routes.ts";
import { type MockStoreSettings, type ResolvedSettings, resolveSettings, SETTINGS } from "./settings.ts";
import type { ResolvedOptions } from "./store-options.ts";
import { StoredPlants } from "./stored-plants.ts";

/** Everything but `fetch`, which an adapter adds. */
export class ReferenceStore implements Service {
  readonly #options: ResolvedOptions;
  readonly #plants: StoredPlants;
  readonly #recorder: Recorder;
  readonly #faults: FaultQueue;
  readonly #waits = new InterruptibleWaits();
  readonly #turns = new Turns();
  #settings: ResolvedSettings;
  /** Number of `POST /plants` since the store was cleared, or since chaos was set. */
  #numbered = 0;

  constructor(options: ResolvedOptions) {
    this.#options = options;
    this.#settings = options.settings;
    this.#plants = new StoredPlants(options);
    this.#recorder = new Recorder(options);
    this.#faults = new FaultQueue(options.memory, () => this.#recorder.emit({ type: "faults" }));
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
    const caller = "store.configure";
    const before = this.#settings;
    const given = readOptions(settings, SETTINGS, optionErrorOf(caller), before);
    this.#setSettings(resolveSettings(given, caller), caller);
    if (given.chaos !== before.chaos) this.#numbered = 0;
    this.#recorder.emit({ type: "settings" });
  }

  /** The initial settings are shared by stores, and take no memory. */
  #setSettings(settings: ResolvedSettings, caller: string): void {
    const { memory, settings: initial } = this.#options;
    const owned = (each: ResolvedSettings) => (each === initial ? [] : [each]);
    if (memory?.reserve(owned(settings), owned(this.#settings)) === false)
      throw new OptionError(caller, "settings", "must be smaller: they take all of the memory for stores");
    this.#settings = settings;
  }

  addPlants(...plants: NewPlant[]): void {
    this.#plants.add(plants, this.#settings.rules);
    this.#recorder.emit({ type: "plants" });
  }

  enqueue(...faults: Fault[]): void {
    const valid = faults.map((fault, index) => validateFault(fault, "store.enqueue", `faults[${index}]`));
    this.#faults.push(valid, "store.enqueue");
    if (faults.length > 0) this.#recorder.emit({ type: "faults" });
  }

  release(): void {
    this.#waits.releaseAll();
  }

  /** @param isReader for the admin API: it never changes an event, and needs no copy */
  subscribe(listener: MockStoreListener, isReader = false): () => void {
    if (typeof listener !== "function")
      throw new TypeError("store.subscribe: the argument must be a function.");
    return this.#recorder.subscribe(listener, isReader);
  }

  clear(options: { keepAdded?: boolean | undefined } = {}): void {
    const { keepAdded = false } = readOptions(options, { keepAdded: boolean }, optionErrorOf("store.clear"));
    this.#waits.interruptAll();
    this.#numbered = 0;
    this.#setSettings(this.#options.settings, "store.clear");
    this.#faults.clear();
    this.#recorder.clear();
    this.#plants.clear(keepAdded);
    this.#recorder.emit({ type: "clear" });
  }

  clearRequests(): void {
    this.#recorder.clear();
    this.#recorder.emit({ type: "requests" });
  }

  clearFaults(): void {
    this.#faults.clear();
    this.#recorder.emit({ type: "faults" });
  }

  /** For a server: logs a request that it refuses without a store. */
  logRefused(refused: Pick<RecordedRequest, "method" | "url" | "status" | "reason">): void {
    this.#options.log?.({ headers: {}, time: Date.now(), body: "", created: false, ...refused });
  }

  get publicRequests(): ({ index: number } & SubscribedRequest)[] {
    return this.#recorder.publicRequests;
  }

  respond(request: ServiceRequest, disconnectSignal: () => AbortSignal): MaybePromise<ServiceResponse> {
    const aside = respondAside(request);
    if (aside !== undefined) return allowOrigin(aside, request, true);
    const recording = this.#recorder.start(request);
    const end = (response: ServiceResponse) => recording.end(allowOrigin(response, request, true));
    const fail = (error: unknown) => end(recording.fail(error));
    try {
      const result = this.#perform(request, recording, new Waits(this.#waits, disconnectSignal));
      return result instanceof Promise ? result.then(end, fail) : end(result);
    } catch (error) {
      return fail(error);
    }
  }

  /** The life of a request: parse it, take its fault, wait, check its token, create its plant, respond. */
  #perform(request: ServiceRequest, recording: Recording, waits: Waits): MaybePromise<ServiceResponse> {
    checkRoute(request);
    const { rules } = this.#settings;
    const { plant, bodyRejection, plantRejection } = parsePlant(request, rules);
    const { fault, latency } = this.#takeFault(plant);
    recording.begin(request, plant, fault);

    const { auth, validate } = this.#options;
    const createAuthorized = () => {
      const rejection = bodyRejection ?? plantRejection;
      if (plant === undefined || rejection !== undefined) throw rejection;
      const [plants, turns] = [this.#plants, this.#turns];
      return createPlant({ plants, turns, validate, plant, rules, request, recording, waits });
    };
    const create = () => {
      if (rules.bodyBeforeToken && bodyRejection !== undefined) throw bodyRejection;
      const authorized = authorize(auth, rules, request, waits, recording);
      return authorized === undefined ? createAuthorized() : authorized.then(createAuthorized);
    };
    if (fault === undefined && latency === 0) return create();
    const wait = async () => {
      if (latency > 0) await waits.sleep(latency);
      if (fault?.delay !== undefined) await waits.sleep(fault.delay);
    };
    return wait().then(() => (fault === undefined ? create() : applyFault(fault, create, waits)));
  }

  /** A queued fault takes precedence over a random one. */
  #takeFault(plant: NewPlant | undefined): { fault: Fault | undefined; latency: number } {
    const { chaos, latency } = this.#settings;
    const index = this.#numbered++;
    const queued = this.#faults.take(plant);
    if (queued !== undefined) this.#recorder.emit({ type: "faults" });
    return { fault: queued ?? chooseFault(chaos, index), latency: chooseLatency(latency, chaos, index) };
  }
}

/**
 * Returns the service behind a store. Also accepts a store of another copy of this package.
 *
 * @param name of the value, for the message
 * @throws TypeError if the value is not a store
 */
export function serviceOf(store: unknown, name: string): ReferenceStore {
  // Not `instanceof`, because another copy of this package has a class of its own.
  if (typeof store === "object" && store !== null && "respond" in store) return store as ReferenceStore;
  throw new TypeError(`${name} must be a store from MockStore.`);
}
