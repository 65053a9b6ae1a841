/** Lists that keep their newest items. */

/** An item of a buffer. */
export interface Item<T> {
  value: T;
  bytes: number;
  number: number;
  isDropped: boolean;
}

/** Keeps the last items that were pushed. */
export class RingBuffer<T> {
  readonly #capacity: number;
  readonly #memory: MemoryLimit | undefined;
  readonly #onDrop: (value: T) => void;
  #items: (Item<T> | undefined)[] = [];
  /** Index of the oldest item. */
  #start = 0;

  constructor(capacity: number, memory?: MemoryLimit, onDrop: (value: T) => void = () => {}) {
    this.#capacity = capacity;
    this.#memory = memory;
    this.#onDrop = onDrop;
  }

  get length(): number {
    return this.#items.length - this.#start;
  }

  get oldest(): number {
    return this.#items[this.#start]?.number ?? Number.POSITIVE_INFINITY;
  }

  push(value: T, bytes = 0): Item<T> | undefined {
    if (this.#capacity === 0) return undefined;
    if (this.length === this.#capacity) this.shift();
    const number = this.#memory === undefined ? 0 : this.#memory.next++;
    const item = { value, bytes, number, isDropped: false };
    this.#items.push(item);
    this.#memory?.add(this, bytes);
    return item;
  }

  /** Accounts for an item that grew. */
  grow(item: Item<T>, bytes: number): void {
    if (item.isDropped) return;
    item.bytes += bytes;
    this.#memory?.add(this, bytes);
  }

  shift(): void {
    const item = this.#items[this.#start] as Item<T>;
    item.isDropped = true;
    this.#items[this.#start] = undefined;
    this.#start += 1;
    // Not in every call, because this moves all other items.
    if (this.#start > this.#items.length / 2) {
      this.#items = this.#items.slice(this.#start);
      this.#start = 0;
    }
    this.#memory?.remove(this, item.bytes);
    this.#onDrop(item.value);
  }

  /** Oldest first. */
  toArray(): T[] {
    return (this.#items.slice(this.#start) as Item<T>[]).map(({ value }) => value);
  }

  clear(): void {
    while (this.length > 0) this.shift();
  }
}

type LimitedBuffer = Pick<RingBuffer<unknown>, "length" | "oldest" | "shift">;

/** A memory limit for several ring buffers together: for a server with many stores. */
export class MemoryLimit {
  readonly #limit: number;
  /** Those that have items. */
  readonly #buffers = new Set<LimitedBuffer>();
  #bytes = 0;
  /** Number of the next item. Numbers are in order of time, across all buffers. */
  next = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Accounts for a new item. If memory runs out, drops the oldest items, whichever buffers they are in. */
  add(buffer: LimitedBuffer, bytes: number): void {
    this.#buffers.add(buffer);
    this.#bytes += bytes;
    while (this.#bytes > this.#limit)
      [...this.#buffers].reduce((one, other) => (other.oldest < one.oldest ? other : one)).shift();
  }

  /** Accounts for a removed item. */
  remove(buffer: LimitedBuffer, bytes: number): void {
    this.#bytes -= bytes;
    if (buffer.length === 0) this.#buffers.delete(buffer);
  }
}
