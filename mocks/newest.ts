/** A list that keeps the newest of what is added to it, in the order in which it was added. */
export class Newest<T> {
  readonly #max: number;
  // A ring: once it is full, the next item takes the place of the oldest.
  #items: T[] = [];
  #added = 0;

  /** @param max how many items it keeps: a whole number, or Infinity. */
  constructor(max: number) {
    this.#max = max;
  }

  add(item: T): void {
    if (this.#max > 0) this.#items[this.#added++ % this.#max] = item;
  }

  /** The items, oldest first. */
  list(): T[] {
    if (this.#added <= this.#max) return [...this.#items];
    const oldest = this.#added % this.#max;
    return [...this.#items.slice(oldest), ...this.#items.slice(0, oldest)];
  }

  clear(): void {
    this.#items = [];
    this.#added = 0;
  }
}
