/** A set of rows of a journal: one bit for each. */
export class RowSet {
  size = 0;
  #bits = new Uint8Array(1024);

  has(number: number): boolean {
    return ((this.#bits[number >>> 3] ?? 0) & (1 << (number & 7))) !== 0;
  }

  /** @param number of the row, which is less than 2^35 */
  add(number: number): void {
    if (this.has(number)) return;
    const byte = Math.floor(number / 8);
    if (byte >= this.#bits.length) {
      const grown = new Uint8Array(2 * byte);
      grown.set(this.#bits);
      this.#bits = grown;
    }
    this.#bits[byte] = (this.#bits[byte] ?? 0) | (1 << (number & 7));
    this.size += 1;
  }
}
