/** Turns the caller's options into complete, valid ones: defaults, environment variables, checks. */
import { configurationError } from "../errors.ts";
import type { PlantStoreEvent } from "../events.ts";
import type { CreatePlantOptions, PlantStoreCallOptions, PlantStoreToken } from "../options.ts";
import { changeHeaders, type HeaderChanges, validateHeaders } from "./merge-headers.ts";
import { environmentOption, missingOption } from "./read-environment.ts";
import {
  abortSignal,
  aFunction,
  boolean,
  isObject,
  type OptionRule,
  type OptionRules,
  readOptions,
} from "./read-options.ts";
import { TokenRedactor } from "./redact-tokens.ts";
import { resolveBaseUrl } from "./resolve-base-url.ts";
import { runtimeHeaders } from "./runtime.ts";

const defaults = {
  timeout: 30_000,
  maxRetries: 2,
  maxResponseBytes: 1_048_576,
};

/** Options of a client or of a call, with all defaults and after all checks. */
export interface ResolvedOptions extends Omit<CreatePlantOptions, "headers" | "onEvent"> {
  /** Without a trailing slash. */
  baseUrl: string;
  token: PlantStoreToken;
  timeout: number | false;
  maxRetries: number;
  maxResponseBytes: number;
  /** By lower-case name. */
  headers: Record<string, string>;
  /** The client's `onEvent` and the call's. */
  listeners: ((event: PlantStoreEvent) => void)[];
  /** Knows the token. Undefined if a function returns the token: then each call has a redactor of its own. */
  redactor: TokenRedactor | undefined;
}

/**
 * @param rules of the options that are allowed
 * @throws PlantStoreConfigurationError if an option is missing or invalid
 */
export function resolveOptions(
  options: CreatePlantOptions = {},
  rules: OptionRules = ALL_OPTIONS,
): ResolvedOptions {
  const given = readOptions<CreatePlantOptions, typeof defaults, HeaderChanges>(options, rules, defaults);
  const baseUrl = resolveBaseUrl(required("baseUrl", given.baseUrl), given.allowInsecureHttp, given.fetch);
  const token = given.token === null ? null : required("token", given.token);
  let redactor: TokenRedactor | undefined;
  if (typeof token === "string") {
    if (!isValidToken(token)) throw configurationError("token", INVALID_TOKEN);
    redactor = new TokenRedactor();
    redactor.add(token);
  }
  const headers = changeHeaders({ accept: "application/json", ...runtimeHeaders() }, given.headers);
  const listeners = given.onEvent ? [given.onEvent] : [];
  return Object.assign(given, { baseUrl, token, redactor, headers, listeners, onEvent: undefined });
}

/** @throws PlantStoreConfigurationError if an option is invalid */
export function mergeCallOptions(
  clientOptions: ResolvedOptions,
  options: PlantStoreCallOptions | undefined,
): ResolvedOptions {
  if (options === undefined) return clientOptions;
  const given = readOptions<CreatePlantOptions, ResolvedOptions, HeaderChanges>(
    options,
    CALL_OPTIONS,
    clientOptions,
  );
  const headers = changeHeaders(clientOptions.headers, given.headers);
  const listeners = given.onEvent ? [...clientOptions.listeners, given.onEvent] : clientOptions.listeners;
  return Object.assign(given, { headers, listeners });
}

/** Visible ASCII. Wider than RFC 6750 section 2.1, because the specification does not define the format. */
const VALID_TOKEN = /^[\x21-\x7e]+$/;

export function isValidToken(token: unknown): token is string {
  return typeof token === "string" && VALID_TOKEN.test(token);
}

/** Follows the name of the option. Does not show the token. */
export const INVALID_TOKEN =
  "must be visible ASCII without `Bearer` or spaces, or a function that returns it";

const integerFrom = (min: number): OptionRule => [
  (value) => Number.isSafeInteger(value) && value >= min,
  `an integer of ${min} or more`,
];

/** The longest delay of a timer: a longer one fires immediately. */
export const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/** Options of both a client and a call. */
const COMMON_OPTIONS: OptionRules = {
  timeout: [
    (value) => value === false || (typeof value === "number" && value > 0 && value <= MAX_TIMEOUT_MS),
    `milliseconds above 0 and up to ${MAX_TIMEOUT_MS}, or false`,
  ],
  maxRetries: integerFrom(0),
  retryUnknown: boolean,
  headers: [isObject, "an object", validateHeaders],
  onEvent: aFunction,
};

const CALL_OPTIONS: OptionRules = { ...COMMON_OPTIONS, signal: abortSignal };

export const CLIENT_OPTIONS: OptionRules = {
  ...COMMON_OPTIONS,
  baseUrl: [
    (value: string | URL | null) => typeof value === "string" || typeof value?.href === "string",
    "a string or a URL",
  ],
  token: [
    (value) => value === null || typeof value === "string" || typeof value === "function",
    "a string, a function or null",
  ],
  maxResponseBytes: integerFrom(1),
  allowInsecureHttp: boolean,
  fetch: aFunction,
};

const ALL_OPTIONS: OptionRules = { ...CLIENT_OPTIONS, ...CALL_OPTIONS };

/** Falls back to an environment variable. An empty variable counts as missing, and an empty option is rejected. */
function required<T>(option: "baseUrl" | "token", value: T | undefined): T | string {
  if (value === "") throw configurationError(option, "must not be empty");
  const found = value ?? environmentOption(option);
  if (found) return found;
  throw configurationError(option, missingOption(option));
}
