/** The progress of an import on a terminal: a bar, and below it the counts. */
import { stripVTControlCharacters, styleText } from "node:util";
import yoctoSpinner, { type Spinner } from "yocto-spinner";
import type { ImportProgress } from "../../src/import/index.ts";
import { formatCount, formatDuration, print, withoutControls } from "../terminal-text.ts";
import { countDone, describePause, markOf, nameCounts, type ProgressDisplay } from "./progress-display.ts";

const REFRESH_MS = 100;

const RATE_WINDOW_MS = 10_000;

const MAX_BAR_WIDTH = 24;

/** A shorter bar says nothing. */
const MIN_BAR_WIDTH = 8;

/** The width of the spinner. */
const INDENT = 2;

export class ProgressBar implements ProgressDisplay {
  readonly #stream: NodeJS.WriteStream;
  readonly #share: () => number | undefined;
  readonly #rowRate = new RecentRate();
  readonly #shareRate = new RecentRate();
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
    this.#spinner.text = `${this.#fit(this.#figures(this.#progress))}\n  ${this.#fit(this.#status(this.#progress))}`;
  }

  #figures(progress: ImportProgress): string[] {
    const now = performance.now();
    // What earlier runs did is left out: it takes no time.
    const done = countDone(progress) - progress.skipped;
    const speed = Math.round(this.#rowRate.update(done, now));
    const figures = [`${formatCount(done)} rows`, `${formatCount(speed)}/s`];
    const share = this.#share();
    if (share === undefined) return figures;
    const rate = this.#shareRate.update(share, now);
    if (rate > 0 && share < 1) figures.push(`${formatDuration((1 - share) / rate)} left`);
    // The last requests are in flight when everything was read.
    const percent = `${progress.complete ? 100 : Math.min(Math.floor(share * 100), 99)}%`;
    const room = Math.min(this.#columns - [percent, ...figures].join("  ").length - 1, MAX_BAR_WIDTH);
    if (room < MIN_BAR_WIDTH) return [percent, ...figures];
    const filled = Math.floor(share * room);
    return [`${styleText("green", "█".repeat(filled))}${"░".repeat(room - filled)} ${percent}`, ...figures];
  }

  /** What the import waits for, or the counts. */
  #status(progress: ImportProgress): string[] {
    const { pause } = progress;
    if (!pause)
      return nameCounts(progress).map(
        ({ name, label, count }) => `${markOf(name)} ${formatCount(count)} ${label}`,
      );
    const text = withoutControls(describePause(pause, Math.max(this.#pausedUntil - performance.now(), 0)));
    return [text.length <= this.#columns ? text : `${text.slice(0, this.#columns - 1)}…`];
  }

  /** Leaves out the last parts that do not fit into the terminal. */
  #fit(parts: string[]): string {
    const fitting = parts.filter(
      (_, index) => stripVTControlCharacters(parts.slice(0, index + 1).join("  ")).length <= this.#columns,
    );
    return fitting.join("  ");
  }

  get #columns(): number {
    return (this.#stream.columns || 80) - INDENT;
  }
}

/** The speed of an import. Skipped rows are fast and sent rows are slow, so only the last seconds count. */
class RecentRate {
  readonly #samples: { time: number; done: number }[] = [];

  /** Per second. */
  update(done: number, time: number): number {
    const samples = this.#samples;
    samples.push({ time, done });
    while (samples.length > 2 && (samples[1]?.time ?? time) < time - RATE_WINDOW_MS) samples.shift();
    const [first] = samples;
    return first && time > first.time ? ((done - first.done) * 1000) / (time - first.time) : 0;
  }
}
