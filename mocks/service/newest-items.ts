/** Lists that keep their newest items, and a limit of the memory that several of them take together. */

/** What a list can keep. An item is in one list at most. */
export class Item {
  /** What it takes of the memory limit. */
  bytes = 0;
  /** Its number in order of time, across all lists of a memory limit. */
  number = 0;
  isKept = false;
}

export class NewestItems<T extends Item> {
  readonly #capacity: number;
  readonly #memory: MemoryLimit | undefined;
  readonly #onDrop: (item: T) => void;
  /** Oldest first, after the places of those that were dropped. */
  #items: (T | undefined)[] = [];
  #dropped = 0;

  constructor(capacity: number, onDrop: (item: T) => void, memory?: MemoryLimit) {
    this.#capacity = capacity;
    this.#memory = memory;
    this.#onDrop = onDrop;
  }

  get oldest(): T | undefined {
    return this.#items[this.#dropped];
  }

  /** @returns whether the item is kept: the list may keep none, or the item may take all memory */
  push(item: T, bytes = 0): boolean {
    if (this.#capacity === 0) return false;
    if (this.#items.length - this.#dropped === this.#capacity) this.dropOldest();
    item.isKept = true;
    this.#items.push(item);
    this.#memory?.add(this, item);
    this.grow(item, bytes);
    return item.isKept;
  }

  /** Accounts for an item that grew. */
  grow(item: T, bytes: number): void {
    if (!item.isKept) return;
    item.bytes += bytes;
    this.#memory?.grow(bytes);
  }

  dropOldest(): void {
    const item = this.oldest as T;
    item.isKept = false;
    this.#items[this.#dropped++] = undefined;
    // Not each time, because it moves all others.
    if (2 * this.#dropped > this.#items.length) {
      this.#items = this.#items.slice(this.#dropped);
      this.#dropped = 0;
    }
    this.#memory?.remove(this, item.bytes);
    item.bytes = 0; // It may be pushed again.
    this.#onDrop(item);
  }

  /** Oldest first. */
  toArray(): T[] {
    return this.#items.slice(this.#dropped) as T[];
  }

  clear(): void {
    while (this.oldest !== undefined) this.dropOldest();
  }
}

type List = Pick<NewestItems<Item>, "oldest" | "dropOldest">;

/** A memory limit for several lists together: for a server with many stores. */
export class MemoryLimit {
  readonly #limit: number;
  /** Those that have items. */
  readonly #lists = new Set<List>();
  #added = 0;
  #bytes = 0;
  /** Those that dropping items does not free. */
  #reserved = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(list: List, item: Item): void {
    item.number = this.#added++;
    this.#lists.add(list);
  }

  /**
   * Accounts for bytes that are not those of an item, such as settings. A negative number frees them.
   *
   * @returns whether there was room
   */
  reserve(bytes: number): boolean {
    if (this.#reserved + bytes > this.#limit) return false;
    this.#reserved += bytes;
    this.grow(bytes);
    return true;
  }

  /** Accounts for bytes of an item. If memory runs out, drops the oldest items, whichever lists they are in. */
  grow(bytes: number): void {
    this.#bytes += bytes;
    while (this.#bytes > this.#limit) {
      const ageOf = ({ oldest }: List) => oldest?.number ?? Number.POSITIVE_INFINITY;
      [...this.#lists].reduce((one, other) => (ageOf(one) < ageOf(other) ? one : other)).dropOldest();
    }
  }

  /** Accounts for an item that was dropped. */
  remove(list: List, bytes: number): void {
    if (list.oldest === undefined) this.#lists.delete(list);
    this.#bytes -= bytes;
  }
}
