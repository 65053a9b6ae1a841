/** Reads an input ahead of the workers. */
import type { ImportInput } from "./import-options.ts";
import type { Clock } from "./pace.ts";
import { type ValidatedRow, validateRow } from "./validate-row.ts";

/** Rows that are read together. Done rows need many, because their look-ups cost most. Few of others: progress is what was read. */
const MAX_ROWS = { done: 256, toSend: 16 };
/** A larger row is not kept beside others. */
const MAX_CHARACTERS = 4096;

export class ReadAhead {
  readonly #clock: Clock;
  #rows: ValidatedRow[] = [];
  #isFull = false;
  #maxRows = MAX_ROWS.toSend;
  #end: { error?: unknown } | undefined;
  /** Only one side waits at a time: the reading until rows are taken, or `take` until there are some. */
  #wake = () => {};

  constructor(input: ImportInput, clock: Clock) {
    this.#clock = clock;
    this.#read(input).then(
      () => this.close(),
      (error: unknown) => this.close({ error }),
    );
  }

  /**
   * Takes the rows that have arrived together, none after so many ms of silence, undefined at the end.
   *
   * @throws what the input throws, after its last row
   */
  async take(silenceMs?: number): Promise<ValidatedRow[] | undefined> {
    let isSilent = false;
    const arrival = silenceMs === undefined ? undefined : new AbortController();
    if (arrival)
      void this.#clock.sleep(silenceMs ?? 0, arrival.signal).then(() => {
        isSilent = true;
        this.#wake();
      });
    while (this.#rows.length === 0 && !this.#end && !isSilent) await this.#change();
    arrival?.abort();
    const rows = this.#rows;
    if (rows.length === 0 && this.#end && "error" in this.#end) throw this.#end.error;
    if (rows.length === 0 && this.#end) return undefined;
    this.#rows = [];
    this.#isFull = false;
    this.#wake();
    return rows;
  }

  /** @param areDone whether some of the rows that were taken last are done: then the next ones may be, too */
  expectDone(areDone: boolean): void {
    this.#maxRows = areDone ? MAX_ROWS.done : MAX_ROWS.toSend;
  }

  /** Ends the reading, and closes the input. */
  close(end: { error?: unknown } = {}): void {
    this.#end ??= end;
    this.#wake();
  }

  async #read(input: ImportInput): Promise<void> {
    for await (const item of input) {
      if (this.#end) return;
      const row = validateRow(item); // At once, because the input may reuse the object.
      if (this.#rows.push(row) === 1) setImmediate(() => this.#wake()); // When the input is silent.
      const length = row.key ? row.plant.name.length + (row.plant.tag?.length ?? 0) : MAX_CHARACTERS;
      this.#isFull = this.#rows.length >= this.#maxRows || length >= MAX_CHARACTERS;
      if (this.#isFull) this.#wake();
      while (this.#isFull && !this.#end) await this.#change();
      if (this.#end) return;
    }
  }

  #change(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }
}
