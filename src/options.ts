/** What a caller can set: defaults in one object, the environment, and the checks. */
import { resolveBaseUrl } from "./base-url.ts";
import { Echo } from "./echo.ts";
import { ownFailures, PlantStoreConfigurationError } from "./errors.ts";
import type { PlantStoreEvent } from "./events.ts";
import { checkHeaders } from "./headers.ts";
import { learnToken } from "./token.ts";
import { VERSION } from "./version.ts";

/** What a single call can set; each wins over the client's. */
export interface CreatePlantCallOptions {
  /** Ends the call when it aborts, or throws, with a `PlantStoreAbortError` whose `cause` is the signal's reason. */
  signal?: AbortSignal | null | undefined;
  /**
   * One deadline for the whole call, ms: token, connection, headers, body, every retry and every wait.
   * At most 2^31-1, where a runtime's timers end. `false` switches it off.
   * @default 30_000
   */
  timeout?: number | false | undefined;
  /**
   * How many further attempts a call may make. An attempt is repeated only where it certainly created nothing,
   * unless `retryUnknown` allows more.
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
  token?: string | (() => string | Promise<string>) | undefined;
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
  /**
   * Told of every request, response, retry and end of a call whose options are right. What it throws is reported
   * (`reportError`, else `console.error`) and changes nothing.
   */
  onEvent?: ((event: PlantStoreEvent) => void) | undefined;
}

/** The options of the functions that stand alone: a client's and a call's together. */
export interface CreatePlantOptions extends PlantStoreClientOptions, CreatePlantCallOptions {}

/** The part of `fetch` that the client needs: the global one fits, and so do those of undici, Bun and Deno. */
export type PlantStoreFetch = (url: string, init: PlantStoreRequestInit) => Promise<PlantStoreResponse>;

/** What a `fetch` is given, a part of the Fetch Standard's `RequestInit`. */
export interface PlantStoreRequestInit {
  method: "POST";
  /** By lower-case name; among them the token, in `authorization`. */
  headers: Record<string, string>;
  /** JSON. */
  body: string;
  /** Redirects must not be followed: they would take the plant and the token elsewhere. */
  redirect: "manual";
  /** Aborts when the call ends before its time. */
  signal: AbortSignal;
}

/** What a `fetch` must give, the part of the Fetch Standard's `Response` that is used. */
export interface PlantStoreResponse {
  readonly status: number;
  /**
   * They must be iterable too, as `Headers` are, which TypeScript knows only with its library `dom.iterable`.
   * Results and errors hold these themselves, unless they echo the token.
   */
  readonly headers: Pick<Headers, "get">;
  /** A `ReadableStream` of bytes. */
  readonly body: object | null;
}

export const defaults = {
  timeout: 30_000,
  maxRetries: 2,
  retryUnknown: false,
  maxResponseBytes: 1_048_576,
  allowInsecureHttp: false,
};

/** Options with every default in and every check passed. */
export interface Settings extends CreatePlantOptions {
  /** Without a trailing slash. */
  baseUrl: string;
  token: string | (() => string | Promise<string>);
  timeout: number | false;
  maxRetries: number;
  retryUnknown: boolean;
  maxResponseBytes: number;
  /** By lower-case name. */
  headers: Record<string, string>;
  /** Knows the token; undefined where a function gives one for each attempt. */
  echo: Echo | undefined;
}

/** @throws PlantStoreConfigurationError naming the option that is missing or wrong. */
export function resolveOptions(options: CreatePlantOptions = {}): Settings {
  const given = { ...defaults, ...read(options, CLIENT_OPTIONS) };
  const baseUrl = resolveBaseUrl(
    required("baseUrl", given.baseUrl, "PLANT_STORE_BASE_URL"),
    given.allowInsecureHttp,
  );
  const token = required("token", given.token, "PLANT_STORE_TOKEN");
  const echo = typeof token === "function" ? undefined : new Echo();
  if (echo) learnToken(token, echo);
  return {
    ...given,
    baseUrl,
    token,
    echo,
    headers: { accept: "application/json", ...userAgent(), ...given.headers },
  };
}

/** @throws PlantStoreConfigurationError naming the option that is wrong. */
export function withCallOptions(settings: Settings, options: CreatePlantCallOptions | undefined): Settings {
  if (options === undefined) return settings;
  const given = read(options, CALL_OPTIONS);
  return { ...settings, ...given, headers: { ...settings.headers, ...given.headers } };
}

