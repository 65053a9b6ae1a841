/** A hash index from keys to the indexes of rows, in one typed array: 5 to 6 bytes per row. */

const INITIAL_SLOTS = 1024;
const MAX_LOAD = 0.85;
const GROWTH = 1.25;

/** An open-addressing hash index. The keys themselves are where the caller keeps its rows. */
export class HashIndex {
  /** Indexes plus 1; 0 is an empty slot. */
  #slots = new Int32Array(INITIAL_SLOTS);
  #used = 0;
  readonly #hashOf: (index: number) => number;

  /** @param hashOf the hash of the key of a row, int32 */
  constructor(hashOf: (index: number) => number) {
    this.#hashOf = hashOf;
  }

  /** The first row with this hash for which `matches` returns true, or -1. `matches` must compare the keys. */
  find(hash: number, matches: (index: number) => boolean): number {
    const slots = this.#slots;
    for (let slot = startOf(hash, slots.length); ; slot = next(slot, slots.length)) {
      const index = (slots[slot] as number) - 1;
      if (index === -1 || matches(index)) return index;
    }
  }

  add(index: number): void {
    if (this.#used >= this.#slots.length * MAX_LOAD) this.#grow();
    this.#insert(index);
    this.#used += 1;
  }

  #insert(index: number): void {
    const slots = this.#slots;
    let slot = startOf(this.#hashOf(index), slots.length);
    while (slots[slot] !== 0) slot = next(slot, slots.length);
    slots[slot] = index + 1;
  }

  #grow(): void {
    const old = this.#slots;
    this.#slots = new Int32Array(Math.ceil(old.length * GROWTH));
    for (const entry of old) if (entry !== 0) this.#insert(entry - 1);
  }
}

/** Spreads the hash over the slots. Its bits are mixed first, because ids are often consecutive. */
function startOf(hash: number, slots: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return Math.floor((((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32) * slots);
}

function next(slot: number, slots: number): number {
  return slot + 1 === slots ? 0 : slot + 1;
}
