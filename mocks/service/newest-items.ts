/** Lists that keep their newest items. */

/** What a list can keep. An item is in one list at most. */
export class Item {
  /** What it takes of the memory limit. */
  bytes = 0;
  /** Its number in the memory limit. */
  number = 0;
  isKept = false;
}

export class NewestItems<T extends Item> {
  readonly #capacity: number;
  readonly #memory: MemoryLimit | undefined;
  readonly #onDrop: (item: T) => void;
  /** By consecutive numbers: only the oldest item is ever dropped. */
  readonly #items = new Map<number, T>();
  #oldest = 0;

  constructor(capacity: number, memory?: MemoryLimit, onDrop: (item: T) => void = () => {}) {
    this.#capacity = capacity;
    this.#memory = memory;
    this.#onDrop = onDrop;
  }

  /** @returns whether the item is kept: the list may keep none, or it may take more than all memory */
  push(item: T, bytes = 0): boolean {
    if (this.#capacity === 0) return false;
    if (this.#items.size === this.#capacity) this.dropOldest();
    item.bytes = bytes;
    item.number = this.#memory?.add(this) ?? 0;
    item.isKept = true;
    this.#items.set(this.#oldest + this.#items.size, item);
    this.#memory?.grow(bytes);
    return item.isKept;
  }

  /** Accounts for an item that grew. */
  grow(item: T, bytes: number): void {
    if (!item.isKept) return;
    item.bytes += bytes;
    this.#memory?.grow(bytes);
  }

  dropOldest(): void {
    const item = this.#items.get(this.#oldest) as T;
    item.isKept = false;
    this.#items.delete(this.#oldest++);
    this.#memory?.remove(item);
    this.#onDrop(item);
  }

  /** Oldest first. */
  toArray(): T[] {
    return [...this.#items.values()];
  }

  clear(): void {
    while (this.#items.size > 0) this.dropOldest();
  }
}

/** A memory limit for several lists together: for a server with many stores. */
export class MemoryLimit {
  readonly #limit: number;
  /** The list of each item. Items are numbered in order of time, across all lists. */
  readonly #lists = new Map<number, { dropOldest: () => void }>();
  #next = 0;
  /** No item has a smaller number. */
  #oldest = 0;
  #bytes = 0;
  /** Those that dropping items does not free. */
  #reserved = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Returns the number of the new item, which is the newest of its list. */
  add(list: { dropOldest: () => void }): number {
    this.#lists.set(this.#next, list);
    return this.#next++;
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
    for (; this.#bytes > this.#limit; this.#oldest++) this.#lists.get(this.#oldest)?.dropOldest();
  }

  remove({ number, bytes }: Item): void {
    this.#lists.delete(number);
    this.#bytes -= bytes;
  }
}
