/**
 * The app's own route for a page whose token must stay on the server. The page's client calls it like the service and
 * reaches the outcome of the server's client.
 *
 * @module plant-store-sdk/route
 */
import { Deadline } from "./call/deadline.ts";
import { readBody } from "./call/read-body.ts";
import { report } from "./call/runtime.ts";
import type { PlantStoreClient } from "./client.ts";
import { aFunction, boolean, type OptionRules, readOptions } from "./common/read-options.ts";
import { formatIssues } from "./contract/issues.ts";
import { parseJson } from "./contract/json.ts";
import { outcomeOfHead } from "./contract/outcome.ts";
import { parseNewPlant } from "./contract/parse-new-plant.ts";
import type { NewPlant } from "./contract/schemas.ts";
import type { CreatePlantResult } from "./create-plant.ts";
import { configurationError, type PlantStoreFailure } from "./errors.ts";

/** What the route needs of a {@link PlantStoreClient}. */
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
  authorize: "anyone" | ((request: Request) => boolean | Response | Promise<boolean | Response>);
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

type WordFailure = PlantRouteOptions["message"];

/** Far more than a plant needs. */
const MAX_BODY_BYTES = 65_536;

/** Far longer than a plant takes, ms. Frees the handler of a page that sends its body slowly. */
const MAX_BODY_MS = 10_000;

/** Without a charset, or in UTF-8. No form can send it, so a page of another site needs a CORS preflight, which fails. */
const JSON_IN_UTF_8 = /^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i;

const OUTCOME_TEXTS = {
  "not-created": "The plant was not created",
  unknown: "The plant may have been created",
  created: "The plant was created, but the store's response was unusable",
};

/**
 * Creates a route handler: a function of a `Request` that never rejects. Use it for `POST /plants` below the `baseUrl` of
 * the page's client. A `name` or `tag` in the store's response that is not part of what the page sent becomes `[hidden]`,
 * because it could contain the token.
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
  const given = readOptions(options, RULES, {});
  const { client, authorize, message, idempotencyKey, abortWithPage } = given;
  if (!client) throw configurationError("client", "is missing: pass a PlantStoreClient or a function");
  if (!authorize) throw configurationError("authorize", 'is missing: pass a function or "anyone"');
  return async (request) => {
    let isSent = false;
    try {
      const refusal = refuse(request) ?? (await deny(request, authorize));
      if (refusal) return refusal;
      const plant = await readPlant(request);
      if (isResponse(plant)) return plant;
      const caller = typeof client === "function" ? await client(request) : client;
      if (!isClient(caller)) throw new TypeError("`client` must return a PlantStoreClient");
      const key = await idempotencyKey?.(request);
      const signal = abortWithPage ? request.signal : undefined;
      isSent = true;
      return toResponse(plant, await caller.safeCreatePlant(plant, { idempotencyKey: key, signal }), message);
    } catch (error) {
      report(error);
      return isSent ? respond(502, OUTCOME_TEXTS.unknown) : respond(424, OUTCOME_TEXTS["not-created"]);
    }
  };
}

const isClient = (value: unknown): boolean => typeof Object(value).safeCreatePlant === "function";

const RULES: OptionRules = {
  client: [(value) => typeof value === "function" || isClient(value), "a PlantStoreClient or a function"],
  authorize: [(value) => typeof value === "function" || value === "anyone", 'a function or "anyone"'],
  message: aFunction,
  idempotencyKey: aFunction,
  abortWithPage: boolean,
};

/** Refuses a request that the page's client does not send. There are no CORS headers: page and route share an origin. */
function refuse({ method, headers }: Request): Response | undefined {
  if (method !== "POST") return respond(405, "Send a POST request", { allow: "POST" });
  if (headers.get("sec-fetch-site") === "cross-site") return respond(403, "Send it from a page of this site");
  if (JSON_IN_UTF_8.test(headers.get("content-type") ?? "")) return undefined;
  return respond(415, "Send application/json in UTF-8");
}

async function deny(request: Request, authorize: PlantRouteOptions["authorize"]) {
  const result = authorize === "anyone" || (await authorize(request));
  if (result === true) return undefined;
  // A redirect to a sign-in page, or a 200, would look like an outcome. A body that was read cannot be sent.
  const isRefusal = isResponse(result) && outcomeOfHead(result.status) === "not-created" && !result.bodyUsed;
  return isRefusal ? result : respond(403, "Not allowed");
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
  const body = await readBody(request, MAX_BODY_BYTES, deadline);
  deadline.close();
  const { text, isComplete, isUtf8, isConsumed, interruption } = body;
  if (isConsumed) throw new TypeError("The body was already read: read a `clone()` of the request");
  // Not a 408, which leaves the outcome open.
  if (interruption)
    return respond(400, `The body did not arrive within ${MAX_BODY_MS / 1000} s, or was read before`);
  if (!isComplete) return respond(413, `The body is larger than ${MAX_BODY_BYTES} bytes`);
  let value: unknown;
  try {
    value = isUtf8 ? parseJson(text) : undefined;
  } catch {
    // Not JSON.
  }
  if (value === undefined) return respond(400, "The body is not JSON in UTF-8");
  const { data, issues } = parseNewPlant(value);
  return data ?? respond(400, `The plant is invalid: ${formatIssues(issues, "it")}`);
}

/** The outcome decides the status, then the kind. The page's client derives the same outcome from it. */
function toResponse(sent: NewPlant, result: CreatePlantResult, message: WordFailure): Response {
  if (result.success) {
    const { name, tag } = result.data;
    return Response.json({ name: known(name, sent.name), tag: known(tag, sent.tag) });
  }
  const { error } = result;
  // Only the app's developer can correct it, and listeners are not called for every configuration error.
  if (error.kind === "configuration" || error.kind === "token") report(error);
  const text = describe(error, message);
  if (error.outcome === "created") return respond(201, text);
  // Also a failure that lost its fields, because the app's client is in another thread or process.
  if (error.outcome !== "not-created") return respond(error.kind === "timeout" ? 504 : 502, text);
  if (error.kind === "rejected") return respond(400, text, {}, error.error);
  if (error.kind !== "unexpected-response" || error.response.status !== 429) return respond(424, text);
  const { retryAfter } = error;
  const headers = retryAfter === undefined ? {} : { "retry-after": `${Math.ceil(retryAfter / 1000)}` };
  return respond(429, text, headers);
}

/** Hides a text that is not part of what the page sent: a store that echoes its request may have put the token there. */
function known(text: string | undefined, sent = ""): string | undefined {
  return text === undefined || sent.includes(text) ? text : "[hidden]";
}

function describe(error: PlantStoreFailure, message: WordFailure): string {
  try {
    if (message) return String(message(error));
  } catch (thrown) {
    report(thrown);
  }
  return OUTCOME_TEXTS[error.outcome] ?? OUTCOME_TEXTS.unknown;
}

/** Responds with an Error object, as the service does. */
function respond(status: number, message: string, headers: HeadersInit = {}, error = status): Response {
  return Response.json({ error, message }, { status, headers });
}
