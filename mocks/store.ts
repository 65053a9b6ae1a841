/**
 * The reference service: a function from Request to Response, with the plants it holds and a journal of what it was asked.
 *
 * @module plant-store-sdk/mocks/store
 */
import { fromAnyNotation, parseJson } from "../src/json.ts";
import { type NewPlant, newPlantSchema } from "../src/schemas.ts";

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

/** Larger bodies are refused, bytes. The specification shows no limit; a service without one can be filled up. */
const MAX_BODY_BYTES = 1_048_576;

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
    request.signal.throwIfAborted();
    return this.#answer(request, await untilAborted(request.arrayBuffer(), request.signal));
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
    `createPlantStore: \`plants[${index}]\` is no valid plant: ${listIssues(error, "it")}.`,
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

/** What the service says no to. */
class Refusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** RFC 6750 section 2.1; the scheme's name is case-insensitive (RFC 9110 section 11.1). */
function bearerToken(headers: Headers): string | undefined {
  return /^Bearer +(\S.*)$/i.exec(headers.get("authorization") ?? "")?.[1];
}

function checkMediaType(headers: Headers): void {
  const [mediaType = ""] = (headers.get("content-type") ?? "").split(";");
  if (mediaType.trim().toLowerCase() === "application/json") return;
  throw new Refusal(400, "the header content-type must be application/json");
}

function readPlant(bytes: ArrayBuffer): NewPlant {
  if (bytes.byteLength > MAX_BODY_BYTES)
    throw new Refusal(400, `the body must be at most ${MAX_BODY_BYTES} bytes long`);
  const { data, error } = newPlantSchema.safeParse(parseBody(bytes));
  if (error) throw new Refusal(400, listIssues(error, "the body"));
  return plainPlant(data);
}

function parseBody(bytes: ArrayBuffer): unknown {
  try {
    return parseJson(new TextDecoder("utf-8", { fatal: true }).decode(bytes), fromAnyNotation);
  } catch {
    throw new Refusal(400, "the body must be JSON in UTF-8");
  }
}

/** What the specification names of a plant, its id in the one form in which ids compare: no bigint where a number is exact, no `-0`. */
function plainPlant({ id, name, tag }: NewPlant): NewPlant {
  const number = Number(id);
  const plant = { id: Number.isSafeInteger(number) ? number + 0 : id, name };
  return tag === undefined ? plant : { ...plant, tag };
}

/** "`id` is missing; pass an integer; `name` must be a string", with `whole` for what has no path. */
function listIssues(error: { issues: { path: PropertyKey[]; message: string }[] }, whole: string): string {
  return error.issues
    .map(({ path, message }) => `${path.length === 0 ? whole : `\`${path.join(".")}\``} ${message}`)
    .join("; ");
}

/** The store is open to every page: what it protects is made up. */
const CORS = { "access-control-allow-origin": "*", "access-control-expose-headers": "*" };

function answer(status: number, body: object): Response {
  const headers: Record<string, string> = { "content-type": "application/json", ...CORS };
  if (status === 401) headers["www-authenticate"] = "Bearer"; // RFC 9110 section 11.6.1
  if (status === 405) headers.allow = "POST, OPTIONS"; // RFC 9110 section 15.5.6
  return new Response(JSON.stringify(body), { status, headers });
}

/** Allows what is asked for by name: `*` would leave `authorization` out (Fetch Standard, "CORS-preflight fetch"). */
function answerPreflight(headers: Headers): Response {
  const allowed = headers.get("access-control-request-headers") ?? "authorization, content-type";
  return new Response(null, {
    status: 204,
    headers: { ...CORS, "access-control-allow-methods": "POST", "access-control-allow-headers": allowed },
  });
}
