/** A set of rows of a journal: one bit for each. */
export class RowSet {
  size = 0;
  #bits = new Uint8Array(1024);

  has(number: number): boolean {
    return ((this.#bits[Math.floor(number / 8)] ?? 0) & (1 << (number & 7))) !== 0;
  }

  /** @param number of the row, which is less than 2^35 */
  add(number: number): void {
    const byte = Math.floor(number / 8);
    if (byte >= this.#bits.length) {
      const grown = new Uint8Array(2 * byte);
      grown.set(this.#bits);
      this.#bits = grown;
    }
    if (!this.has(number)) this.#flip(number);
  }

  /** Returns whether the set had it. */
  delete(number: number): boolean {
    const isFound = this.has(number);
    if (isFound) this.#flip(number);
    return isFound;
  }

  #flip(number: number): void {
    const byte = Math.floor(number / 8);
    this.#bits[byte] = (this.#bits[byte] ?? 0) ^ (1 << (number & 7));
    this.size += this.has(number) ? 1 : -1;
  }
}
