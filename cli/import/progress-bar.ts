/** The progress of an import on a terminal: a bar, and below it the counts. */
import { stripVTControlCharacters, styleText } from "node:util";
import yoctoSpinner, { type Spinner } from "yocto-spinner";
import type { ImportProgress } from "../../src/import/index.ts";
import { formatCount, formatDuration, print } from "../terminal-text.ts";
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
  #spinner: Spinner | undefined;
  readonly #stream: NodeJS.WriteStream;
  readonly #share: () => number | undefined;
  readonly #rate = new RecentRate();
  readonly #shareRate = new RecentRate();
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
    const progress = this.#progress;
    if (!progress || !this.#spinner) return;
    // What earlier runs did is left out: it takes no time, and says nothing about the rest.
    const done = countDone(progress) - progress.skipped;
    const rate = this.#rate.update(done, performance.now());
    this.#spinner.text = `${this.#bar(progress, done, rate)}\n  ${this.#status(progress)}`;
  }

  #bar(progress: ImportProgress, done: number, rate: number): string {
    const figures = [`${formatCount(done)} rows`, `${formatCount(Math.round(rate))}/s`];
    const share = this.#share();
    if (share === undefined) return this.#fit("", figures);
    const shareRate = this.#shareRate.update(share, performance.now());
    if (shareRate > 0 && share < 1) figures.push(`${formatDuration((1 - share) / shareRate)} left`);
    const percent = `${Math.floor(Math.min(share, progress.complete ? 1 : 0.99) * 100)}%`;
    const room = this.#columns - [percent, ...figures].join("  ").length - 1;
    const width = room < MIN_BAR_WIDTH ? 0 : Math.min(room, MAX_BAR_WIDTH);
    return this.#fit(
      width === 0 ? percent : `${drawBar(progress, share * width, width)} ${percent}`,
      figures,
    );
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

/** The bar, of which a part is filled: with the colors of the outcomes. */
function drawBar(progress: ImportProgress, filled: number, length: number): string {
  const { created, exists, notCreated, unknown } = progress;
  const rows = Math.max(countDone(progress), 1);
  let done = 0;
  let drawn = 0;
  const counts = [
    ["created", created + exists],
    ["notCreated", notCreated],
    ["unknown", unknown],
  ] as const;
  const parts = counts.map(([name, count]) => {
    done += count;
    const end = Math.floor((done / rows) * filled);
    const part = styleText(STYLES[name][1], "█".repeat(end - drawn));
    drawn = end;
    return part;
  });
  return `${parts.join("")}${"░".repeat(length - drawn)}`;
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
