/** Lists that keep their newest items, and a limit of the memory that several of them take together. */

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

  /**
   * The list may keep none, or the item may take all memory.
   *
   * @returns the item's number: how many have been pushed
   */
  push(item: T, bytes = 0): number {
    if (this.#capacity === 0) return ++this.#gone;
    if (this.length === this.#capacity) this.dropOldest();
    this.#items.push(item);
    const number = this.#gone + this.#items.length;
    if (this.#memory !== undefined) this.#sizes.push(0);
    this.grow(number, bytes);
    return number;
  }

  has(number: number): boolean {
    return number > this.#gone + this.#dropped;
  }

  /** Accounts for an item that grew. */
  grow(number: number, bytes: number): void {
    if (this.#memory === undefined || !this.has(number)) return;
    const index = number - this.#gone - 1;
    this.#sizes[index] = (this.#sizes[index] ?? 0) + bytes;
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

  /** Oldest first. */
  toArray(): T[] {
    return this.#items.slice(this.#dropped) as T[];
  }

  clear(): void {
    while (this.length > 0) this.dropOldest();
  }
}

type List = Pick<NewestItems<unknown>, "bytes" | "length" | "dropOldest">;

/** A memory limit for several lists together: for a server with many stores. */
export class MemoryLimit {
  readonly #limit: number;
  /** Those that have items. */
  readonly #lists = new Set<List>();
  #bytes = 0;
  /** Those that dropping items does not free. */
  #reserved = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /**
   * Accounts for bytes that are not those of an item, such as settings. A negative number frees them.
   *
   * @returns whether there was room
   */
  reserve(bytes: number): boolean {
    if (this.#reserved + bytes > this.#limit) return false;
    this.#reserved += bytes;
    this.#add(bytes);
    return true;
  }

  /** Accounts for bytes of an item. */
  grow(list: List, bytes: number): void {
    this.#lists.add(list);
    this.#add(bytes);
  }

  /** If memory runs out, the list that takes most loses its oldest items: one store does not empty the others. */
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
