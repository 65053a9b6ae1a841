/**
 * The app's own route for a page whose token must stay on the server. The page's client calls it like the service and
 * reaches the outcome of the server's client.
 *
 * @module plant-store-sdk/route
 */
import { Deadline } from "./call/deadline.ts";
import { drain, readBody } from "./call/read-body.ts";
import { report } from "./call/runtime.ts";
import type { PlantStoreClient } from "./client.ts";
import { ignoreRejection } from "./common/ignore-rejection.ts";
import {
  aFunction,
  boolean,
  integer,
  type OptionRules,
  REQUIRED,
  readOptions,
} from "./common/read-options.ts";
import { outcomeOfHead } from "./contract/decide-outcome.ts";
import { formatIssues } from "./contract/issues.ts";
import { tryParseJson } from "./contract/json.ts";
import { parseNewPlant } from "./contract/parse-new-plant.ts";
import { writePlant } from "./contract/plant-fields.ts";
import { errorSchema, type NewPlant, PLANT_FIELDS, type Plant } from "./contract/schemas.ts";
import type { CreatePlantResult } from "./create-plant.ts";
import { configurationError, type PlantStoreFailure } from "./errors.ts";

/** What the route needs of a {@link PlantStoreClient}. */
export type PlantRouteClient = Pick<PlantStoreClient, "safeCreatePlant">;

/**
 * Options of {@link plantRoute}. An unknown option is rejected.
 *
 * @expand
 */
export interface PlantRouteOptions<Context = unknown> {
  /**
   * The client that calls the store, or a function of the request that returns it: for a token of the signed-in user, or to
   * create the client at the first request. Its `timeout` must be shorter than that of the page's client. `context` is the
   * second argument of the route, such as the event of SvelteKit or the `env` of Workers.
   */
  client: PlantRouteClient | ClientFunctions<Context>["choose"];
  /**
   * Whether the request may create a plant. Only `true` allows it. A `Response` with a 4xx status is sent as it is, except a
   * 408, a 499, and a 403 or 406 in HTML; anything else is a 403. The function must not read the body: it can read a
   * `clone()`. To let everybody create plants, pass `"anyone"`.
   */
  authorize:
    | "anyone"
    | ((request: Request, context: Context) => boolean | Response | Promise<boolean | Response>);
  /**
   * The text that the page receives for a failed call. It may show the page what `error` knows: the store's text, its URL.
   * @default a text that names only the outcome
   */
  message?: ((error: PlantStoreFailure) => string) | undefined;
  /**
   * Rejections other than a 400 that the page may tell apart, such as that of an id which exists: by the `error` number in
   * their Error body (int32), or by their 4xx status if they have none. The page receives them as `"rejected"` with that number.
   * A failure that is `retryable`, or whose outcome is not `"not-created"`, is not changed.
   * @default []
   */
  errors?: readonly number[] | undefined;
  /**
   * The `Idempotency-Key` of the call, for a store that honours it. Keys of the page are not forwarded, because users who
   * share the server's token could repeat each other's keys.
   * @default none
   */
  idempotencyKey?:
    | ((request: Request, context: Context) => string | undefined | Promise<string | undefined>)
    | undefined;
  /**
   * End the call when the page disconnects. The outcome of a plant that was sent is then unknown.
   * @default false
   */
  abortWithPage?: boolean | undefined;
}

/**
 * A method, whose parameters TypeScript compares in both directions: otherwise, what a dependency injection container returns,
 * such as `app.get(PlantStoreClient)` of NestJS, is not accepted.
 */
type ClientFunctions<Context> = {
  choose(request: Request, context: Context): PlantRouteClient | Promise<PlantRouteClient>;
};

/** The route. Its `context` is required if a function of the options needs it. */
export type PlantRoute<Context = unknown> = (
  ...args: unknown extends Context
    ? [request: Request, context?: unknown]
    : [request: Request, context: Context]
) => Promise<Response>;

type WordFailure = PlantRouteOptions["message"];

/** Far more than a plant needs. */
const MAX_BODY_BYTES = 65_536;

/** Far longer than a plant takes, ms. Frees the handler of a page that sends its body slowly. */
const MAX_BODY_MS = 10_000;

/** The longest wait that the page is asked for: a day. A store can send any number. */
const MAX_RETRY_AFTER_S = 86_400;

/** Without a charset, or in UTF-8. No form can send it, so a page of another site needs a CORS preflight, which fails. */
const JSON_IN_UTF_8 = /^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i;

