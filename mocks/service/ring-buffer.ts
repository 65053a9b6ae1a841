import type { MemoryLimit } from "./memory-limit.ts";

interface Item<T> {
  value: T;
  bytes: number;
  number: number;
}

/** Keeps the last items that were pushed. */
export class RingBuffer<T> {
  readonly #capacity: number;
  readonly #memory: MemoryLimit | undefined;
  #items: (Item<T> | undefined)[] = [];
  /** Index of the oldest item. */
  #start = 0;

  /**
   * @param capacity an integer of 0 or more, or Infinity
   * @param memory may drop items earlier
   */
  constructor(capacity: number, memory?: MemoryLimit) {
    this.#capacity = capacity;
    this.#memory = memory;
  }

  get length(): number {
    return this.#items.length - this.#start;
  }

  get oldest(): number {
    return this.#items[this.#start]?.number ?? Number.POSITIVE_INFINITY;
  }

  /** @param bytes the size of the item */
  push(value: T, bytes = 0): void {
    if (this.#capacity === 0) return;
    if (this.length === this.#capacity) this.shift();
    this.#items.push({ value, bytes, number: this.#memory === undefined ? 0 : this.#memory.next++ });
    this.#memory?.add(this, bytes);
  }

  /** Drops the oldest item. */
  shift(): void {
    const item = this.#items[this.#start];
    if (item === undefined) return;
    this.#items[this.#start] = undefined;
    this.#start += 1;
    // Not in every call, because this moves all other items.
    if (this.#start > this.#items.length / 2) {
      this.#items = this.#items.slice(this.#start);
      this.#start = 0;
    }
    this.#memory?.remove(this, item.bytes);
  }

  /** Oldest first. */
  toArray(): T[] {
    return (this.#items.slice(this.#start) as Item<T>[]).map(({ value }) => value);
  }

  clear(): void {
    while (this.length > 0) this.shift();
  }
}
