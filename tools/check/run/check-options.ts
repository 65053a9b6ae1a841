/** The options of `checkPlantStore`. */
import { environmentOption, missingOption } from "../../../src/call/read-environment.ts";
import { rejectPath, resolveBaseUrl } from "../../../src/call/resolve-base-url.ts";
import { isLoopback } from "../../../src/common/is-loopback.ts";
import {
  abortSignal,
  aFunction,
  boolean,
  isObject,
  type OptionRules,
  readOptions,
} from "../../../src/common/read-options.ts";
import { MAX_TIMER_MS } from "../../../src/common/sleep.ts";
import { INVALID_TOKEN, isValidToken } from "../../../src/common/validate-token.ts";
import { formatIssues } from "../../../src/contract/issues.ts";
import { type PlantStoreRules, rulesSchema } from "../../../src/contract/rules.ts";
import { configurationError } from "../../../src/errors.ts";
import type { PlantStoreFetch } from "../../../src/options.ts";
import type { PlantStoreCheckResult } from "./report.ts";

/** Options of {@link checkPlantStore}. */
export interface PlantStoreCheckOptions {
  /**
   * The service, as for `PlantStoreClient`.
   * @default the environment variable `PLANT_STORE_BASE_URL`
   */
  baseUrl?: string | URL | undefined;
  /**
   * A bearer token that may create plants.
   * @default the environment variable `PLANT_STORE_TOKEN`
   */
  token?: string | undefined;
  /**
   * Consent to create plants: the host of `baseUrl`, with or without its port. Without it, no JSON object is sent, and only
   * the checks up to `malformed-json` are made.
   * @default none
   */
  createOn?: string | undefined;
  /**
   * At most this many bodies are sent that could create a plant.
   * @default 100
   */
  maxCreates?: number | undefined;
  /**
   * Ids that the checks may use, both included, for a service that rejects large ones. They must be free: a service may
   * replace the plants that have them.
   * @default random ids from 2^62 up
   */
  ids?: { from: number | bigint; to: number | bigint } | undefined;
  /**
   * Ids among these that are in use.
   * @default none
   */
  usedIds?: Iterable<number | bigint> | undefined;
  /**
   * At most this many requests per second.
   * @default 5; without a limit on this machine
   */
  maxRate?: number | undefined;
  /**
   * Time limit of each request, ms.
   * @default 10_000
   */
  timeout?: number | undefined;
  /** Rules that were found before: the report lists how the service differs from them. */
  rules?: PlantStoreRules | undefined;
  /**
   * Called before an id is sent. The request waits for it, so that no plant is created whose id is not written down.
   */
  onId?: ((id: bigint) => void | Promise<void>) | undefined;
  /** Called after each check. */
  onCheck?: ((check: PlantStoreCheckResult) => void) | undefined;
  /** Ends the run. Its reason is thrown. */
  signal?: AbortSignal | null | undefined;
  /**
   * Allows plain HTTP to other machines, which exposes the token.
   * @default false
   */
  allowInsecureHttp?: boolean | undefined;
  /**
   * Sends the requests, such as to a service in this process.
   * @default the global `fetch`
   */
  fetch?: PlantStoreFetch | undefined;
}

/** Options with all defaults, after all checks. */
export type CheckSettings = ReturnType<typeof resolveCheckOptions>;

const positive = (max: number) =>
  [
    (value: unknown) => typeof value === "number" && value > 0 && value <= max,
    `a number above 0 and up to ${max}`,
  ] as const;

const RULES: OptionRules = {
  baseUrl: [
    (value: string | URL | null) => typeof value === "string" || typeof value?.href === "string",
    "a string or a URL",
  ],
  token: [(value) => typeof value === "string", "a string"],
  createOn: [(value) => typeof value === "string", "a host such as staging.plants.example"],
  maxCreates: [(value) => Number.isSafeInteger(value) && value > 0, "an integer of 1 or more"],
  ids: [isObject, "an object with `from` and `to`"],
  usedIds: [isObject, "an iterable of ids"],
  maxRate: positive(Number.MAX_SAFE_INTEGER),
  timeout: positive(MAX_TIMER_MS),
  rules: [isObject, "an object of rules", parseRules],
  onId: aFunction,
  onCheck: aFunction,
  signal: abortSignal,
  allowInsecureHttp: boolean,
  fetch: aFunction,
};

const defaults = { maxCreates: 100, timeout: 10_000, usedIds: [] };

/** @throws PlantStoreConfigurationError */
export function resolveCheckOptions(options: PlantStoreCheckOptions) {
  const given = readOptions<PlantStoreCheckOptions, typeof defaults>(options, RULES, defaults);
  const { ids, createOn } = given;
  const baseUrl = given.baseUrl || environmentOption("baseUrl");
  const token = given.token || environmentOption("token");
  if (!baseUrl) throw configurationError("baseUrl", missingOption("baseUrl"));
  if (!token) throw configurationError("token", missingOption("token"));
  if (!isValidToken(token)) throw configurationError("token", INVALID_TOKEN);
  const url = resolveBaseUrl(baseUrl, given.allowInsecureHttp, given.fetch);
  rejectPath(url);
  return {
    ...given,
    /** Without a trailing slash. */
    baseUrl: url,
    token,
    /** Whether plants may be created. */
    consent: createOn !== undefined && isConsent(createOn, new URL(url)),
    ids: ids && readRange(ids),
    /** Requests per second. */
    maxRate: given.maxRate ?? (isLoopback(new URL(url).hostname) ? Number.POSITIVE_INFINITY : 5),
  };
}

function parseRules(rules: unknown): PlantStoreRules {
  const { data, error } = rulesSchema.safeParse(rules);
  if (data) return data;
  throw configurationError("rules", `is invalid: ${formatIssues(error.issues, "it")}`);
}

/** A mistake must not create plants in a service that was not meant. */
function isConsent(createOn: string, { host, hostname }: URL): true {
  if (createOn === host || createOn === hostname) return true;
  throw configurationError("createOn", `must be the host of the base URL, ${host}`);
}

function readRange({ from, to }: { from: unknown; to: unknown }): { from: bigint; to: bigint } {
  const isId = (id: unknown) =>
    (typeof id === "bigint" || Number.isSafeInteger(id)) &&
    BigInt.asIntN(64, BigInt(id as number)) === BigInt(id as number);
  if (!isId(from) || !isId(to)) throw configurationError("ids", "must be a range from one int64 to another");
  const range = { from: BigInt(from as number), to: BigInt(to as number) };
  if (range.from > range.to)
    throw configurationError("ids", "must be a range whose first id is not above its last");
  return range;
}
