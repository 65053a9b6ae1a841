/** The progress of an import on a terminal: a bar, and below it the counts. */
import yoctoSpinner, { type Spinner } from "yocto-spinner";
import type { ImportProgress } from "../../src/import/index.ts";
import { formatCount, formatDuration } from "../terminal-text.ts";
import { describeCounts, type ProgressDisplay } from "./progress-display.ts";

const REFRESH_MS = 100;

const RATE_WINDOW_MS = 10_000;

/** Leaves room for the figures in 80 columns. */
const BAR_WIDTH = 24;

export class ProgressBar implements ProgressDisplay {
  readonly #spinner: Spinner;
  readonly #stream: NodeJS.WriteStream;
  readonly #total: number | undefined;
  readonly #rate = new RecentRate();
  readonly #timer: NodeJS.Timeout;
  #progress: ImportProgress | undefined;
  #pausedUntil = 0;

  /** @param total the number of rows, if it is known */
  constructor(stream: NodeJS.WriteStream, total: number | undefined) {
    this.#stream = stream;
    this.#total = total;
    this.#spinner = yoctoSpinner({ stream, handleSignals: false, text: "Reading the journal" }).start();
    this.#timer = setInterval(() => this.#draw(), REFRESH_MS);
  }

  update(progress: ImportProgress): void {
    if (progress.pause && progress.pause !== this.#progress?.pause) {
      this.#pausedUntil = performance.now() + progress.pause.ms;
    }
    this.#progress = progress;
  }

  print(text: string): void {
    this.#stream.write(`${text}\n`); // The spinner notices it, and moves down.
  }

  end(): void {
    clearInterval(this.#timer);
    this.#spinner.stop();
  }

  #draw(): void {
    const progress = this.#progress;
    if (!progress) return;
    const done = progress.created + progress.notCreated + progress.unknown;
    const rate = this.#rate.update(done, performance.now());
    this.#spinner.text = `${this.#bar(done, rate)}\n  ${this.#pause(progress) ?? describeCounts(progress)}`;
  }

  #bar(done: number, rate: number): string {
    const speed = `${formatCount(Math.round(rate))}/s`;
    const total = this.#total;
    if (total === undefined) return `${formatCount(done)} rows  ${speed}`;
    const share = total === 0 ? 1 : Math.min(done / total, 1);
    const filled = Math.floor(share * BAR_WIDTH);
    const bar = "█".repeat(filled) + "░".repeat(BAR_WIDTH - filled);
    const left = rate > 0 && done < total ? `  ${formatDuration((total - done) / rate)} left` : "";
    return `${bar} ${Math.floor(share * 100)}%  ${formatCount(done)} of ${formatCount(total)}  ${speed}${left}`;
  }

  #pause({ pause }: ImportProgress): string | undefined {
    if (!pause) return undefined;
    const left = formatDuration(Math.max(this.#pausedUntil - performance.now(), 0) / 1000);
    if (pause.reason === "resend") return `Sending the unknown plants again in ${left}`;
    return pause.reason === "rate-limit"
      ? `Waiting ${left}, because the store responded 429`
      : `Waiting ${left}, because the store is not available`;
  }
}

/** The speed of an import. Skipped rows are fast and sent rows are slow, so only the last seconds count. */
export class RecentRate {
  readonly #samples: { time: number; done: number }[] = [];

  /** Rows per second. */
  update(done: number, time: number): number {
    const samples = this.#samples;
    samples.push({ time, done });
    while (samples.length > 2 && (samples[1]?.time ?? time) < time - RATE_WINDOW_MS) samples.shift();
    const [first] = samples;
    return first && time > first.time ? ((done - first.done) * 1000) / (time - first.time) : 0;
  }
}
