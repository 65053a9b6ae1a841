/** The options of `checkPlantStore`. */
import { rejectPath, resolveBaseUrl } from "../../../src/call/resolve-base-url.ts";
import { CLIENT_OPTIONS, requireOption } from "../../../src/call/resolve-options.ts";
import { isLoopback } from "../../../src/common/is-loopback.ts";
import {
  abortSignal,
  aFunction,
  boolean,
  integerFrom,
  isObject,
  type OptionRules,
  readOptions,
} from "../../../src/common/read-options.ts";
import { isMilliseconds, MAX_TIMER_MS } from "../../../src/common/sleep.ts";
import { describeInvalidToken, isValidToken, TOKEN_FORMAT } from "../../../src/common/validate-token.ts";
import { formatIssues } from "../../../src/contract/issues.ts";
import type { PlantStoreRules } from "../../../src/contract/rules.ts";
import { isInt64 } from "../../../src/contract/validate-field.ts";
import { rulesSchema } from "../../../src/contract/validate-rules.ts";
import { configurationError } from "../../../src/errors.ts";
import type { PlantStoreRequestInit, PlantStoreResponse } from "../../../src/options.ts";
import type { PlantStoreCheckResult } from "./report.ts";

/** Options of {@link checkPlantStore}. */
export interface PlantStoreCheckOptions {
  /** The service, as for `PlantStoreClient`. @default the environment variable `PLANT_STORE_BASE_URL` */
  baseUrl?: string | URL | undefined;
  /** A bearer token that may create plants. @default the environment variable `PLANT_STORE_TOKEN` */
  token?: string | undefined;
  /**
   * Consent to create plants: the host of `baseUrl`, with or without its port. Without it, no JSON is sent, and only the
   * checks that need none are made.
   */
  createOn?: string | undefined;
  /** At most this many bodies are sent that could create a plant. @default 100 */
  maxCreates?: number | undefined;
  /**
   * Ids that the checks may use, both included, for a service that rejects large ones. They must be free: a service may
   * replace the plants that have them. Invalid plants may also have the ids 0, 1 and one above 2^63-1.
   * @default random ids from 2^62 up, or from 2^52 to 2^53+2^40 if the service rejects these; for `id-fraction`, from 2^49 up
   */
  ids?: { from: number | bigint; to: number | bigint } | undefined;
  /** Ids among these that are in use. */
  usedIds?: Iterable<number | bigint> | undefined;
  /** At most this many requests per second. @default 5; without a limit on this machine */
  maxRate?: number | undefined;
  /** Time limit of each request, ms. @default 10_000 */
  timeout?: number | undefined;
  /** Rules that were found before: the report lists how the service differs from them. */
  rules?: PlantStoreRules | undefined;
  /** Called before an id is sent. The request waits for it, so that every id is written down. */
  onId?: ((id: bigint) => void | Promise<void>) | undefined;
  /** Called after each check. */
  onCheck?: ((check: PlantStoreCheckResult) => void) | undefined;
  /** Ends the run. Its reason is thrown. */
  signal?: AbortSignal | null | undefined;
  /** Allows plain HTTP to other machines, which exposes the token. @default false */
  allowInsecureHttp?: boolean | undefined;
  /** Sends the requests, such as to a service in this process. @default the global `fetch` */
  fetch?: CheckFetch["send"] | undefined;
}

/** A method, whose parameters TypeScript compares in both directions: a `PlantStoreFetch` is accepted, too. */
type CheckFetch = { send(url: string, init: CheckRequestInit): Promise<PlantStoreResponse> };
/** An OPTIONS request has no body. */
type CheckRequestInit = Omit<PlantStoreRequestInit, "body"> & { body?: string };

/** Options with all defaults, after all checks. */
export type CheckSettings = ReturnType<typeof resolveCheckOptions>;

/** Requests per second. */
export const DEFAULT_MAX_RATE = 5;

export const CHECK_RULES = {
  baseUrl: CLIENT_OPTIONS.baseUrl,
  token: [(value) => typeof value === "string", "a string"],
  createOn: [(value) => typeof value === "string", "a host such as staging.plants.example"],
  maxCreates: [...integerFrom(1), 100],
  ids: [
    (value: NonNullable<PlantStoreCheckOptions["ids"]>) =>
      isObject(value) && isInt64(value.from) && isInt64(value.to) && value.from <= value.to,
    "a range from one int64 to another that is not lower",
  ],
  usedIds: [isObject, "an iterable of ids", []],
  maxRate: [(value) => typeof value === "number" && value > 0, "a number above 0"],
  timeout: [(ms) => isMilliseconds(ms) && ms > 0, `milliseconds above 0 and up to ${MAX_TIMER_MS}`, 10_000],
  rules: [isObject, "an object of rules"],
  onId: aFunction,
  onCheck: aFunction,
  signal: abortSignal,
  allowInsecureHttp: boolean,
  fetch: aFunction,
} satisfies OptionRules<PlantStoreCheckOptions>;

/** @throws PlantStoreConfigurationError */
export function resolveCheckOptions(options: PlantStoreCheckOptions) {
  const given = readOptions(options, CHECK_RULES, configurationError);
  const { ids, createOn, rules } = given;
  const token = requireOption("token", given.token);
  if (!isValidToken(token))
    throw configurationError("token", `is ${describeInvalidToken(token)}, but must be ${TOKEN_FORMAT}`);
  const url = resolveBaseUrl(requireOption("baseUrl", given.baseUrl), given.allowInsecureHttp, given.fetch);
  rejectPath(url);
  const target = new URL(url);
  // A mistake must not create plants in a service that was not meant.
  if (createOn !== undefined && createOn !== target.host && createOn !== target.hostname)
    throw configurationError("createOn", `must be the host of the base URL, ${target.host}`);
  return {
    ...given,
    token,
    baseUrl: url,
    consent: createOn !== undefined,
    ids: ids && { from: BigInt(ids.from), to: BigInt(ids.to) },
    maxRate: given.maxRate ?? (isLoopback(target.hostname) ? Number.POSITIVE_INFINITY : DEFAULT_MAX_RATE),
    rules: rules && readRules(rules),
    usedIds: readIds(given.usedIds),
  };
}

function readIds(ids: Iterable<number | bigint>): Set<bigint> {
  try {
    return new Set([...ids].map(BigInt));
  } catch (cause) {
    throw configurationError("usedIds", "must be an iterable of ids", cause);
  }
}

function readRules(rules: unknown): PlantStoreRules {
  const { data, error } = rulesSchema.safeParse(rules);
  if (data) return data;
  throw configurationError("rules", `is invalid: ${formatIssues(error.issues, "it")}`);
}
