/** What a caller can set: defaults in one object, the environment, and the checks. */
import { resolveBaseUrl } from "./base-url.ts";
import { PlantStoreConfigurationError } from "./errors.ts";
import type { PlantStoreEvent } from "./events.ts";
import { checkHeaders } from "./headers.ts";
import { checkToken, type Token } from "./token.ts";
import { VERSION } from "./version.ts";

/** What a single call can set; each wins over the client's. */
export interface CreatePlantCallOptions {
  /** Ends the call when it aborts, with a `PlantStoreAbortError` whose `cause` is the signal's reason. */
  signal?: AbortSignal | null | undefined;
  /**
   * One deadline for the whole call, ms: token, connection, headers, body, every retry and every wait.
   * At most 2^31-1, where a runtime's timers end. `false` switches it off.
   * @default 30_000
   */
  timeout?: number | false | undefined;
  /**
   * How many further attempts a call may make where the one before certainly created nothing.
   * @default 2
   */
  maxRetries?: number | undefined;
  /**
   * Also retry where the attempt may have created the plant: a lost connection, or 408, 500, 502, 503, 504.
   * The caller accepts that a plant may be created twice.
   * @default false
   */
  retryUnknown?: boolean | undefined;
  /**
   * Further request headers. `authorization`, `content-type` and the names that fetch forbids are refused.
   * A call's are merged over the client's.
   */
  headers?: Record<string, string | undefined> | Headers | undefined;
}

/** What a client can set. */
export interface PlantStoreClientOptions extends Omit<CreatePlantCallOptions, "signal"> {
  /**
   * Where the store is; its path is kept, so `https://example.com/api/v1` is fine. Relative only in a page.
   * @default the environment variable `PLANT_STORE_BASE_URL`
   */
  baseUrl?: string | URL | undefined;
  /**
   * The bearer token (RFC 6750), or a function that gives it, called for every attempt.
   * @default the environment variable `PLANT_STORE_TOKEN`
   */
  token?: Token | undefined;
  /**
   * How long an answer's body may be, bytes, counted after decompression.
   * @default 1_048_576
   */
  maxResponseBytes?: number | undefined;
  /**
   * Allow `http:` to a host other than this machine and the page's own. RFC 6750 section 5.3 wants a bearer
   * token to travel over TLS only.
   * @default false
   */
  allowInsecureHttp?: boolean | undefined;
  /**
   * What sends the requests.
   * @default the global `fetch`, looked up at every call, so that an interceptor started later still sees it
   */
  fetch?: PlantStoreFetch | undefined;
  /** Told of every request, response, retry and end of a call. What it throws is reported and changes nothing. */
  onEvent?: ((event: PlantStoreEvent) => void) | undefined;
}

/** The options of the functions that stand alone: a client's and a call's together. */
export interface CreatePlantOptions extends PlantStoreClientOptions, CreatePlantCallOptions {}

/** The part of `fetch` that the client needs. */
export type PlantStoreFetch = (url: string, init: RequestInit) => Promise<Response>;

export const defaults = {
  timeout: 30_000,
  maxRetries: 2,
  retryUnknown: false,
  maxResponseBytes: 1_048_576,
  allowInsecureHttp: false,
};

/** Options with every default in and every check passed. */
export interface Settings {
  /** Without a trailing slash. */
  baseUrl: string;
  token: Token;
  timeout: number | false;
  maxRetries: number;
  retryUnknown: boolean;
  maxResponseBytes: number;
  /** By lower-case name. */
  headers: Record<string, string>;
  fetch: PlantStoreFetch | undefined;
  onEvent: ((event: PlantStoreEvent) => void) | undefined;
  signal: AbortSignal | undefined;
}

/** @throws PlantStoreConfigurationError naming the option that is missing or wrong. */
export function resolveOptions(options: CreatePlantOptions = {}): Settings {
  return reading(options, () => {
    const allowInsecureHttp = options.allowInsecureHttp ?? defaults.allowInsecureHttp;
    checkFlag("allowInsecureHttp", allowInsecureHttp);
    const { maxResponseBytes = defaults.maxResponseBytes, fetch, onEvent } = options;
    checkWholeNumber("maxResponseBytes", maxResponseBytes, 1);
    checkFunction("fetch", fetch);
    checkFunction("onEvent", onEvent);
    const ofClient: Settings = {
      ...defaults,
      baseUrl: resolveBaseUrl(options.baseUrl ?? environment("PLANT_STORE_BASE_URL"), allowInsecureHttp),
      token: checkToken(options.token ?? environment("PLANT_STORE_TOKEN")),
      headers: { accept: "application/json", ...userAgent() },
      maxResponseBytes,
      fetch,
      onEvent,
      signal: undefined,
    };
    return mergeCallOptions(ofClient, options);
  });
}

