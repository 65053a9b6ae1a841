/** The options of an import. */

import {
  abortSignal,
  aFunction,
  boolean,
  isObject,
  type OptionRules,
  readOptions,
} from "../../call/read-options.ts";
import type { NewPlant } from "../../contract/schemas.ts";
import type { CreatePlantResult } from "../../create-plant.ts";
import { configurationError } from "../../errors.ts";
import type { PlantStoreCallOptions, PlantStoreHeaders } from "../../options.ts";
import { isShard, SHARD_RULE } from "../input/shard.ts";
import type { ImportJournal } from "../journal/import-journal.ts";
import type { RowDecision } from "../journal/operator-decisions.ts";
import { type ExistingPlantResponse, resolveExisting } from "./existing.ts";
import type { ImportProgress } from "./imported-row.ts";

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
  /** What earlier runs did, and where this run records what it does. Close it after the import. */
  journal: ImportJournal;
  /**
   * How many requests are in flight at the same time. After a crash, as many rows can be unknown.
   * @default 8
   */
  concurrency?: number | undefined;
  /**
   * The longest pause that the store may ask for, ms. A longer `Retry-After` stops the import.
   * @default 900_000 (15 minutes)
   */
  maxPause?: number | undefined;
  /**
   * At most this many requests per second.
   * @default no limit
   */
  maxRate?: number | undefined;
  /**
   * Stops the import when the store has rejected this many rows of this run.
   * @default no limit
   */
  maxRejected?: number | undefined;
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
  /** Ends the import like `signal`, and aborts the requests in flight, too. Their rows become unknown. */
  abortSignal?: AbortSignal | null | undefined;
  /** What the operator found out about unknown rows. A decision about another attempt or revision is ignored. */
  decisions?: Iterable<RowDecision> | AsyncIterable<RowDecision> | undefined;
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
   * again at the end of the run, because such a store cannot create a plant twice.
   * @default no rejection says so
   */
  existing?: ExistingPlantResponse | undefined;
  /**
   * How long after its attempt an unknown row is sent again, at least, ms. Used with `existing`.
   * @default 30_000
   */
  resendAfter?: number | undefined;
  /**
   * Send equal rows once. The others are counted, but not yielded.
   * @default false
   */
  skipEqual?: boolean | undefined;
  /**
   * Send a row even if a plant with its id, but other content, exists or may exist.
   * @default false
   */
  allowChanged?: boolean | undefined;
  /** Called with the counts whenever a row is decided, and when a pause begins. */
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

/** Options after validation and with defaults. */
export type ResolvedImportOptions = ImportPlantsOptions & typeof defaults;

const defaults = {
  concurrency: 8,
  maxPause: 15 * 60_000,
  maxRate: Number.POSITIVE_INFINITY,
  maxRejected: Number.POSITIVE_INFINITY,
  resendAfter: 30_000,
};

/** More requests in flight would only queue up in the runtime or in the store. */
export const MAX_CONCURRENCY = 1024;

const isIterable = (value: unknown) =>
  isObject(value) && (Symbol.iterator in value || Symbol.asyncIterator in value);

const OPTIONS: OptionRules = {
  journal: [
    (value: Partial<ImportJournal> | null) => typeof value?.append === "function",
    "a journal, such as `memoryJournal()`",
  ],
  concurrency: [
    (value) => Number.isInteger(value) && value >= 1 && value <= MAX_CONCURRENCY,
    `an integer from 1 to ${MAX_CONCURRENCY}`,
  ],
  maxPause: [(value) => typeof value === "number" && value >= 0, "milliseconds, 0 or more"],
  maxRate: [(value) => typeof value === "number" && value > 0, "a number above 0"],
  maxRejected: [(value) => typeof value === "number" && value >= 1, "1 or more"],
  headers: aFunction,
  existing: [isObject, "an object with `status`", resolveExisting],
  resendAfter: [(value) => typeof value === "number" && value >= 0, "milliseconds, 0 or more"],
  signal: abortSignal,
  abortSignal,
  decisions: [isIterable, "iterable"],
  onIgnoredDecision: aFunction,
  resendUnknown: boolean,
  skipEqual: boolean,
  allowChanged: boolean,
  onProgress: aFunction,
};

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
  const given = readOptions(options, OPTIONS, defaults);
  const { journal } = given;
  if (!journal) throw configurationError("journal", "is missing: pass one, such as `memoryJournal()`");
  const { baseUrl, shard } = journal;
  if (shard !== undefined && !isShard(shard))
    throw configurationError("journal", `has a \`shard\`, which ${SHARD_RULE}`);
  if (baseUrl !== undefined && client.baseUrl !== undefined && baseUrl !== client.baseUrl) {
    throw configurationError("journal", `belongs to ${baseUrl}, but the client calls ${client.baseUrl}`);
  }
  return { ...given, journal };
}
