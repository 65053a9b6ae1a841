/**
 * Unknown rows that wait to be sent again. A store that rejects an existing id cannot create a plant twice: either the row
 * is created now, or its rejection proves that it exists.
 */
import type { NewPlant } from "../../contract/schemas.ts";
import type { KnownRow } from "../journal/row-history.ts";
import type { ImportedRow } from "./imported-row.ts";

export interface WaitingRow extends KnownRow {
  readonly line: number | undefined;
  readonly plant: NewPlant;
  /** How often this run has sent it again. */
  readonly resends: number;
  /** What to report if it is not sent again, because the run ends before. */
  readonly fallback: ImportedRow;
}

/** More rows are not kept in memory: then the oldest one is sent before the rest of the input is read. */
const CAPACITY = 10_000;

/** A row that never gets a definite response waits for the next run. */
export const MAX_RESENDS = 3;

export class ResendQueue {
  readonly #rows: { row: WaitingRow; due: number }[] = [];
  readonly #delay: number;

  /** @param delay the time between the two attempts, ms */
  constructor(delay: number) {
    this.#delay = delay;
  }

  /** @param time of the last attempt, at the latest, ms. It is never before that of the row that was added before */
  add(row: WaitingRow, time: number): void {
    this.#rows.push({ row, due: time + this.#delay });
  }

  get isFull(): boolean {
    return this.#rows.length >= CAPACITY;
  }

  get length(): number {
    return this.#rows.length;
  }

  /** When the first row can be sent, ms. Undefined if no row waits. */
  get due(): number | undefined {
    return this.#rows[0]?.due;
  }

  /** Removes the first row. */
  take(): WaitingRow | undefined {
    return this.#rows.shift()?.row;
  }
}