/** What an option must be, and how to say so. */
type Requirement = [isMet: (value: never) => boolean, words: string];

const isObject = (value: unknown) => typeof value === "object" && value !== null;
const AN_OBJECT: Requirement = [isObject, "an object"];
const A_FUNCTION: Requirement = [(value) => typeof value === "function", "a function"];
const A_BOOLEAN: Requirement = [(value) => typeof value === "boolean", "true or false"];
const wholeNumber = (least: number): Requirement => [
  (value) => Number.isSafeInteger(value) && value >= least,
  `a whole number, ${least} or more`,
];

/** Where a runtime's timers end: one that is set further away fires at once. */
const MAX_TIMEOUT = 2 ** 31 - 1;

const CALL_OPTIONS: Record<string, Requirement> = {
  timeout: [
    (value) => value === false || (typeof value === "number" && value > 0 && value <= MAX_TIMEOUT),
    `milliseconds, above 0 and up to ${MAX_TIMEOUT}, or false`,
  ],
  maxRetries: wholeNumber(0),
  retryUnknown: A_BOOLEAN,
  headers: AN_OBJECT,
  // By what it has, not by `instanceof`: jsdom and other realms bring an AbortSignal of their own.
  signal: [
    (value: AbortSignal | null) =>
      value === null ||
      (typeof value.aborted === "boolean" &&
        typeof value.addEventListener === "function" &&
        typeof value.removeEventListener === "function"),
    "an AbortSignal",
  ],
};

const CLIENT_OPTIONS: Record<string, Requirement> = {
  ...CALL_OPTIONS,
  baseUrl: [
    (value: string | URL | null) => typeof value === "string" || typeof value?.href === "string",
    "a string or a URL",
  ],
  token: [(value) => value !== null, "a string or a function"],
  maxResponseBytes: wholeNumber(1),
  allowInsecureHttp: A_BOOLEAN,
  fetch: A_FUNCTION,
  onEvent: A_FUNCTION,
};

/** The options that are given, each read once: they may be anything at run time, with getters that throw. */
function read<T extends CreatePlantOptions>(options: T, known: Record<string, Requirement>): Given<T> {
  check("options", options, AN_OBJECT);
  const given: Record<string, unknown> = {};
  try {
    for (const [option, requirement] of Object.entries(known)) {
      const value = options[option as keyof T];
      if (value === undefined) continue;
      check(option, value, requirement);
      given[option] = option === "headers" ? checkHeaders(value as Headers) : value;
    }
  } catch (cause) {
    if (ownFailures.has(cause as object)) throw cause;
    throw new PlantStoreConfigurationError("options", "cannot be read; the `cause` says why", { cause });
  }
  return given as Given<T>;
}

/** Without what is undefined, and with headers that have been checked. */
type Given<T> = { [K in keyof T]?: K extends "headers" ? Record<string, string> : Exclude<T[K], undefined> };

function check(option: string, value: unknown, [isMet, words]: Requirement): void {
  if (isMet(value as never)) return;
  // A string is not shown: one in the wrong place may be the token.
  const shown = typeof value === "number" || value === null ? value : typeof value;
  throw new PlantStoreConfigurationError(option, `must be ${words}, not ${shown}`);
}

/** An option that the environment can give too; an empty text counts as missing. */
function required<T>(option: string, value: T | undefined, variable: string): T | string {
  const found = value ?? environment(variable);
  if (found) return found;
  const problem = `is missing: pass it, or set ${variable} in a server's environment`;
  throw new PlantStoreConfigurationError(option, problem);
}

/** An environment variable, where the runtime has an environment and lets it be read. */
function environment(name: string): string | undefined {
  try {
    return globalThis.process.env[name];
  } catch {
    return undefined; // A page has no process; Deno may lack --allow-env.
  }
}

/** Servers learn which SDK is calling; a browser says who it is itself, and a further header would need CORS consent. */
function userAgent(): Record<string, string> {
  const inBrowser = globalThis.navigator?.userAgent?.startsWith("Mozilla/");
  return inBrowser ? {} : { "user-agent": `plant-store-sdk/${VERSION}` };
}