/** The page's client adds what the outcome means. */
const OUTCOME_TEXTS = {
  "not-created": "The app's server could not create it",
  unknown: "The app's server does not know whether the store created it",
  created: "The store's response was unusable",
};

/**
 * Creates a route handler: a function of a `Request` that never rejects. Use it for `POST /plants` below the `baseUrl` of
 * the page's client. The page receives the name that it sent. A tag in the store's response that is not part of what the page
 * sent becomes `[hidden]`, because it could contain the token.
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
export function plantRoute<Context = unknown>(options: PlantRouteOptions<Context>): PlantRoute<Context> {
  const given = readOptions(options, RULES, configurationError);
  const { client, authorize, message, errors, idempotencyKey, abortWithPage } = given;
  // Two parameters, by whose number Deno.serve decides what it passes. `PlantRoute` says when `context` may be missing.
  const route = async (request: Request, context: Context): Promise<Response> => {
    let failureStatus = 403; // If the next step throws.
    try {
      if (typeof Object(request).method !== "string") throw new TypeError(NOT_A_REQUEST);
      const { signal } = request;
      const wasAborted = signal?.aborted;
      // No page can abort in this turn of the event loop: Node closed a request that a body parser has read.
      await undefined;
      if (signal?.aborted && !wasAborted) throw new TypeError(NO_BODY);
      failureStatus = 424; // What `authorize` throws may pass: its database cannot be reached.
      const refusal = refuse(request) ?? deny(authorize === "anyone" || (await authorize(request, context)));
      failureStatus = 403;
      if (refusal) return refusal;
      const plant = await readPlant(request);
      if (isResponse(plant)) return plant;
      const caller = typeof client === "function" ? await client(request, context) : client;
      if (!isClient(caller)) throw new TypeError("`client` must return a PlantStoreClient");
      const key = await idempotencyKey?.(request, context);
      const callOptions = { idempotencyKey: key, signal: abortWithPage ? signal : undefined };
      failureStatus = 502;
      return toResponse(plant, await caller.safeCreatePlant(plant, callOptions), message, errors);
    } catch (error) {
      report(error);
      return respond(failureStatus, OUTCOME_TEXTS[failureStatus === 502 ? "unknown" : "not-created"]);
    }
  };
  return route as PlantRoute<Context>;
}

/** Frameworks such as SvelteKit and Astro call a handler with a context that has the request. */
const NOT_A_REQUEST =
  "The route of plantRoute needs a Request: export a function such as ({ request }) => route(request)";

/** Reported, because some adapters then drop the response. */
const NO_BODY =
  "The body did not arrive. If this happens to every request, a body parser or `authorize` has read it: " +
  "mount the route before the parser, and let `authorize` read a `clone()`";

const isClient = (value: unknown): boolean => typeof Object(value).safeCreatePlant === "function";

const [isErrorNumber] = integer(-(2 ** 31), 2 ** 31 - 1);

const RULES = {
  client: [
    (value) => typeof value === "function" || isClient(value),
    "a PlantStoreClient or a function",
    REQUIRED,
  ],
  authorize: [
    (value) => typeof value === "function" || value === "anyone",
    'a function or "anyone"',
    REQUIRED,
  ],
  message: aFunction,
  errors: [
    (errors: never[]) => Array.isArray(errors) && errors.every(isErrorNumber),
    "an array of the store's error numbers",
    [],
  ],
  idempotencyKey: aFunction,
  abortWithPage: boolean,
} satisfies OptionRules<PlantRouteOptions>;

/** Refuses a request that the page's client does not send. There are no CORS headers: page and route share an origin. */
function refuse({ method, headers }: Request): Response | undefined {
  if (method !== "POST") return respond(405, "Send a POST request", { allow: "POST" });
  if (headers.get("sec-fetch-site") === "cross-site") return respond(403, "Send it from a page of this site");
  if (JSON_IN_UTF_8.test(headers.get("content-type") ?? "")) return undefined;
  return respond(415, "Send application/json in UTF-8");
}

/** @param result of `authorize` */
function deny(result: boolean | Response): Response | undefined {
  if (result === true) return undefined;
  if (!isResponse(result)) return respond(403, "Not allowed");
  // A redirect to a sign-in page, or a 200, would look like an outcome. A body that was read cannot be sent.
  const outcome = outcomeOfHead(result.status, result.headers.get("content-type"));
  return outcome === "not-created" && !result.bodyUsed ? result : respond(403, "Not allowed");
}

/** Not `instanceof`: some frameworks replace the global Response. */
function isResponse(value: unknown): value is Response {
  return Object.prototype.toString.call(value) === "[object Response]";
}

