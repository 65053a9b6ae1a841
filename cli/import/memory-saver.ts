/**
 * Keeps the resident memory of the command small. V8 prefers speed to memory: calls of `fetch` leave garbage of 250 MB
 * before it is collected, of which less than 20 MB are in use.
 */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** How often the memory is looked at, rows or lines. */
const INTERVAL = 250;

/** With less resident memory, garbage is left to V8, bytes. */
const ENOUGH = 120 * 1024 * 1024;

/** A collection takes 20 to 40 ms, so it must be worth it, bytes. */
const MIN_GROWTH = 4 * 1024 * 1024;

export class MemorySaver {
  readonly #collect: (options: object) => void;
  #rows = 0;
  #resident = 0;

  constructor() {
    setFlagsFromString("--expose-gc");
    // The space for new objects does not grow. With more room, they would outlive more collections there.
    setFlagsFromString("--semi-space-growth-factor=1");
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