/** @throws PlantStoreConfigurationError naming the option that is wrong. */
export function withCallOptions(settings: Settings, options: CreatePlantCallOptions | undefined): Settings {
  return options === undefined ? settings : reading(options, () => mergeCallOptions(settings, options));
}

function mergeCallOptions(settings: Settings, options: CreatePlantCallOptions): Settings {
  const { timeout = settings.timeout, maxRetries = settings.maxRetries, signal, headers } = options;
  const { retryUnknown = settings.retryUnknown } = options;
  checkTimeout(timeout);
  checkWholeNumber("maxRetries", maxRetries, 0);
  checkFlag("retryUnknown", retryUnknown);
  checkSignal(signal);
  return {
    ...settings,
    timeout,
    maxRetries,
    retryUnknown,
    headers: headers === undefined ? settings.headers : { ...settings.headers, ...checkHeaders(headers) },
    signal: signal ?? undefined,
  };
}

/** Options may be anything at run time, getters that throw and revoked proxies included. */
function reading<T>(options: unknown, read: () => T): T {
  if (typeof options !== "object" || options === null) {
    throw new PlantStoreConfigurationError("The options must be an object.", { option: "options" });
  }
  try {
    return read();
  } catch (cause) {
    if (cause instanceof PlantStoreConfigurationError) throw cause;
    throw new PlantStoreConfigurationError("The options could not be read: a property of theirs threw.", {
      option: "options",
      cause,
    });
  }
}

/** An environment variable, where the runtime has an environment and lets it be read; an empty one counts as unset. */
function environment(name: string): string | undefined {
  try {
    return globalThis.process?.env?.[name] || undefined;
  } catch {
    return undefined; // Deno without --allow-env
  }
}

/** Servers learn which SDK is calling; a browser says who it is itself, and a further header would need CORS consent. */
function userAgent(): Record<string, string> {
  const inBrowser = globalThis.navigator?.userAgent?.startsWith("Mozilla/");
  return inBrowser ? {} : { "user-agent": `plant-store-sdk/${VERSION}` };
}

/** Where a runtime's timers end: one that is set further away fires at once. */
const MAX_TIMEOUT = 2 ** 31 - 1;

function checkTimeout(timeout: unknown): void {
  if (timeout === false) return;
  if (typeof timeout === "number" && timeout > 0 && timeout <= MAX_TIMEOUT) return;
  throw refused(
    "timeout",
    `a number of milliseconds above 0 and up to ${MAX_TIMEOUT}, or false for none`,
    timeout,
  );
}

function checkWholeNumber(option: string, value: unknown, least: number): void {
  if (Number.isSafeInteger(value) && (value as number) >= least) return;
  throw refused(option, `a whole number, ${least} or more`, value);
}

function checkFlag(option: string, value: unknown): void {
  if (typeof value !== "boolean") throw refused(option, "true or false", value);
}

function checkFunction(option: string, value: unknown): void {
  if (value !== undefined && typeof value !== "function") throw refused(option, "a function", value);
}

/** By what it does, not by `instanceof`: jsdom and other realms bring an AbortSignal of their own. */
function checkSignal(signal: AbortSignal | null | undefined): void {
  if (signal === undefined || signal === null) return;
  if (typeof signal.aborted === "boolean" && typeof signal.addEventListener === "function") return;
  throw refused("signal", "an AbortSignal", signal);
}

/** Strings are not shown: one in the wrong place may be the token. */
function refused(option: string, requirement: string, value: unknown): PlantStoreConfigurationError {
  const shown = typeof value === "number" ? value : value === null ? "null" : `of type ${typeof value}`;
  return new PlantStoreConfigurationError(`\`${option}\` must be ${requirement}; it is ${shown}.`, {
    option,
  });
}
