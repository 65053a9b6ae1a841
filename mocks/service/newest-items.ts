/** Lists that keep their newest items, and a limit of the memory that several of them take together. */
import { estimateSize } from "../parts/plain-data.ts";

/** Each item has a number: how many were pushed until then. */
export class NewestItems<T> {
  readonly #capacity: number;
  readonly #memory: MemoryLimit | undefined;
  readonly #onDrop: (item: T) => void;
  /** Oldest first, after the places of those that were dropped. */
  #items: (T | undefined)[] = [];
  /** What each takes of the memory limit, bytes; empty without a limit. */
  #sizes: number[] = [];
  #dropped = 0;
  /** How many are no longer in `#items`. */
  #gone = 0;
  /** What all take, bytes. */
  bytes = 0;

  constructor(capacity: number, onDrop: (item: T) => void, memory?: MemoryLimit) {
    this.#capacity = capacity;
    this.#memory = memory;
    this.#onDrop = onDrop;
  }

  get length(): number {
    return this.#items.length - this.#dropped;
  }

  /** The number of the oldest item, or of the next one. */
  get first(): number {
    return this.#gone + this.#dropped + 1;
  }

  /** Oldest first. */
  toArray(): T[] {
    return this.#items.slice(this.#dropped) as T[];
  }

  /** @returns its number. The list may keep none */
  push(item: T): number {
    if (this.#capacity === 0) return ++this.#gone;
    if (this.length === this.#capacity) this.dropOldest();
    this.#items.push(item);
    return this.#gone + this.#items.length;
  }

  /** Accounts for the memory of an item that is kept, which is dropped if it takes all of it. `value` is what it takes. */
  account(number: number, value: unknown, more = 0): void {
    if (this.#memory === undefined || number < this.first) return;
    const bytes = estimateSize(value) + more;
    this.#sizes[number - this.#gone - 1] = bytes;
    this.bytes += bytes;
    this.#memory.grow(this, bytes);
  }

  dropOldest(): void {
    const item = this.#items[this.#dropped] as T;
    const bytes = this.#sizes[this.#dropped] ?? 0;
    this.#items[this.#dropped++] = undefined;
    // Not each time, because it moves all others.
    if (2 * this.#dropped > this.#items.length) {
      this.#items = this.#items.slice(this.#dropped);
      this.#sizes = this.#sizes.slice(this.#dropped);
      this.#gone += this.#dropped;
      this.#dropped = 0;
    }
    this.bytes -= bytes;
    this.#memory?.free(this, bytes);
    this.#onDrop(item);
  }

  clear(): void {
    while (this.length > 0) this.dropOldest();
  }
}

type List = Pick<NewestItems<unknown>, "bytes" | "length" | "dropOldest">;

/** A memory limit for several lists together: for a server with many stores. */
export class MemoryLimit {
  readonly #limit: number;
  /** Those whose items take memory. */
  readonly #lists = new Set<List>();
  #bytes = 0;
  /** Those that dropping items does not free. */
  #reserved = 0;

  /** @param limit bytes */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /**
   * Accounts for what is not in a list: faults and settings.
   *
   * @param freed what is no longer kept
   * @returns whether there was room
   */
  reserve(added: readonly unknown[], freed: readonly unknown[] = []): boolean {
    const bytes = estimateSize(added) - estimateSize(freed);
    if (this.#reserved + bytes > this.#limit) return false;
    this.#reserved += bytes;
    this.#add(bytes);
    return true;
  }

  /** Accounts for an item of a list. */
  grow(list: List, bytes: number): void {
    this.#lists.add(list);
    this.#add(bytes);
  }

  /** If memory runs out, the list that takes most loses its oldest items, so that one store does not empty the others. */
  #add(bytes: number): void {
    this.#bytes += bytes;
    while (this.#bytes > this.#limit)
      [...this.#lists].reduce((one, other) => (one.bytes < other.bytes ? other : one)).dropOldest();
  }

  /** Accounts for an item that was dropped. */
  free(list: List, bytes: number): void {
    if (list.length === 0) this.#lists.delete(list);
    this.#bytes -= bytes;
  }
}
