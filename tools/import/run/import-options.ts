/** What an import is given, and what it reports. */
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
import type { JournalCounts, RowOutcome } from "../journal/journal-rows.ts";
import { type DuplicateResponse, duplicatesOf, resolveDuplicates } from "./duplicates.ts";

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
   * Decisions about rows that no response has proved. One about another version of its row is ignored. If the journal has none of the rows, they
   * are about another journal, and the import throws before it sends anything.
   */
  resolve?: Iterable<RowDecision> | AsyncIterable<RowDecision> | undefined;
  /** Called for each decision that is ignored, unless it is about another shard, with the reason as a sentence. */
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
  /**
   * Accept a 200 that shows another name than the one that was sent, because the store changes names. Otherwise, its row is
   * unknown, and the import stops. Rows that are unknown for this reason are then created, without being sent again.
   * @default what `rules` or the client say
   */
  namesMayChange?: boolean | undefined;
  /** Called with the counts whenever rows are decided, when a pause begins or ends, and at the end. */
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

/** What {@link importPlants} did with a row. */
export type ImportedRow = ImportedRowFields &
  (
    | {
        /**
         * Key of the row, such as `42:9f86d081884c7d65`: the plant's id and a hash of its fields. It stays the same if the
         * input is reformatted or reordered. Undefined if the plant is invalid.
         */
        row: string;
        /** A copy of the plant as it was read. */
        plant: NewPlant;
      }
    | {
        row: undefined;
        /** What was read. Undefined if the row could not be parsed. */
        plant: unknown;
      }
  );

/** @inline */
interface ImportedRowFields {
  /** Line in the file on which the row begins, from 1. Undefined if the input has no lines. */
  line: number | undefined;
  /** The row as it is in the input, if it could not be parsed. */
  text?: string | undefined;
  /**
   * Whether the row exists in the store, after this run and all earlier ones. `"exists"`: the store rejected it, because a
   * plant with its id exists. It may have other content.
   */
  outcome: RowOutcome;
  /**
   * - `"sent"`: this run sent it; see `result`.
   * - `"skipped"`: an earlier run, or the operator, made sure that it exists.
   * - `"held"`: it was not sent; see `reason`.
   */
  action: "sent" | "skipped" | "held";
  /** Why the row was held. */
  reason?: HoldReason;
  /** The result of the call, if this run sent the row and knows nothing newer about it. */
  result?: CreatePlantResult;
  /**
   * What the response to a created row shows otherwise than it was sent. `"id"`: it has the `id` of another plant, so the store
   * may round ids. Missing if there is nothing.
   */
  changedFields?: (keyof NewPlant)[];
  /** What is wrong and what to do, unless the plant was created without a problem. */
  message?: string;
}

/**
 * - `"malformed"`: the row could not be parsed.
 * - `"invalid-plant"`: the row is not a valid plant.
 * - `"changed"`: a plant with this id, but other content, exists or may exist.
 * - `"unknown"`: an earlier run sent the row and does not know what happened.
 */
export type HoldReason = "malformed" | "invalid-plant" | "changed" | "unknown";

/**
 * Counts of an import. The counts of outcomes include earlier runs, as far as the input was read. Rows that are invalid or
 * held because they changed are not created. A row that waits to be sent again is unknown.
 */
export interface ImportProgress extends JournalCounts {
  /** Rows that were not sent, because an earlier run had created them or had found that they exist. */
  skipped: number;
  /** Rows that this run has sent. */
  sent: number;
  /** Rows that are equal to an earlier row of the input: skipped, and in no other count. */
  equal: number;
  /** Created rows whose response shows them otherwise (see `changedFields`), or could not be used. Missing without any. */
  changed?: { rows: number; firstLine: number | undefined } | undefined;
  /** Rows whose ids look rounded, but which did not have to wait any longer. Missing without any. */
  looksRounded?: { rows: number; firstLine: number | undefined } | undefined;
  /** Whether the whole input was read and every row of it decided. */
  complete: boolean;
  /** Set while nothing is sent. */
  pause?: ImportPause | undefined;
}

/**
 * Why nothing is sent at the moment. `"rate-limit"`: after a 429, or another failure with `Retry-After`. `"resend"`: only unknown rows
 * are left, which are sent again after a while.
 */
export type PauseReason = "rate-limit" | "outage" | "resend";

/** A time in which nothing is sent. */
export interface ImportPause {
  reason: PauseReason;
  /** How long it lasts, ms. */
  ms: number;
  /** What the last failure was, in a few words, such as `"no connection (ECONNREFUSED)"`. */
  problem?: string | undefined;
  /** When the import stops unless the store works again, ms from now. Only in an outage, or after a 429 without a wait. */
  stopsIn?: number | undefined;
  /** The wait that the store asked for, ms. */
  retryAfter?: number | undefined;
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
  namesMayChange: boolean,
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
  const { namesMayChange = rules?.namesMayChange } = given;
  return { ...given, journal, namesMayChange, duplicates: typeof found === "string" ? undefined : found };
}
