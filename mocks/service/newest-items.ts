/** Lists that keep their newest items. */

export interface Item<T> {
  value: T;
  bytes: number;
  /** Its number in the memory limit. */
  number: number;
  isDropped: boolean;
}

export class NewestItems<T> {
  readonly #capacity: number;
  readonly #memory: MemoryLimit | undefined;
  readonly #onDrop: (value: T) => void;
  /** By consecutive numbers: only the oldest item is ever dropped. */
  readonly #items = new Map<number, Item<T>>();
  #oldest = 0;

  constructor(capacity: number, memory?: MemoryLimit, onDrop: (value: T) => void = () => {}) {
    this.#capacity = capacity;
    this.#memory = memory;
    this.#onDrop = onDrop;
  }

  push(value: T, bytes = 0): Item<T> | undefined {
    if (this.#capacity === 0) return undefined;
    if (this.#items.size === this.#capacity) this.dropOldest();
    const item = { value, bytes, number: this.#memory?.add(this) ?? 0, isDropped: false };
    this.#items.set(this.#oldest + this.#items.size, item);
    this.#memory?.grow(bytes);
    return item;
  }

  /** Accounts for an item that grew. */
  grow(item: Item<T>, bytes: number): void {
    if (item.isDropped) return;
    item.bytes += bytes;
    this.#memory?.grow(bytes);
  }

  dropOldest(): void {
    const item = this.#items.get(this.#oldest) as Item<T>;
    item.isDropped = true;
    this.#items.delete(this.#oldest++);
    this.#memory?.remove(item);
    this.#onDrop(item.value);
  }

  /** Oldest first. */
  toArray(): T[] {
    return Array.from(this.#items.values(), ({ value }) => value);
  }

  clear(): void {
    while (this.#items.size > 0) this.dropOldest();
  }
}

/** A memory limit for several lists together: for a server with many stores. */
export class MemoryLimit {
  readonly #limit: number;
  /** The list of each item. Items are numbered in order of time, across all lists. */
  readonly #lists = new Map<number, Pick<NewestItems<unknown>, "dropOldest">>();
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
  add(list: Pick<NewestItems<unknown>, "dropOldest">): number {
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

  remove({ number, bytes }: Item<unknown>): void {
    this.#lists.delete(number);
    this.#bytes -= bytes;
  }
}
