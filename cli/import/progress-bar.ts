/** The progress of an import on a terminal: a bar, and below it the counts. */
import { styleText } from "node:util";
import yoctoSpinner, { type Spinner } from "yocto-spinner";
import type { ImportProgress } from "../../src/import/index.ts";
import { formatCount, formatDuration, print, withoutControls } from "../terminal-text.ts";
import { countDone, describePause, markOf, nameCounts, type ProgressDisplay } from "./progress-display.ts";

const REFRESH_MS = 100;

/** Skipped rows are fast and sent rows are slow, so only the last seconds count for the speed. */
const SPEED_WINDOW_MS = 10_000;

const BAR_WIDTH = 24;

export class ProgressBar implements ProgressDisplay {
  readonly #stream: NodeJS.WriteStream;
  readonly #share: () => number | undefined;
  readonly #samples: { time: number; done: number; share: number }[] = [];
  #spinner: Spinner | undefined;
  #timer: NodeJS.Timeout | undefined;
  #progress: ImportProgress | undefined;
  #pausedUntil = 0;

  /** @param share the part of the input that was read, from 0 to 1, if it is known */
  constructor(stream: NodeJS.WriteStream, share: () => number | undefined) {
    this.#stream = stream;
    this.#share = share;
  }

  start(): void {
    const options = { stream: this.#stream, handleSignals: false, text: "Reading the input" };
    this.#spinner = yoctoSpinner(options).start();
    this.#timer = setInterval(() => this.#draw(), REFRESH_MS);
  }

  update(progress: ImportProgress): void {
    if (progress.pause && progress.pause !== this.#progress?.pause) {
      this.#pausedUntil = performance.now() + progress.pause.ms;
    }
    this.#progress = progress;
  }

  print(text: string): void {
    print(text, this.#stream); // The spinner notices it, and moves down.
  }

  end(): void {
    clearInterval(this.#timer);
    this.#spinner?.stop();
  }

  #draw(): void {
    if (!this.#progress || !this.#spinner) return;
    this.#spinner.text = `${this.#figures(this.#progress)}\n  ${this.#status(this.#progress)}`;
  }

  #figures(progress: ImportProgress): string {
    const share = this.#share();
    // What earlier runs did is left out: it takes no time.
    const done = countDone(progress) - progress.skipped;
    const speed = this.#measureSpeed(done, share ?? 0);
    const figures = [`${formatCount(done)} rows`, `${formatCount(Math.round(speed.rows))}/s`];
    if (share === undefined) return figures.join("  ");
    if (speed.share > 0 && share < 1) figures.push(`${formatDuration((1 - share) / speed.share)} left`);
    // The last requests are in flight when everything was read.
    const percent = progress.complete ? 100 : Math.min(Math.floor(share * 100), 99);
    const filled = Math.floor(share * BAR_WIDTH);
    const bar = `${styleText("green", "█".repeat(filled))}${"░".repeat(BAR_WIDTH - filled)} ${percent}%`;
    return [bar, ...figures].join("  ");
  }

  /** Per second. */
  #measureSpeed(done: number, share: number): { rows: number; share: number } {
    const time = performance.now();
    const samples = this.#samples;
    samples.push({ time, done, share });
    while (samples.length > 2 && (samples[1]?.time ?? time) < time - SPEED_WINDOW_MS) samples.shift();
    const first = samples[0] ?? { time, done, share };
    const seconds = Math.max(time - first.time, 1) / 1000;
    return { rows: (done - first.done) / seconds, share: (share - first.share) / seconds };
  }

  /** What the import waits for, or the counts. */
  #status(progress: ImportProgress): string {
    if (progress.pause) {
      const left = Math.max(this.#pausedUntil - performance.now(), 0);
      return withoutControls(describePause(progress.pause, left));
    }
    const counts = nameCounts(progress);
    return counts
      .map(({ name, label, count }) => `${markOf(name)} ${formatCount(count)} ${label}`)
      .join("  ");
  }
}
