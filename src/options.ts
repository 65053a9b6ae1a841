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

/** Where a runtime's timers end: one that is set further away fires at once. */
const MAX_TIMEOUT = 2 ** 31 - 1;

/** @throws PlantStoreConfigurationError naming the option that is missing or wrong. */
export function resolveOptions(options: CreatePlantOptions = {}): Settings {
  return reading(options, () => {
    const { allowInsecureHttp = defaults.allowInsecureHttp, maxResponseBytes = defaults.maxResponseBytes } =
      options;
    const { fetch, onEvent } = options;
    check("allowInsecureHttp", allowInsecureHttp, isBoolean(allowInsecureHttp), "true or false");
    check(
      "maxResponseBytes",
      maxResponseBytes,
      isWhole(maxResponseBytes) && maxResponseBytes > 0,
      "a whole number above 0",
    );
    check("fetch", fetch, isFunctionOrUnset(fetch), "a function");
    check("onEvent", onEvent, isFunctionOrUnset(onEvent), "a function");
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
  const { timeout = settings.timeout, maxRetries = settings.maxRetries } = options;
  const { retryUnknown = settings.retryUnknown, headers } = options;
  const signal = options.signal ?? undefined;
  const isTimeout =
    timeout === false || (typeof timeout === "number" && timeout > 0 && timeout <= MAX_TIMEOUT);
  check("timeout", timeout, isTimeout, `milliseconds, above 0 and up to ${MAX_TIMEOUT}, or false for none`);
  check("maxRetries", maxRetries, isWhole(maxRetries) && maxRetries >= 0, "a whole number, 0 or more");
  check("retryUnknown", retryUnknown, isBoolean(retryUnknown), "true or false");
  check("signal", signal, signal === undefined || isSignal(signal), "an AbortSignal");
  return {
    ...settings,
    timeout,
    maxRetries,
    retryUnknown,
    signal,
    headers: headers === undefined ? settings.headers : { ...settings.headers, ...checkHeaders(headers) },
  };
}

/** Options may be anything at run time, getters that throw and revoked proxies included. */
function reading<T>(options: unknown, read: () => T): T {
  check("options", options, typeof options === "object" && options !== null, "an object");
  try {
    return read();
  } catch (cause) {
    if (cause instanceof PlantStoreConfigurationError) throw cause;
    throw new PlantStoreConfigurationError("options", "cannot be read; the `cause` says why", { cause });
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

const isBoolean = (value: unknown) => typeof value === "boolean";
const isWhole = (value: unknown) => Number.isSafeInteger(value);
const isFunctionOrUnset = (value: unknown) => value === undefined || typeof value === "function";

/** By what it has, not by `instanceof`: jsdom and other realms bring an AbortSignal of their own. */
const isSignal = (value: AbortSignal) =>
  typeof value.aborted === "boolean" && typeof value.addEventListener === "function";

function check(option: string, value: unknown, isRight: boolean, requirement: string): void {
  if (isRight) return;
  // A string is not shown: one in the wrong place may be the token.
  const shown = typeof value === "number" ? value : `of type ${typeof value}`;
  throw new PlantStoreConfigurationError(option, `must be ${requirement}; it is ${shown}`);
}
