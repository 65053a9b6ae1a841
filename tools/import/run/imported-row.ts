/** What an import reports: each row when it is decided, and counts. */
import type { NewPlant } from "../../../src/contract/schemas.ts";
import type { CreatePlantResult } from "../../../src/create-plant.ts";
import type { JournalCounts, RowOutcome } from "../journal/journal-rows.ts";

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
  /** The result of the call, if this run sent the row. */
  result?: CreatePlantResult;
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
