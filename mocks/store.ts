/**
 * The reference service: a function from Request to Response, with the plants it holds and a journal of what it was asked.
 *
 * @module plant-store-sdk/mocks/store
 */
import { listIssues, type NewPlant, newPlantSchema } from "../src/schemas.ts";
import {
  answer,
  answerPreflight,
  bearerToken,
  checkMediaType,
  plainPlant,
  Refusal,
  readPlant,
} from "./protocol.ts";

/** What a store can be told. The defaults are the specification's words; where it is silent, an option decides. */
export interface PlantStoreOptions {
  /**
   * The plants that the store begins with, and returns to on `reset()`.
   * @default []
   */
  plants?: readonly NewPlant[] | undefined;
  /**
   * Who may create plants: whoever sends a bearer token, anyone, or whose token the function accepts.
   * @default "required"
   */
  auth?: "required" | "off" | ((token: string) => boolean) | undefined;
  /**
   * The answer to a missing or refused token, which the specification does not show.
   * @default 400
   */
  unauthorizedStatus?: 400 | 401 | undefined;
  /**
   * What becomes of a plant whose id exists already, which the specification does not show: a further plant, or a 400.
   * @default "accept"
   */
  duplicates?: "accept" | "reject" | undefined;
  /**
   * How many requests the journal keeps: the newest.
   * @default 10_000
   */
  maxRequests?: number | undefined;
}

/** A request as the store received and answered it. CORS preflights and health checks are not recorded. */
export interface RecordedRequest {
  method: string;
  url: string;
  /** The body's text as it came. */
  body: string;
  /** The plant in the body, where it is a valid one. Its id is a number where that is exact, else a bigint. */
  plant?: NewPlant;
  /** The bearer token, where one was sent. */
  token?: string;
  /** The status of the answer. */
  status: number;
}

/** A Plant Store that lives in this process. */
export interface PlantStore {
  /** The plants that the store holds, oldest first: a copy. An id is a number where that is exact, else a bigint. */
  readonly plants: NewPlant[];
  /** What the store was asked, oldest first: a copy. */
  readonly requests: RecordedRequest[];
  /**
   * Answers a request as the service would, under any origin and path prefix. Made to stand in for the global
   * `fetch`: it rejects with the signal's reason when that aborts.
   */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
  /** Back to the plants of the options and an empty journal. */
  reset(): void;
}

/**
 * Makes a store, independent of every other.
 *
 * @throws TypeError naming the option that is wrong.
 */
export function createPlantStore(options: PlantStoreOptions = {}): PlantStore {
  return new ReferenceStore(options);
}

class ReferenceStore implements PlantStore {
  readonly #auth: NonNullable<PlantStoreOptions["auth"]>;
  readonly #unauthorizedStatus: 400 | 401;
  readonly #rejectsDuplicates: boolean;
  readonly #maxRequests: number;
  readonly #seed: NewPlant[];
  #plants: NewPlant[] = [];
  #ids = new Set<NewPlant["id"]>();
  #requests: RecordedRequest[] = [];

  constructor(options: PlantStoreOptions) {
    const { plants = [], auth = "required", unauthorizedStatus = 400, duplicates = "accept" } = options;
    const { maxRequests = 10_000 } = options;
    check(
      "auth",
      typeof auth === "function" || auth === "required" || auth === "off",
      '"required", "off" or a function',
    );
    check("unauthorizedStatus", unauthorizedStatus === 400 || unauthorizedStatus === 401, "400 or 401");
    check("duplicates", duplicates === "accept" || duplicates === "reject", '"accept" or "reject"');
    check("maxRequests", Number.isSafeInteger(maxRequests) && maxRequests >= 0, "a whole number, 0 or more");
    check("plants", Array.isArray(plants), "an array of plants");
    this.#auth = auth;
    this.#unauthorizedStatus = unauthorizedStatus;
    this.#rejectsDuplicates = duplicates === "reject";
    this.#maxRequests = maxRequests;
    this.#seed = plants.map(readSeed);
    this.reset();
  }

  get plants(): NewPlant[] {
    return structuredClone(this.#plants);
  }

  get requests(): RecordedRequest[] {
    return structuredClone(this.#requests);
  }

  reset(): void {
    this.#plants = [];
    this.#ids.clear();
    this.#requests = [];
    for (const plant of this.#seed) this.#add(plant);
  }

  readonly fetch = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    // The caller's own signal: a Request holds the one that it was made with weakly, and may lose it.
    const signal = init?.signal ?? (input instanceof Request ? input.signal : request.signal);
    signal.throwIfAborted();
    return this.#answer(request, await untilAborted(request.arrayBuffer(), signal));
  };

  #answer({ method, url, headers }: Request, body: ArrayBuffer): Response {
    if (method === "OPTIONS") return answerPreflight(headers);
    const { pathname } = new URL(url);
    if (method === "GET" && pathname.endsWith("/health")) return answer(200, { status: "ok" });

    const request: Omit<RecordedRequest, "status"> = { method, url, body: new TextDecoder().decode(body) };
    const token = bearerToken(headers);
    if (token !== undefined) request.token = token;
    let response: Response;
    try {
      if (!pathname.endsWith("/plants"))
        throw new Refusal(404, `${pathname} is unknown: plants are created at /plants`);
      if (method !== "POST")
        throw new Refusal(405, `${method} is not allowed here: plants are created by POST`);
      this.#authenticate(token);
      checkMediaType(headers);
      request.plant = readPlant(body);
      this.#create(request.plant);
      const { name, tag } = request.plant;
      response = answer(200, { name, tag });
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
      response = answer(refusal.status, { error: refusal.status, message: refusal.message });
    }
    this.#record({ ...request, status: response.status });
    return response;
  }

  #authenticate(token: string | undefined): void {
    if (this.#auth === "off") return;
    if (token === undefined) {
      throw new Refusal(this.#unauthorizedStatus, "the header authorization must be: Bearer <token>");
    }
    if (this.#auth !== "required" && !this.#auth(token)) {
      throw new Refusal(
        this.#unauthorizedStatus,
        "the bearer token in the header authorization is not accepted",
      );
    }
  }

  #create(plant: NewPlant): void {
    if (this.#rejectsDuplicates && this.#ids.has(plant.id)) {
      throw new Refusal(400, `\`id\` must be new: ${plant.id} exists already`);
    }
    this.#add(plant);
  }

  #add(plant: NewPlant): void {
    this.#plants.push(plant);
    this.#ids.add(plant.id);
  }

  #record(request: RecordedRequest): void {
    this.#requests.push(request);
    if (this.#requests.length > this.#maxRequests) this.#requests.shift();
  }
}

function check(option: string, isRight: boolean, requirement: string): void {
  if (!isRight) throw new TypeError(`createPlantStore: \`${option}\` must be ${requirement}.`);
}

function readSeed(plant: unknown, index: number): NewPlant {
  const { data, error } = newPlantSchema.safeParse(plant);
  if (data) return plainPlant(data);
  throw new TypeError(
    `createPlantStore: \`plants[${index}]\` is no valid plant: ${listIssues(error.issues, "it")}.`,
  );
}

/** Settles as the promise does, or rejects with the signal's reason as soon as that aborts. */
async function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  let onAbort = () => {};
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason);
  });
  signal.addEventListener("abort", onAbort);
  try {
    return await Promise.race([aborted, promise]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
