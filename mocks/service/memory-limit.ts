/** A memory limit for several ring buffers together: for a server with many stores. */

/** What the limit needs of a buffer. */
interface LimitedBuffer {
  readonly length: number;
  /** Number of its oldest item. */
  readonly oldest: number;
  /** Drops the oldest item. */
  shift(): void;
}

export class MemoryLimit {
  readonly #limit: number;
  /** Those that have items. */
  readonly #buffers = new Set<LimitedBuffer>();
  #bytes = 0;
  /** Number of the next item. Numbers are in order of time, across all buffers. */
  next = 0;

  /** @param limit bytes */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Accounts for a new item. If memory runs out, drops the oldest items, whichever buffers they are in. */
  add(buffer: LimitedBuffer, bytes: number): void {
    this.#buffers.add(buffer);
    this.#bytes += bytes;
    while (this.#bytes > this.#limit) this.#findOldest().shift();
  }

  /** Accounts for a removed item. */
  remove(buffer: LimitedBuffer, bytes: number): void {
    this.#bytes -= bytes;
    if (buffer.length === 0) this.#buffers.delete(buffer);
  }

  #findOldest(): LimitedBuffer {
    return [...this.#buffers].reduce((one, other) => (other.oldest < one.oldest ? other : one));
  }
}
