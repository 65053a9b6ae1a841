/** Turns the caller's options into complete, valid ones: defaults, environment variables, checks. */
import { configurationError, ownFailures } from "../errors.ts";
import type { PlantStoreEvent } from "../events.ts";
import type { CreatePlantOptions, PlantStoreCallOptions, PlantStoreToken } from "../options.ts";
import { resolveBaseUrl } from "./base-url.ts";
import { changeHeaders, type HeaderChanges, validateHeaders } from "./headers.ts";
import { environmentOption, missingOption, runtimeHeaders } from "./runtime.ts";
import { TokenRedactor } from "./token-redactor.ts";

const defaults = {
  timeout: 30_000,
  maxRetries: 2,
  retryUnknown: false,
  maxResponseBytes: 1_048_576,
  allowInsecureHttp: false,
};

/** Options of a client or of a call, with all defaults and after all checks. */
export interface ResolvedOptions extends Omit<CreatePlantOptions, "headers" | "onEvent"> {
  /** Without a trailing slash. */
  baseUrl: string;
  token: PlantStoreToken;
  timeout: number | false;
  maxRetries: number;
  retryUnknown: boolean;
  maxResponseBytes: number;
  /** By lower-case name. */
  headers: Record<string, string>;
  /** The client's `onEvent` and the call's. */
  listeners: ((event: PlantStoreEvent) => void)[];
  /** Knows the token. Undefined if a function returns the token: then each call has a redactor of its own. */
  redactor: TokenRedactor | undefined;
}

/**
 * @param known the options that are allowed
 * @throws PlantStoreConfigurationError if an option is missing or invalid
 */
export function resolveOptions(
  options: CreatePlantOptions = {},
  known: Record<string, Validator> = ALL_OPTIONS,
): ResolvedOptions {
  const given = readOptions(options, known, defaults);
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
  const given = readOptions(options, CALL_OPTIONS, clientOptions);
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

interface Validator {
  isValid(value: never): boolean;
  /** What is valid, to follow "must be". */
  expected: string;
}

const object: Validator = {
  isValid: (value) => typeof value === "object" && value !== null,
  expected: "an object",
};
const aFunction: Validator = { isValid: (value) => typeof value === "function", expected: "a function" };
const boolean: Validator = { isValid: (value) => typeof value === "boolean", expected: "true or false" };
const integerFrom = (min: number): Validator => ({
  isValid: (value) => Number.isSafeInteger(value) && value >= min,
  expected: `an integer of ${min} or more`,
});

/** The longest delay of a timer, ms: a longer one fires immediately. */
const MAX_TIMEOUT = 2 ** 31 - 1;

/** Options of both a client and a call. */
const COMMON_OPTIONS: Record<string, Validator> = {
  timeout: {
    isValid: (value) => value === false || (typeof value === "number" && value > 0 && value <= MAX_TIMEOUT),
    expected: `milliseconds above 0 and up to ${MAX_TIMEOUT}, or false`,
  },
  maxRetries: integerFrom(0),
  retryUnknown: boolean,
  headers: object,
  onEvent: aFunction,
};

const CALL_OPTIONS: Record<string, Validator> = {
  ...COMMON_OPTIONS,
  signal: {
    // Not `instanceof`: jsdom and other realms have an AbortSignal of their own.
    isValid: (value: AbortSignal | null) => value === null || typeof value.addEventListener === "function",
    expected: "an AbortSignal",
  },
};

export const CLIENT_OPTIONS: Record<string, Validator> = {
  ...COMMON_OPTIONS,
  baseUrl: {
    isValid: (value: string | URL | null) => typeof value === "string" || typeof value?.href === "string",
    expected: "a string or a URL",
  },
  token: {
    isValid: (value) => value === null || typeof value === "string" || typeof value === "function",
    expected: "a string, a function or null",
  },
  maxResponseBytes: integerFrom(1),
  allowInsecureHttp: boolean,
  fetch: aFunction,
};

const ALL_OPTIONS: Record<string, Validator> = { ...CLIENT_OPTIONS, ...CALL_OPTIONS };

/** Options that are not undefined, with valid headers. */
type Given<T> = { [K in keyof T]?: K extends "headers" ? HeaderChanges : Exclude<T[K], undefined> };

/** Reads each option once: an options object can have getters, which may throw. */
function readOptions<Options extends CreatePlantOptions, Base>(
  options: Options,
  known: Record<string, Validator>,
  base: Base,
): Base & Given<Options> {
  check("options", options, object);
  // No prototype, so that a missing option is never read from a polluted Object.prototype.
  const given = Object.assign(Object.create(null), base);
  try {
    for (const option of Object.keys(options)) {
      if (Object.hasOwn(known, option) || options[option as keyof Options] === undefined) continue;
      const meant = Object.keys(known).find((name) => name.toLowerCase() === option.toLowerCase());
      throw configurationError(option, `is not an option here${meant ? `: write \`${meant}\`` : ""}`);
    }
    for (const [option, validator] of Object.entries(known)) {
      // An option can be a getter of a class, but nothing that every object inherits is an option.
      if (option in Object.prototype && !Object.hasOwn(options, option)) continue;
      const value = options[option as keyof Options];
      if (value === undefined) continue;
      check(option, value, validator);
      given[option] = option === "headers" ? validateHeaders(value as Headers) : value;
    }
  } catch (cause) {
    if (ownFailures.has(cause as object)) throw cause;
    throw configurationError("options", "cannot be read; see `cause`", cause);
  }
  return given;
}

function check(option: string, value: unknown, { isValid, expected }: Validator): void {
  if (isValid(value as never)) return;
  // A string is not shown: it may be a token in the wrong place.
  const shown = typeof value === "number" || value === null ? value : typeof value;
  throw configurationError(option, `must be ${expected}, not ${shown}`);
}

/** Falls back to an environment variable. An empty variable counts as missing, and an empty option is rejected. */
function required<T>(option: "baseUrl" | "token", value: T | undefined): T | string {
  if (value === "") throw configurationError(option, "must not be empty");
  const found = value ?? environmentOption(option);
  if (found) return found;
  throw configurationError(option, missingOption(option));
}
