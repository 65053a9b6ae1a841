/** Rows on their way from the workers to the consumer of the import. */

/** If the consumer is slow, this many rows wait for it before the workers stop. */
const CAPACITY = 256;

export class RowQueue<T> {
  #rows: T[] = [];
  #isClosed = false;
  /** Called at the next change. */
  #waiting: (() => void)[] = [];

  push(row: T): void {
    this.#rows.push(row);
    this.#wake();
  }

  /** No more rows will follow. */
  close(): void {
    this.#isClosed = true;
    this.#wake();
  }

  get isFull(): boolean {
    return this.#rows.length >= CAPACITY && !this.#isClosed;
  }

  /** Waits until the consumer has taken enough rows, or no longer takes any. */
  async waitForRoom(): Promise<void> {
    while (this.isFull) await this.#change();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    while (this.#rows.length > 0 || !this.#isClosed) {
      const rows = this.#rows;
      this.#rows = [];
      this.#wake();
      for (const row of rows) yield row; // Faster than `yield*`, which awaits each row once more.
      if (this.#rows.length === 0 && !this.#isClosed) await this.#change();
    }
  }

  #change(): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve();
  }
}
