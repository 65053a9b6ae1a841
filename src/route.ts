/**
 * The app's own route for a page whose token must stay on the server. The page's client calls it like the service and
 * reaches the outcome of the server's client.
 *
 * @module plant-store-sdk/route
 */
import { report } from "./call/runtime.ts";
import type { PlantStoreClient } from "./client.ts";
import { formatIssues, toIssues } from "./contract/issues.ts";
import { parseJson } from "./contract/json.ts";
import { type NewPlant, newPlantSchema } from "./contract/schemas.ts";
import type { CreatePlantResult } from "./create-plant.ts";
import { configurationError, type PlantStoreFailure } from "./errors.ts";
import { outcomeOfHead } from "./outcome.ts";

/** What the route needs of a {@link index!PlantStoreClient}. */
export type PlantRouteClient = Pick<PlantStoreClient, "safeCreatePlant">;

/**
 * Options of {@link plantRoute}. An unknown option is rejected.
 *
 * @expand
 */
export interface PlantRouteOptions {
  /**
   * The client that calls the store, or a function of the request that returns it: for a token of the signed-in user, or to
   * create the client at the first request. Its `timeout` must be shorter than that of the page's client.
   */
  client: PlantRouteClient | ((request: Request) => PlantRouteClient | Promise<PlantRouteClient>);
  /**
   * Whether the request may create a plant. Only `true` allows it. A `Response` with a 4xx status other than 408 and 499 is
   * sent as it is; anything else is a 403. The function must not read the body: it can read a `clone()`. To let everybody
   * create plants, pass `"anyone"`.
   */
  authorize: "anyone" | ((request: Request) => unknown);
  /**
   * The text that the page receives for a failed call. It may show the page what `error` knows: the store's text, its URL.
   * @default a text that names only the outcome
   */
  message?: ((error: PlantStoreFailure) => string) | undefined;
  /**
   * The `Idempotency-Key` of the call, for a store that honours it. Keys of the page are not forwarded, because users who
   * share the server's token could repeat each other's keys.
   * @default none
   */
  idempotencyKey?: ((request: Request) => string | undefined | Promise<string | undefined>) | undefined;
  /**
   * End the call when the page disconnects. The outcome of a plant that was sent is then unknown.
   * @default false
   */
  abortWithPage?: boolean | undefined;
}

/** Requests of the SDK are far smaller. Bytes. */
const MAX_BODY_BYTES = 65_536;

/** Without a charset, or in UTF-8. No form can send it, so a page of another site needs a CORS preflight, which fails. */
const JSON_IN_UTF_8 = /^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i;

const OUTCOME_TEXTS = {
  "not-created": "The plant was not created",
  unknown: "The plant may have been created",
  created: "The plant was created, but the store's response was unusable",
};

/**
 * Creates a route handler: a function of a `Request` that never rejects. Use it for `POST /plants` below the `baseUrl` of
 * the page's client.
 *
 * @example
 * let client: PlantStoreClient | undefined;
 * export const POST = plantRoute({
 *   client: () => (client ??= new PlantStoreClient({ timeout: 20_000 })),
 *   authorize: hasSession,
 * });
 *
 * @throws PlantStoreConfigurationError if an option is missing, unknown or invalid
 */
export function plantRoute(options: PlantRouteOptions): (request: Request) => Promise<Response> {
  const { client, authorize, message, idempotencyKey, abortWithPage } = readOptions(options);
  return async (request) => {
    let isSent = false;
    try {
      const refusal = refuse(request) ?? (await deny(request, authorize));
      if (refusal) return refusal;
      const plant = await readPlant(request);
      if ("problem" in plant) return errorResponse(plant.status, plant.problem);
      const caller = typeof client === "function" ? await client(request) : client;
      if (!isClient(caller)) throw new TypeError("`client` must return a PlantStoreClient");
      const key = await idempotencyKey?.(request);
      const headers = { "idempotency-key": key };
      const call = { headers, signal: abortWithPage ? request.signal : undefined };
      isSent = true;
      return toResponse(await caller.safeCreatePlant(plant, call), message);
    } catch (error) {
      report(error);
      return isSent
        ? errorResponse(502, OUTCOME_TEXTS.unknown)
        : errorResponse(424, OUTCOME_TEXTS["not-created"]);
    }
  };
}

const isFunction = (value: unknown): boolean => typeof value === "function";
const isClient = (value: unknown): boolean => isFunction(Object(value).safeCreatePlant);

const OPTIONS: Record<string, [isValid: (value: unknown) => boolean, expected: string]> = {
  client: [
    (value) => isFunction(value) || isClient(value),
    "a PlantStoreClient, or a function that returns one",
  ],
  authorize: [(value) => value === "anyone" || isFunction(value), 'a function, or "anyone"'],
  message: [isFunction, "a function"],
  idempotencyKey: [isFunction, "a function"],
  abortWithPage: [(value) => typeof value === "boolean", "true or false"],
};

