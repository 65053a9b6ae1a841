/**
 * Keeps the resident memory of the command small. By default, V8 lets `fetch` leave 250 MB of garbage. Less than 20 MB are
 * in use.
 */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const FLAGS = [
  // The space for new objects keeps its initial size.
  "--semi-space-growth-factor=1",
  // Garbage is collected when the heap has grown by so much.
  "--heap-growing-percent=25",
  // Otherwise, more collections discard more optimized code.
  "--retain-maps-for-n-gc=1000",
  // V8 takes 13 MB to optimize the HTTP parser of `fetch`, which is WebAssembly, and keeps them. Neither flag works alone.
  "--no-wasm-dynamic-tiering",
  "--no-wasm-tier-up",
  "--expose-gc",
];

/** How often the memory is looked at, rows or lines. */
const INTERVAL = 50;

/** Bytes. The flags suffice until a large import needs more. */
const ENOUGH = 135 * 1024 * 1024;

/** A collection that also returns memory to the system takes 20 to 40 ms, so it must be worth it. In bytes. */
const MIN_GROWTH = 4 * 1024 * 1024;

export class MemorySaver {
  readonly #collect: (options: object) => void;
  #rows = 0;
  #resident = 0;

  constructor() {
    for (const flag of FLAGS) setFlagsFromString(flag);
    this.#collect = runInNewContext("gc");
  }

  /** Call this after every row, and for every line of the journal that is read. */
  count(): void {
    this.#rows += 1;
    if (this.#rows % INTERVAL !== 0) return;
    if (process.memoryUsage.rss() < Math.max(ENOUGH, this.#resident + MIN_GROWTH)) return;
    this.#collect({ type: "major", flavor: "last-resort" });
    this.#resident = process.memoryUsage.rss();
  }
}
