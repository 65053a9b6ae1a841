/** The reference service: its rules, the plants that it holds, its journal, and the faults that it is to commit. */
import type { NewPlant } from "../src/schemas.ts";
import { checkFaults } from "./check-faults.ts";
import { commitFault, connectionLost } from "./commit-fault.ts";
import type { Fault } from "./faults.ts";
import { fetchFrom, type StoreFetch } from "./fetch.ts";
import { Newest } from "./newest.ts";
import {
  answerJson,
  answerPreflight,
  answerRefusal,
  bearerToken,
  Refusal,
  readPlant,
  refuseMediaType,
  routeOf,
  type ServiceAnswer,
  type ServiceRequest,
  textOf,
} from "./protocol.ts";

/** A request as the store received it, and what became of it. CORS preflights and health checks are not recorded. */
export interface RecordedRequest {
  method: string;
  url: string;
  /** The body's text as it came; of one that is refused as too long, the first MiB. */
  body: string;
  /** The plant in the body, where that is a valid one. Its id is a number where that is exact, else a bigint. */
  plant?: NewPlant | undefined;
  /** The bearer token, where one was sent. */
  token?: string | undefined;
  /** The status of the answer; absent where there is none, or none yet. */
  status?: number | undefined;
  /** The fault that this request met. */
  fault?: Fault | undefined;
}

/** A Plant Store that lives in this process. */
export interface PlantStore {
  /** The plants that the store holds, oldest first: a copy, made anew at every access. An id is a number where that is exact, else a bigint. */
  readonly plants: NewPlant[];
  /** The journal: what the store was asked, oldest first; a copy, made anew at every access. */
  readonly requests: RecordedRequest[];
  /** The faults that are still queued, the next one first: a copy. */
  readonly faults: Fault[];
  /**
   * Answers a request as the service would, under any origin and path prefix. Made to stand in for the global
   * `fetch`: it rejects with the signal's reason when that aborts, and with a TypeError where the connection is lost.
   */
  readonly fetch: StoreFetch;
  /**
   * Has the next `POST /plants` meet the first fault, the one after it the second, and so on, behind the faults that
   * are queued already. After them the store serves as usual.
   *
   * @throws TypeError for what is no fault; then none of them is queued.
   */
  enqueue(...faults: Fault[]): void;
  /**
   * Back to the plants of the options, with an empty journal and no faults. Requests that a fault holds up lose their
   * connection, and create nothing any more; one that is still on its way is served afterwards.
   */
  reset(): void;
}

/** A store's options, checked, each with its value. */
export interface Settings {
  plants: readonly NewPlant[];
  auth: "required" | "off" | ((token: string) => boolean);
  unauthorizedStatus: 400 | 401;
  duplicates: "accept" | "reject";
  maxPlants: number;
  maxRequests: number;
}

export class ReferenceStore implements PlantStore {
  readonly #settings: Settings;
  readonly #plants: Newest<NewPlant>;
  readonly #requests: Newest<RecordedRequest>;
  /** Of every plant, also of those that are no longer kept. Empty where duplicates are accepted. */
  readonly #ids = new Set<NewPlant["id"]>();
  readonly #faults: Fault[] = [];
  /** The requests of the journal that may still get a plant and a status. */
  readonly #unanswered = new Set<RecordedRequest>();
  /** Wakes the requests that wait. */
  readonly #waiting = new Set<() => void>();
  /** How often the store was reset. */
  #resets = 0;

  constructor(settings: Settings) {
    this.#settings = settings;
    this.#plants = new Newest(settings.maxPlants);
    this.#requests = new Newest(settings.maxRequests, (request) => !this.#unanswered.has(request));
    this.reset();
  }

  get plants(): NewPlant[] {
    return this.#plants.list();
  }

  get requests(): RecordedRequest[] {
    return this.#requests.list();
  }