const REQUIRED = ["client", "authorize"];

/** @throws PlantStoreConfigurationError */
function readOptions(options: PlantRouteOptions): PlantRouteOptions {
  // A required option is checked even if it is missing.
  const given: Partial<PlantRouteOptions> = Object.assign(
    { client: undefined, authorize: undefined },
    options,
  );
  for (const [option, value] of Object.entries(given)) {
    const [isValid, expected] = (Object.hasOwn(OPTIONS, option) && OPTIONS[option]) || [];
    if (value === undefined && !REQUIRED.includes(option)) continue;
    if (!isValid) throw configurationError(option, "is not an option of `plantRoute`");
    if (!isValid(value)) throw configurationError(option, `must be ${expected}`);
  }
  return given as PlantRouteOptions;
}

/** Refuses a request that the page's client does not send. There are no CORS headers: page and route share an origin. */
function refuse({ method, headers }: Request): Response | undefined {
  if (method !== "POST") return errorResponse(405, "Send a POST request", { allow: "POST" });
  if (headers.get("sec-fetch-site") === "cross-site") {
    return errorResponse(403, "Requests from other sites are not allowed");
  }
  if (!JSON_IN_UTF_8.test(headers.get("content-type") ?? "")) {
    return errorResponse(415, "Send application/json in UTF-8");
  }
  return undefined;
}

async function deny(
  request: Request,
  authorize: PlantRouteOptions["authorize"],
): Promise<Response | undefined> {
  const result = authorize === "anyone" || (await authorize(request));
  if (result === true) return undefined;
  // Not `instanceof`: some frameworks replace the global Response. A body can be sent only once.
  const isResponse = Object.prototype.toString.call(result) === "[object Response]";
  const response = result as Response;
  // A redirect to a sign-in page, or a 200, would look like an outcome.
  if (isResponse && outcomeOfHead(response.status) === "not-created" && !response.bodyUsed) return response;
  return errorResponse(403, "Not allowed");
}

/** @throws TypeError if the app has already read the body */
async function readPlant(request: Request): Promise<NewPlant | { status: number; problem: string }> {
  if (request.bodyUsed) throw new TypeError("The body was already read: read a `clone()` of the request");
  let value: unknown;
  try {
    const text = await readText(request);
    if (text === undefined) {
      return { status: 413, problem: `The body is larger than ${MAX_BODY_BYTES} bytes` };
    }
    value = parseJson(text);
  } catch {
    return { status: 400, problem: "The body is not JSON in UTF-8" };
  }
  const { data, error } = newPlantSchema.safeParse(value);
  if (error) return { status: 400, problem: `The plant is invalid: ${formatIssues(toIssues(error), "it")}` };
  const { id, name, tag } = data;
  return { id, name, tag };
}

/** Returns undefined if the body is too large. It is not cancelled: Node would close the connection before the response. */
async function readText(request: Request): Promise<string | undefined> {
  if (!request.body) return "";
  const reader = request.body.getReader();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  for (let size = 0; size <= MAX_BODY_BYTES; ) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    size += value.byteLength;
    text += decoder.decode(value, { stream: true });
  }
  return undefined;
}

/** The outcome decides the status, then the kind. The page's client derives the same outcome from it. */
function toResponse(result: CreatePlantResult, message: PlantRouteOptions["message"]): Response {
  if (result.success) {
    const { name, tag } = result.data;
    return Response.json({ name, tag });
  }
  const { error } = result;
  const { outcome, kind } = error;
  // The page cannot do anything about it, and a listener is not called for every configuration error.
  if (kind === "configuration") report(error);
  const text = describe(error, message);
  if (outcome === "created") return errorResponse(201, text);
  if (outcome === "unknown") return errorResponse(kind === "timeout" ? 504 : 502, text);
  if (kind === "rejected") return errorResponse(400, text, {}, error.error);
  if (kind !== "unexpected-response" || error.status !== 429) return errorResponse(424, text);
  const { retryAfter } = error;
  return errorResponse(
    429,
    text,
    retryAfter === undefined ? {} : { "retry-after": `${Math.ceil(retryAfter / 1000)}` },
  );
}

function describe(error: PlantStoreFailure, message: PlantRouteOptions["message"]): string {
  try {
    if (message) return String(message(error));
  } catch (thrown) {
    report(thrown);
  }
  return OUTCOME_TEXTS[error.outcome];
}

function errorResponse(
  status: number,
  message: string,
  headers: Record<string, string> = {},
  error = status,
): Response {
  return Response.json({ error, message }, { status, headers });
}
