/** Keeps the last items that were pushed. */
export class RingBuffer<T> {
  readonly #capacity: number;
  #items: T[] = [];
  /** Index of the oldest item, once the buffer is full. */
  #oldest = 0;

  /** @param capacity an integer of 0 or more, or Infinity */
  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get length(): number {
    return this.#items.length;
  }

  push(item: T): void {
    if (this.#items.length < this.#capacity) {
      this.#items.push(item);
    } else if (this.#capacity > 0) {
      this.#items[this.#oldest] = item;
      this.#oldest = (this.#oldest + 1) % this.#capacity;
    }
  }

  /** Oldest first. */
  toArray(): T[] {
    return [...this.#items.slice(this.#oldest), ...this.#items.slice(0, this.#oldest)];
  }

  clear(): void {
    this.#items = [];
    this.#oldest = 0;
  }
}
