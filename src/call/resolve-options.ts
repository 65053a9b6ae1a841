/** Turns the caller's options into complete, valid ones: defaults, environment variables, checks. */
import { configurationError, ownFailures } from "../errors.ts";
import type { CreatePlantOptions, PlantStoreCallOptions, PlantStoreToken } from "../options.ts";
import { VERSION } from "../version.ts";
import { resolveBaseUrl } from "./base-url.ts";
import { validateHeaders } from "./headers.ts";
import { isBrowser } from "./is-browser.ts";
import { registerToken } from "./token.ts";
import { TokenRedactor } from "./token-redactor.ts";

const defaults = {
  timeout: 30_000,
  maxRetries: 2,
  retryUnknown: false,
  maxResponseBytes: 1_048_576,
  allowInsecureHttp: false,
  // Own properties, so that a missing option is never read from a polluted Object.prototype.
  baseUrl: undefined,
  token: undefined,
  headers: undefined,
  fetch: undefined,
  onEvent: undefined,
  signal: undefined,
};

/** Options of a client or of a call, with all defaults and after all checks. */
export interface ResolvedOptions extends CreatePlantOptions {
  /** Without a trailing slash. */
  baseUrl: string;
  token: PlantStoreToken;
  timeout: number | false;
  maxRetries: number;
  retryUnknown: boolean;
  maxResponseBytes: number;
  /** By lower-case name. */
  headers: Record<string, string>;
  /** Knows the token. Undefined if a function returns the token: then each call has a redactor of its own. */
  redactor: TokenRedactor | undefined;
}

/** @throws PlantStoreConfigurationError if an option is missing or invalid */
export function resolveOptions(options: CreatePlantOptions = {}): ResolvedOptions {
  const given = { ...defaults, ...readOptions(options, CLIENT_OPTIONS) };
  const baseUrl = resolveBaseUrl(
    required("baseUrl", given.baseUrl, "PLANT_STORE_BASE_URL"),
    given.allowInsecureHttp,
  );
  const token = required("token", given.token, "PLANT_STORE_TOKEN");
  const redactor = typeof token === "function" ? undefined : new TokenRedactor();
  if (redactor) registerToken(token, redactor);
  const headers = { accept: "application/json", ...userAgent(), ...given.headers };
  return { ...given, baseUrl, token, redactor, headers };
}

/** @throws PlantStoreConfigurationError if an option is invalid */
export function mergeCallOptions(
  clientOptions: ResolvedOptions,
  options: PlantStoreCallOptions | undefined,
): ResolvedOptions {
  if (options === undefined) return clientOptions;
  const given = readOptions(options, CALL_OPTIONS);
  return { ...clientOptions, ...given, headers: { ...clientOptions.headers, ...given.headers } };
}

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

const CALL_OPTIONS: Record<string, Validator> = {
  timeout: {
    isValid: (value) => value === false || (typeof value === "number" && value > 0 && value <= MAX_TIMEOUT),
    expected: `a number of milliseconds above 0 and up to ${MAX_TIMEOUT}, or false`,
  },
  maxRetries: integerFrom(0),
  retryUnknown: boolean,
  headers: object,
  signal: {
    // Not `instanceof`: jsdom and other realms have an AbortSignal of their own.
    isValid: (value: AbortSignal | null) =>
      value === null ||
      (typeof value.aborted === "boolean" &&
        typeof value.addEventListener === "function" &&
        typeof value.removeEventListener === "function"),
    expected: "an AbortSignal",
  },
};

const CLIENT_OPTIONS: Record<string, Validator> = {
  ...CALL_OPTIONS,
  baseUrl: {
    isValid: (value: string | URL | null) => typeof value === "string" || typeof value?.href === "string",
    expected: "a string or a URL",
  },
  token: { isValid: (value) => value !== null, expected: "a string or a function" },
  maxResponseBytes: integerFrom(1),
  allowInsecureHttp: boolean,
  fetch: aFunction,
  onEvent: aFunction,
};

/** Options that are not undefined, with valid headers. */
type Given<T> = { [K in keyof T]?: K extends "headers" ? Record<string, string> : Exclude<T[K], undefined> };

/** Reads each option once: an options object can have getters, which may throw. */
function readOptions<T extends CreatePlantOptions>(options: T, known: Record<string, Validator>): Given<T> {
  check("options", options, object);
  const given: Record<string, unknown> = Object.create(null);
  try {
    for (const option of Object.keys(options)) {
      if (Object.hasOwn(known, option) || options[option as keyof T] === undefined) continue;
      throw configurationError(option, "is not an option here");
    }
    for (const [option, validator] of Object.entries(known)) {
      // An option can be a getter of a class, but nothing that every object inherits is an option.
      if (option in Object.prototype && !Object.hasOwn(options, option)) continue;
      const value = options[option as keyof T];
      if (value === undefined) continue;
      check(option, value, validator);
      given[option] = option === "headers" ? validateHeaders(value as Headers) : value;
    }
  } catch (cause) {
    if (ownFailures.has(cause as object)) throw cause;
    throw configurationError("options", "cannot be read; see `cause`", { cause });
  }
  return given as Given<T>;
}

function check(option: string, value: unknown, { isValid, expected }: Validator): void {
  if (isValid(value as never)) return;
  // A string is not shown: it may be a token in the wrong place.
  const shown = typeof value === "number" || value === null ? value : typeof value;
  throw configurationError(option, `must be ${expected}, not ${shown}`);
}

/** Falls back to an environment variable. An empty variable counts as missing, and an empty option is rejected. */
function required<T>(option: string, value: T | undefined, variable: string): T | string {
  if (value === "") throw configurationError(option, "must not be empty");
  const found = value ?? readEnvironment(variable);
  if (found) return found;
  throw configurationError(option, `is missing: pass it or set the environment variable ${variable}`);
}

function readEnvironment(name: string): string | undefined {
  try {
    return globalThis.process.env[name];
  } catch {
    return undefined; // A page has no `process`. Deno may lack --allow-env.
  }
}

/** Not in browsers: they send their own, and another header would have to be allowed by CORS. */
function userAgent(): Record<string, string> {
  return isBrowser() ? {} : { "user-agent": `plant-store-sdk/${VERSION}` };
}
