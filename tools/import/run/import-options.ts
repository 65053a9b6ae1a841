/** The options of an import. */
import {
  abortSignal,
  aFunction,
  boolean,
  integer,
  isObject,
  type OptionRules,
  REQUIRED,
  type ReadOptions,
  readOptions,
  type ValueCheck,
} from "../../../src/common/read-options.ts";
import type { PlantStoreRules } from "../../../src/contract/rules.ts";
import type { NewPlant } from "../../../src/contract/schemas.ts";
import type { CreatePlantResult } from "../../../src/create-plant.ts";
import { configurationError } from "../../../src/errors.ts";
import type { PlantStoreCallOptions, PlantStoreHeaders } from "../../../src/options.ts";
import type { PlantRow } from "../input/parse-json-row.ts";
import type { RowDecision } from "../journal/decisions.ts";
import { type ImportJournal, isJournal, type Journal } from "../journal/journal.ts";
import { type DuplicateResponse, duplicatesOf, resolveDuplicates } from "./duplicates.ts";
import type { ImportProgress } from "./imported-row.ts";

/** What an import reads. */
export type ImportInput = Iterable<PlantRow | NewPlant> | AsyncIterable<PlantRow | NewPlant>;

/** The part of a `PlantStoreClient` that an import needs. */
export interface ImportClient {
  /** If it is set, the journal must belong to it. */
  readonly baseUrl?: string | undefined;
  /** Sends one request. The import retries by itself. */
  safeCreatePlant(plant: NewPlant, options?: PlantStoreCallOptions): Promise<CreatePlantResult>;
}

/**
 * Options of {@link importPlants}. An unknown option is rejected.
 *
 * @expand
 */
export interface ImportPlantsOptions {
  /** From `openJournal`: what earlier runs did, and where this run records what it does. Close it after the import. */
  journal: ImportJournal;
  /**
   * How many requests are in flight at the same time. After a crash, as many rows can be unknown.
   * @default 8
   */
  concurrency?: number | undefined;
  /**
   * At most this many requests per second.
   * @default no limit
   */
  maxRate?: number | undefined;
  /**
   * Sends at most this many rows that are new to the journal. Then the import ends, without an error.
   * @default no limit
   */
  maxNew?: number | undefined;
  /**
   * Stops the import when this many rows of this run have become unknown. Rows that earlier runs left unknown do not count.
   * @default 100
   */
  maxUnknown?: number | undefined;
  /**
   * Stops the import when more rows than this were not created: rejected, held because they changed, invalid or malformed.
   * @default no limit
   */
  maxNotCreated?: number | undefined;
  /**
   * Stops the import after an outage of so many ms: failed connections, many unknown outcomes, or nothing but 429, apart from the
   * waits that the store asks for. During an outage, one request at a time probes the store.
   * @default 60_000
   */
  maxOutage?: number | undefined;
  /**
   * Headers for one request, such as an id that finds it in the store's log, or an `idempotency-key`. If the function throws,
   * the import stops before the request.
   * @default none
   */
  headers?: ((request: ImportedRowRequest) => PlantStoreHeaders) | undefined;
  /**
   * Ends the import: nothing more is sent, and requests in flight are finished and recorded. Then the import throws the
   * signal's reason.
   */
  signal?: AbortSignal | null | undefined;
  /**
   * Decisions about unknown rows. One about another version of its row is ignored. If the journal has none of the rows, they
   * are about another journal, and the import throws before it sends anything.
   */
  resolve?: Iterable<RowDecision> | AsyncIterable<RowDecision> | undefined;
  /** Called for each decision that is ignored, with the reason as a sentence. */
  onIgnoredDecision?: ((decision: RowDecision, reason: string) => void) | undefined;
  /**
   * Send all unknown rows again. The caller accepts duplicates. A row that is rejected then stays unknown, because its
   * earlier attempt may have created it.
   * @default false
   */
  resendUnknown?: boolean | undefined;
  /**
   * How the store rejects a plant whose id exists. Such a row is done: its outcome is `"exists"`. Unknown rows are then sent
   * again at the end of the run, because such a store cannot create a plant twice. Used only for ids that the store cannot
   * confuse: all if `rules` have `exactIds: true`, otherwise those within ±(2^53-1).
   * @default what `rules` say
   */
  duplicates?: DuplicateResponse | undefined;
  /**
   * How the store behaves, as `plant-store-sdk check` found out. If they say that it recognizes an idempotency key, each
   * request has its row's key.
   * @default nothing is known
   */
  rules?: PlantStoreRules | undefined;
  /**
   * How long after its attempt an unknown row is sent again, at least, ms. Used with `duplicates`.
   * @default 30_000
   */
  resendAfter?: number | undefined;
  /**
   * Send a row even if a plant with its id, but other content, exists or may exist.
   * @default false
   */
  allowChanged?: boolean | undefined;
  /**
   * Send ids that look rounded, such as multiples of 1,000. Otherwise, they stop the import before one of them is sent:
   * `JSON.parse`, jq 1.6, R and spreadsheets round ids of 16 digits or more.
   * @default false
   */
  exactIds?: boolean | undefined;
  /** Called with the counts whenever a row is decided, when a pause begins or ends, and at the end. */
  onProgress?: ((progress: ImportProgress) => void) | undefined;
}

