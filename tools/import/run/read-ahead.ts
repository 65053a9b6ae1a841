/** Reads an input ahead of the workers. */
import type { ImportInput } from "./import-options.ts";
import { type ValidatedRow, validateRow } from "./validate-row.ts";

/** More rows in one look-up would save little. */
const MAX_ROWS = 256;

/** A larger row is not kept beside others. */
const MAX_CHARACTERS = 4096;

export class ReadAhead {
  #rows: ValidatedRow[] = [];
  #end: { error?: unknown } | undefined;
  #isClosed = false;
  #onChange = () => {};
  #onTaken = () => {};

  constructor(input: ImportInput) {
    this.#read(input).then(
      () => this.#finish({}),
      (error: unknown) => this.#finish({ error }),
    );
  }

  /**
   * Takes the rows that have arrived together. Undefined at the end.
   *
   * @param silence if it resolves first, there are no rows. Its signal aborts when rows arrive
   * @throws what the input throws, after its last row
   */
  async take(silence?: (signal: AbortSignal) => Promise<void>): Promise<ValidatedRow[] | undefined> {
    const arrival = new AbortController();
    let isSilent = false;
    while (this.#rows.length === 0 && !this.#end && !isSilent) {
      const change = new Promise<void>((resolve) => {
        this.#onChange = resolve;
      });
      silence?.(arrival.signal).then(() => {
        isSilent = true;
        this.#onChange();
      });
      silence = undefined; // It has begun.
      await change;
    }
    arrival.abort();
    const rows = this.#rows;
    if (rows.length === 0 && this.#end) {
      if ("error" in this.#end) throw this.#end.error;
      return undefined;
    }
    this.#rows = [];
    this.#onTaken();
    return rows;
  }

  /** Ends the reading, and closes the input. */
  close(): void {
    this.#isClosed = true;
    this.#finish({});
    this.#onTaken();
  }

  async #read(input: ImportInput): Promise<void> {
    for await (const item of input) {
      if (this.#isClosed) return;
      const row = validateRow(item); // At once, because the input may reuse the object.
      this.#rows.push(row);
      const { key, plant } = row;
      const isSmall = key !== undefined && plant.name.length + (plant.tag?.length ?? 0) < MAX_CHARACTERS;
      if (this.#rows.length === MAX_ROWS || !isSmall) {
        this.#onChange();
        await new Promise<void>((resolve) => {
          this.#onTaken = resolve;
        });
        if (this.#isClosed) return;
      } else if (this.#rows.length === 1) setImmediate(() => this.#onChange()); // When the input is silent.
    }
  }

  #finish(end: { error?: unknown }): void {
    this.#end ??= end;
    this.#onChange();
  }
}