  get faults(): Fault[] {
    return structuredClone(this.#faults);
  }

  enqueue(...faults: Fault[]): void {
    this.#faults.push(...checkFaults(faults));
  }

  reset(): void {
    this.#resets += 1;
    for (const wake of this.#waiting) wake();
    this.#faults.length = 0;
    this.#requests.clear();
    this.#plants.clear();
    this.#ids.clear();
    for (const plant of this.#settings.plants) this.#add(plant);
  }

  /** What Node prints: no tokens, and no plants by the thousand. */
  [Symbol.for("nodejs.util.inspect.custom")](): object {
    const { plants, requests, faults } = this;
    return { plants: plants.length, requests: requests.length, faults };
  }

  readonly fetch = fetchFrom((request, signal) => this.answer(request, () => signal));

  /**
   * For every carrier of requests.
   *
   * @param gone makes a signal that aborts when the client has gone; asked for only where something waits.
   * @throws the signal's reason; or a TypeError, as `fetch` does, where a fault or `reset` loses the connection.
   */
  async answer(request: ServiceRequest, gone: () => AbortSignal): Promise<ServiceAnswer> {
    const route = routeOf(request);
    if (route === "preflight") return answerPreflight(request);
    if (route === "health") return answerJson(200, { status: "ok" });
    const record = this.#record(request);
    try {
      const answer =
        route instanceof Refusal ? answerRefusal(route) : await this.#serve(request, record, gone);
      record.status = answer.status;
      return answer;
    } finally {
      this.#unanswered.delete(record);
    }
  }

  #record(request: ServiceRequest): RecordedRequest {
    const { method, url, body } = request;
    const record: RecordedRequest = { method, url, body: textOf(body) };
    const token = bearerToken(request);
    if (token !== undefined) record.token = token;
    this.#unanswered.add(record);
    this.#requests.add(record);
    return record;
  }

  #serve(
    request: ServiceRequest,
    record: RecordedRequest,
    gone: () => AbortSignal,
  ): ServiceAnswer | Promise<ServiceAnswer> {
    const plant = readPlant(request.body, record.body);
    if (!(plant instanceof Refusal)) record.plant = plant;
    const create = () => this.#create(request, record.token, plant);
    const fault = this.#faults.shift();
    if (fault === undefined) return create();
    record.fault = fault;
    return commitFault(fault, create, (ms) => this.#wait(ms, gone()));
  }

  /** What the specification says: a Plant, or an Error. */
  #create(request: ServiceRequest, token: string | undefined, plant: NewPlant | Refusal): ServiceAnswer {
    const refusal = this.#refuseToken(token) ?? refuseMediaType(request);
    if (refusal) return answerRefusal(refusal);
    if (plant instanceof Refusal) return answerRefusal(plant);
    if (this.#ids.has(plant.id))
      return answerRefusal(new Refusal(400, `\`id\` must be new: ${plant.id} exists already`));
    this.#add(plant);
    return answerJson(200, { name: plant.name, tag: plant.tag });
  }

  #refuseToken(token: string | undefined): Refusal | undefined {
    const { auth, unauthorizedStatus } = this.#settings;
    if (auth === "off") return undefined;
    // RFC 9110 section 11.6.1
    const headers = unauthorizedStatus === 401 ? { "www-authenticate": "Bearer" } : {};
    if (token === undefined)
      return new Refusal(unauthorizedStatus, "the header authorization must be: Bearer <token>", headers);
    const verdict = auth === "required" || judge(auth, token);
    if (verdict === true) return undefined;
    if (verdict !== false) return new Refusal(400, verdict);
    const message = "the bearer token in the header authorization is not accepted";
    return new Refusal(unauthorizedStatus, message, headers);
  }

  #add(plant: NewPlant): void {
    this.#plants.add(plant);
    if (this.#settings.duplicates === "reject") this.#ids.add(plant.id);
  }

  /** @param ms may be Infinity. */
  async #wait(ms: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const resets = this.#resets;
    let wake = () => {};
    const woken = new Promise<void>((resolve) => {
      wake = resolve;
    });
    const timer = Number.isFinite(ms) ? setTimeout(wake, ms) : undefined;
    signal.addEventListener("abort", wake);
    this.#waiting.add(wake);
    await woken;
    clearTimeout(timer);
    signal.removeEventListener("abort", wake);
    this.#waiting.delete(wake);
    // Whatever woke it: an end that came in the same turn counts.
    signal.throwIfAborted();
    if (this.#resets !== resets) throw connectionLost();
  }
}

/** A test suite's own function decides, but cannot break the service: what is wrong with it is said in words. */
function judge(auth: (token: string) => unknown, token: string): boolean | string {
  try {
    const verdict = auth(token);
    if (typeof verdict === "boolean") return verdict;
    // An async function's own failure is said in these words too. Settled to nothing, since a promise looks at
    // what it is given.
    Promise.resolve(verdict).then(
      () => {},
      () => {},
    );
    return "the store's own `auth` function must return true or false";
  } catch (error) {
    const reason =
      error instanceof Error ? error.message.replaceAll(token, "[token]") : "no Error was thrown";
    return `the store's own \`auth\` function failed: ${reason}`;
  }
}

/**
 * The store behind the interface, also that of another copy of this package.
 *
 * @param caller that was given it.
 * @throws TypeError for what is none.
 */
export function asReferenceStore(store: PlantStore, caller: string): ReferenceStore {
  if (typeof store === "object" && store !== null && "answer" in store) return store as ReferenceStore;
  throw new TypeError(`${caller}: the store must be one that createPlantStore has made.`);
}