/**
 * The request's plant without other fields, or the response to an invalid body.
 *
 * @throws TypeError if the app has already read the body
 */
async function readPlant(request: Request): Promise<NewPlant | Response> {
  const deadline = new Deadline({ timeout: MAX_BODY_MS });
  const body = await readBody(request, MAX_BODY_BYTES, deadline, undefined, drain);
  deadline.close();
  const { text, isComplete, isUtf8, isConsumed, interruption } = body;
  const isAnnounced = Number(request.headers.get("content-length")) > 0;
  // After a body parser, some adapters pass on an empty body, or one that fails at once.
  const isMissing = text === "" && isAnnounced && !deadline.endedBy && !request.signal?.aborted;
  if (isConsumed || isMissing) throw new TypeError(NO_BODY);
  if (deadline.endedBy) report(new Error(NO_BODY));
  // Not a 408, which leaves the outcome open.
  if (interruption) return respond(400, "The body did not arrive");
  if (!isComplete) return respond(413, `The body is larger than ${MAX_BODY_BYTES} bytes`);
  const value = isUtf8 ? tryParseJson(text) : undefined;
  if (value === undefined) return respond(400, "The body is not JSON in UTF-8");
  const { data, issues } = parseNewPlant(value);
  return data ?? respond(400, `The plant is invalid: ${formatIssues(issues, "it")}`);
}

/** The outcome decides the status, then the kind. The page's client derives the same outcome from it. */
function toResponse(
  sent: NewPlant,
  result: CreatePlantResult,
  message: WordFailure,
  errors: readonly number[],
): Response {
  if (result.success) {
    const fields = Object.keys(PLANT_FIELDS) as (keyof Plant)[];
    // The page's client would take another name for that of another plant. The app's client has accepted it.
    const data = { ...result.data, name: sent.name };
    const shown = Object.fromEntries(fields.map((field) => [field, known(data[field], sent[field])]));
    const headers = { "content-type": "application/json" };
    return new Response(writePlant(shown), { headers });
  }
  const { error } = result;
  // Only the app's developer can correct it, and listeners are not called for every configuration error.
  if (error.kind === "configuration" || error.kind === "token") report(error);
  const rejection = rejectionOf(error, errors);
  const text = describe(error, rejection, message);
  if (error.outcome === "created") return respond(201, text);
  // Also a failure that lost its fields, because the app's client is in another thread or process.
  if (error.outcome !== "not-created") return respond(error.kind === "timeout" ? 504 : 502, text);
  if (rejection !== undefined) return respond(400, text, {}, rejection);
  if (error.kind !== "unexpected-response" || error.response.status !== 429)
    return respond(error.retryable ? 424 : 403, text);
  const wait = Math.min(Math.ceil((error.retryAfter ?? 0) / 1000), MAX_RETRY_AFTER_S);
  return respond(429, text, wait > 0 ? { "retry-after": `${wait}` } : {});
}

/** The number of a rejection that the page may know. A failure that is retryable stays so: its wait and its 424 say more. */
function rejectionOf(error: PlantStoreFailure, errors: readonly number[]): number | undefined {
  if (error.outcome !== "not-created") return undefined;
  if (error.kind === "rejected") return error.error;
  if (error.kind !== "unexpected-response" || error.retryable) return undefined;
  const { status, body } = error.response;
  const number = errorSchema.safeParse(tryParseJson(body)).data?.error ?? status;
  return errors.includes(number) ? number : undefined;
}

/** Hides a value that is not part of what the page sent: a store that echoes its request may have put the token there. */
function known(value: unknown, sent: unknown = ""): unknown {
  if (value === undefined || String(sent).includes(String(value))) return value;
  return typeof value === "string" ? "[hidden]" : undefined; // A text would not be a valid number.
}

function describe(error: PlantStoreFailure, rejection: number | undefined, message: WordFailure): string {
  try {
    if (message) {
      const text: unknown = message(error);
      if (typeof text === "string") return text;
      ignoreRejection(text);
      throw new TypeError("`message` must return a string");
    }
  } catch (thrown) {
    report(thrown);
  }
  if (rejection !== undefined) return "The store rejected the plant";
  return OUTCOME_TEXTS[error.outcome] ?? OUTCOME_TEXTS.unknown;
}

/** Responds with an Error object, as the service does. */
function respond(status: number, message: string, headers: HeadersInit = {}, error = status): Response {
  return Response.json({ error, message }, { status, headers });
}
