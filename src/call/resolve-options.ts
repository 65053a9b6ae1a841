/** Turns the caller's options into complete, valid ones: defaults, environment variables, checks. */
import { environmentOption, invalidToken, missingOption } from "#read-environment";
import { DEFAULT_MAX_RETRIES, DEFAULT_TIMEOUT_MS } from "../common/default-options.ts";
import {
  abortSignal,
  aFunction,
  aUrl,
  boolean,
  integerFrom,
  isObject,
  type OptionRules,
  readOptions,
  timeLimit,
} from "../common/read-options.ts";
import { isValidToken, isVisibleAscii } from "../common/validate-token.ts";
import { configurationError } from "../errors.ts";
import type { PlantStoreEvent } from "../events.ts";
import type { CreatePlantOptions, OnlyClient, PlantStoreClientOptions, PlantStoreToken } from "../options.ts";
import { type HeaderSource, validateHeaders } from "./merge-headers.ts";
import { resolveBaseUrl } from "./resolve-base-url.ts";

/** Options of a client or of a call, with all defaults and after all checks. */
export interface ResolvedOptions extends Omit<CreatePlantOptions, "headers" | "onEvent" | "idempotencyKey"> {
  /** Without a trailing slash. */
  baseUrl: string;
  token: PlantStoreToken;
  timeout: number | false;
  maxRetries: number;
  maxResponseBytes: number;
  /** The client's headers, then the call's. */
  headers: HeaderSource[];
  /** The client's `onEvent` and the call's. */
  listeners: ((event: PlantStoreEvent) => void)[];
}

/**
 * @param rules of the options that are allowed
 * @throws PlantStoreConfigurationError if an option is missing or invalid
 */
export function resolveOptions(
  options: CreatePlantOptions = {},
  rules: typeof CLIENT_OPTIONS = ALL_OPTIONS,
): ResolvedOptions {
  const given = readOptions<PlantStoreClientOptions, typeof rules>(options, rules, configurationError);
  const url = requireOption("baseUrl", given.baseUrl);
  const baseUrl = resolveBaseUrl(url, given.allowInsecureHttp, given.fetch);
  const token = given.token === null ? null : requireOption("token", given.token);
  checkToken(token);
  const layers = addLayer({ headers: [], listeners: [] }, given);
  return Object.assign(given, layers, { baseUrl, token, onEvent: undefined });
}

/** @throws PlantStoreConfigurationError if an option is invalid */
export function mergeCallOptions(client: ResolvedOptions, options?: CallOptions): ResolvedOptions {
  if (options === undefined) return client;
  // No prototype, so that an option that neither has is never read from a polluted Object.prototype.
  const current = Object.assign(Object.create(null), client, { headers: undefined });
  const given = readOptions(options, CALL_OPTIONS, configurationError, current);
  checkToken(given.token);
  return Object.assign(current, given, addLayer(client, given));
}

/** A call's headers and listener do not replace those of its client. */
function addLayer(
  base: Pick<ResolvedOptions, "headers" | "listeners">,
  { headers, idempotencyKey, onEvent }: Pick<CreatePlantOptions, "headers" | "idempotencyKey" | "onEvent">,
): Pick<ResolvedOptions, "headers" | "listeners"> {
  const sources = [...base.headers];
  if (headers) sources.push(typeof headers === "function" ? headers : validateHeaders(headers));
  if (idempotencyKey) sources.push({ "idempotency-key": idempotencyKey });
  return { headers: sources, listeners: onEvent ? [...base.listeners, onEvent] : base.listeners };
}

function checkToken(token: PlantStoreToken | undefined): void {
  if (typeof token === "string" && !isValidToken(token))
    throw configurationError("token", invalidToken(token));
}

const [isTimeLimit, limit] = timeLimit;

type CallOptions = Omit<CreatePlantOptions, OnlyClient>;

/** Options of both a client and a call. */
const COMMON_OPTIONS = {
  token: [
    (value) => value === null || typeof value === "string" || typeof value === "function",
    "a string, a function or null",
  ],
  timeout: [(value) => value === false || isTimeLimit(value), `${limit}, or false`, DEFAULT_TIMEOUT_MS],
  maxRetries: [...integerFrom(0), DEFAULT_MAX_RETRIES],
  retryUnknown: boolean,
  namesMayChange: boolean,
  headers: [(value) => isObject(value) || typeof value === "function", "an object or a function"],
  onEvent: aFunction,
} satisfies Partial<OptionRules<CallOptions>>;

const CALL_OPTIONS = {
  ...COMMON_OPTIONS,
  signal: abortSignal,
  idempotencyKey: [isVisibleAscii, "visible ASCII without spaces"],
} satisfies OptionRules<CallOptions>;

export const CLIENT_OPTIONS = {
  ...COMMON_OPTIONS,
  baseUrl: aUrl,
  maxResponseBytes: [...integerFrom(1), 1_048_576],
  allowInsecureHttp: boolean,
  fetch: aFunction,
} satisfies OptionRules<PlantStoreClientOptions>;

const ALL_OPTIONS = { ...CLIENT_OPTIONS, ...CALL_OPTIONS } satisfies OptionRules<CreatePlantOptions>;

/** Falls back to an environment variable. An empty variable counts as missing, and an empty option is rejected. */
export function requireOption<T>(option: "baseUrl" | "token", value: T | undefined): T | string {
  if (value === "") throw configurationError(option, "must not be empty");
  const found = value ?? environmentOption(option);
  if (found) return found;
  throw configurationError(option, missingOption(option));
}
