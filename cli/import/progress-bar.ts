/** The progress of an import on a terminal: a bar, and below it the counts. */
import { stripVTControlCharacters, styleText } from "node:util";
import yoctoSpinner, { type Spinner } from "yocto-spinner";
import type { ImportProgress } from "../../src/import/index.ts";
import { formatCount, formatDuration } from "../terminal-text.ts";
import {
  type CountName,
  countDone,
  describePause,
  markOf,
  type ProgressDisplay,
  STYLES,
} from "./progress-display.ts";

const REFRESH_MS = 100;

const RATE_WINDOW_MS = 10_000;

const MAX_BAR_WIDTH = 24;

/** A shorter bar says nothing. */
const MIN_BAR_WIDTH = 8;

/** The width of the spinner. */
const INDENT = 2;

const LABELS: Record<CountName, string> = {
  created: "created",
  exists: "existing",
  notCreated: "not created",
  unknown: "unknown",
};

export class ProgressBar implements ProgressDisplay {
  readonly #spinner: Spinner;
  readonly #stream: NodeJS.WriteStream;
  readonly #total: number | undefined;
  readonly #rate = new RecentRate();
  readonly #timer: NodeJS.Timeout;
  #doneBefore = 0;
  #progress: ImportProgress | undefined;
  #pausedUntil = 0;

  /** @param total the number of rows, if it is known */
  constructor(stream: NodeJS.WriteStream, total: number | undefined) {
    this.#stream = stream;
    this.#total = total;
    this.#spinner = yoctoSpinner({ stream, handleSignals: false, text: "Reading the journal" }).start();
    this.#timer = setInterval(() => this.#draw(), REFRESH_MS);
  }

  start(done: number): void {
    this.#doneBefore = done;
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
    // What earlier runs did is left out: it takes no time, and says nothing about the rest.
    const done = countDone(progress) - progress.skipped;
    const rate = this.#rate.update(done, performance.now());
    this.#spinner.text = `${this.#bar(progress, done, rate)}\n  ${this.#status(progress)}`;
  }

  #bar(progress: ImportProgress, done: number, rate: number): string {
    const speed = `${formatCount(Math.round(rate))}/s`;
    if (this.#total === undefined) return this.#fit("", [`${formatCount(done)} rows`, speed]);
    const total = Math.max(this.#total - this.#doneBefore, done);
    const share = total === 0 ? 1 : done / total;
    const left = rate > 0 && done < total ? [`${formatDuration((total - done) / rate)} left`] : [];
    const figures = [`${formatCount(done)} of ${formatCount(total)}`, speed, ...left];
    const percent = `${Math.floor(share * 100)}%`;
    const room = this.#columns - [percent, ...figures].join("  ").length - 1;
    const width = room < MIN_BAR_WIDTH ? 0 : Math.min(room, MAX_BAR_WIDTH);
    return this.#fit(width === 0 ? percent : `${drawBar(progress, total, width)} ${percent}`, figures);
  }

  /** Leaves out the last parts that do not fit into the terminal. */
  #fit(first: string, parts: string[]): string {
    const fitting = parts.filter(
      (_, index) => width(first) + 2 + parts.slice(0, index + 1).join("  ").length <= this.#columns,
    );
    return [first, ...fitting].filter(Boolean).join("  ");
  }

  /** What the import waits for, or the counts. */
  #status(progress: ImportProgress): string {
    const { pause, inFlight, sent } = progress;
    const waiting = pause
      ? describePause(pause, Math.max(this.#pausedUntil - performance.now(), 0))
      : sent === 0 && inFlight > 0 && `Waiting for the first response, ${inFlight} in flight`;
    if (waiting) return waiting.length <= this.#columns ? waiting : `${waiting.slice(0, this.#columns - 1)}…`;
    const shown = (["created", "exists", "notCreated", "unknown"] as const).filter(
      (name) => name !== "exists" || progress.exists > 0,
    );
    const texts = shown.map((name) => `${markOf(name)} ${formatCount(progress[name])} ${LABELS[name]}`);
    const short = shown.map((name) => `${markOf(name)} ${formatCount(progress[name])}`);
    return (width(texts.join("  ")) <= this.#columns ? texts : short).join("  ");
  }

  get #columns(): number {
    return (this.#stream.columns || 80) - INDENT;
  }
}

/** A part of the bar for each outcome of this run. */
function drawBar(progress: ImportProgress, total: number, length: number): string {
  const { created, exists, notCreated, unknown, skipped } = progress;
  let done = 0;
  let drawn = 0;
  const counts = [
    ["created", created + exists - skipped],
    ["notCreated", notCreated],
    ["unknown", unknown],
  ] as const;
  const parts = counts.map(([name, count]) => {
    done += count;
    const end = total === 0 ? length : Math.floor((done / total) * length);
    const part = styleText(STYLES[name][1], "█".repeat(Math.max(end - drawn, 0)));
    drawn = Math.max(end, drawn);
    return part;
  });
  return `${parts.join("")}${"░".repeat(Math.max(length - drawn, 0))}`;
}

/** The number of columns of a text with colours. */
const width = (text: string) => stripVTControlCharacters(text).length;

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
