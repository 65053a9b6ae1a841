/** The speed of an import. Skipped rows are fast and sent rows are slow, so only the last seconds count. */

/** In ms. */
const WINDOW = 10_000;

export class RecentRate {
  readonly #samples: { time: number; done: number }[] = [];

  /** Rows per second. */
  update(done: number, time: number): number {
    const samples = this.#samples;
    samples.push({ time, done });
    while (samples.length > 2 && (samples[1]?.time ?? time) < time - WINDOW) samples.shift();
    const [first] = samples;
    return first && time > first.time ? ((done - first.done) * 1000) / (time - first.time) : 0;
  }
}