/** A request for which an import needs headers. */
export interface ImportedRowRequest {
  /** The key of the row, which is the same in every run. */
  row: string;
  /** The number of the attempt, from 1. It counts the attempts of all runs. */
  attempt: number;
  plant: NewPlant;
}

export type ResolvedImportOptions = ReadOptions<ImportPlantsOptions, typeof IMPORT_RULES> & {
  journal: Journal;
};

/** More requests in flight would only queue up in the runtime or in the store. */
export const MAX_CONCURRENCY = 1024;

const isIterable = (value: unknown) =>
  isObject(value) && (Symbol.iterator in value || Symbol.asyncIterator in value);

const ms: ValueCheck = [(value) => typeof value === "number" && value >= 0, "milliseconds, 0 or more"];
const from = (min: number): ValueCheck => [
  (value) => typeof value === "number" && value >= min,
  `${min} or more`,
];

export const IMPORT_RULES = {
  journal: [isJournal, "a journal from `openJournal` of this version", REQUIRED],
  concurrency: [...integer(1, MAX_CONCURRENCY), 8],
  maxRate: [(value) => typeof value === "number" && value > 0, "a number above 0", Number.POSITIVE_INFINITY],
  maxNew: [...from(1), Number.POSITIVE_INFINITY],
  maxUnknown: [...from(1), 100],
  maxNotCreated: [...from(0), Number.POSITIVE_INFINITY],
  maxOutage: [...ms, 60_000],
  headers: aFunction,
  duplicates: [isObject, "an object with `status`"],
  rules: [isObject, "an object of rules"],
  resendAfter: [...ms, 30_000],
  signal: abortSignal,
  resolve: [isIterable, "iterable"],
  onIgnoredDecision: aFunction,
  resendUnknown: boolean,
  allowChanged: boolean,
  exactIds: [...boolean, false],
  onProgress: aFunction,
} satisfies OptionRules<ImportPlantsOptions>;

/** @throws PlantStoreConfigurationError if an option is missing, unknown or invalid */
export function resolveImportOptions(
  client: ImportClient,
  plants: unknown,
  options: ImportPlantsOptions,
): ResolvedImportOptions {
  if (typeof (client as Partial<ImportClient> | undefined)?.safeCreatePlant !== "function") {
    throw configurationError("client", "must be a PlantStoreClient");
  }
  if (!isIterable(plants)) throw configurationError("plants", "must be iterable");
  const given = readOptions(options, IMPORT_RULES, configurationError);
  const { rules, duplicates } = given;
  const journal = given.journal as Journal;
  if (client.baseUrl !== undefined && journal.baseUrl !== client.baseUrl) {
    throw configurationError(
      "journal",
      `belongs to ${journal.baseUrl}, but the client calls ${client.baseUrl}`,
    );
  }
  const found = duplicates ? resolveDuplicates(duplicates) : rules && duplicatesOf(rules);
  return { ...given, journal, duplicates: typeof found === "string" ? undefined : found };
}
