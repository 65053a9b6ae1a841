/** Shows the progress of an import: a bar in a terminal, and lines elsewhere. */

import { styleText } from "node:util";
import yoctoSpinner, { type Spinner } from "yocto-spinner";
import { formatCount, plural } from "../../../src/common/format-count.ts";
import { formatDuration } from "../../terminal/format-text.ts";
import { print, withoutControls } from "../../terminal/print.ts";
import type { ImportPause, JournalCounts } from "../index.ts";
import type { RunProgress } from "./import-file.ts";

const OUTCOMES = {
  created: ["✓", "green", "created"],
  exists: ["✓", "green", "existing"],
  wouldSend: ["✓", "green", "would be sent"],
  notCreated: ["✗", "red", "not created"],
  unknown: ["?", "yellow", "unknown"],
} as const;

type CountName = keyof typeof OUTCOMES;

export const markOf = (name: CountName) => styleText(OUTCOMES[name][1], OUTCOMES[name][0]);

type Counts = JournalCounts & Pick<RunProgress, "wouldSend">;

/** The counts with their names. Most stores do not say what exists, and most runs send what they would send. */
export function nameCounts(counts: Counts): { name: CountName; label: string; count: number }[] {
  const names = Object.keys(OUTCOMES) as CountName[];
  return names
    .map((name) => ({ name, label: OUTCOMES[name][2], count: counts[name] ?? 0 }))
    .filter(({ name, count }) => count > 0 || (name !== "exists" && name !== "wouldSend"));
}

const withLabel = ({ label, count }: { label: string; count: number }) => `${formatCount(count)} ${label}`;

export const describeCounts = (counts: Counts) => nameCounts(counts).map(withLabel).join(", ");

/** The number of rows that were decided. */
export const countDone = (counts: Counts) => nameCounts(counts).reduce((sum, { count }) => sum + count, 0);

/** @param left of the pause, ms */
function describePause({ reason, problem, stopsIn = 0, retryAfter }: ImportPause, left: number): string {
  const duration = formatDuration(Math.max(left, 0) / 1000);
  if (reason === "resend") return `Sending the unknown plants again in ${duration}`;
  if (retryAfter !== undefined)
    return withoutControls(
      `Waiting ${duration}: the store asked for ${formatDuration(retryAfter / 1000)} (${problem})`,
    );
  const until = new Date(Date.now() + stopsIn).toTimeString().slice(0, 8);
  const state = reason === "outage" ? "Store down" : "The store accepts no more requests";
  return withoutControls(`${state}: ${problem}. Trying again until ${until}`);
}

const BAR_INTERVAL_MS = 100;
const LINE_INTERVAL_MS = 10_000;
const BAR_WIDTH = 24;

/** Skipped rows are fast and sent rows are slow, so only the last seconds count for the speed. */
const SPEED_WINDOW_MS = 10_000;

export class ProgressDisplay {
  readonly #stream: NodeJS.WriteStream;
  #share: () => number | undefined = () => undefined;
  readonly #start = performance.now();
  readonly #samples: { time: number; done: number; share: number }[] = [];
  #spinner: Spinner | undefined;
  #timer: NodeJS.Timeout | undefined;
  #progress: RunProgress | undefined;
  #pausedUntil = 0;
  /** The pause that was printed after the last line. Short ones follow each other, and an outage has many. */
  #printed: Pick<ImportPause, "reason" | "problem"> | undefined;

  constructor(stream: NodeJS.WriteStream) {
    this.#stream = stream;
  }

  /**
   * Until then, only texts are shown: an error before the start is the last of them.
   *
   * @param share the part of the input that was read, from 0 to 1, if it is known
   */
  start(share: () => number | undefined): void {
    this.#share = share;
    if (this.#stream.isTTY) {
      const options = { stream: this.#stream, handleSignals: false, text: "Reading the input" };
      this.#spinner = yoctoSpinner(options).start();
    }
    const interval = this.#spinner ? BAR_INTERVAL_MS : LINE_INTERVAL_MS;
    this.#timer = setInterval(() => this.#progress && this.#show(this.#progress), interval);
  }

  update(progress: RunProgress): void {
    const { pause } = progress;
    if (pause && pause !== this.#progress?.pause) {
      this.#pausedUntil = performance.now() + pause.ms;
      const { reason, problem } = this.#printed ?? {};
      if (!this.#spinner && (pause.reason !== reason || pause.problem !== problem))
        this.print(`${describePause(pause, pause.ms)}.`);
      this.#printed = pause;
    }
    this.#progress = progress;
  }

  /** Prints a text that stays. The spinner notices it, and moves down. */
  print(text: string): void {
    print(text, this.#stream);
  }

  end(): void {
    clearInterval(this.#timer);
    this.#spinner?.stop();
  }

  #show(progress: RunProgress): void {
    const now = performance.now();
    if (!this.#spinner) {
      this.#printed = undefined;
      this.print(`${Math.round((now - this.#start) / 1000)} s: ${describeCounts(progress)}`);
      return;
    }
    const counts = nameCounts(progress).map((count) => `${markOf(count.name)} ${withLabel(count)}`);
    const { pause } = progress;
    const status = pause ? describePause(pause, this.#pausedUntil - now) : counts.join("  ");
    this.#spinner.text = `${this.#figures(progress, now)}\n  ${status}`;
  }

  #figures(progress: RunProgress, time: number): string {
    const share = this.#share();
    // What earlier runs did is left out: it takes no time.
    const sample = { time, done: countDone(progress) - progress.skipped, share: share ?? 0 };
    const samples = this.#samples;
    samples.push(sample);
    while (samples.length > 2 && (samples[1] ?? sample).time < time - SPEED_WINDOW_MS) samples.shift();
    const first = samples[0] ?? sample;
    const seconds = Math.max(time - first.time, 1) / 1000;
    const speed = Math.round((sample.done - first.done) / seconds);
    const figures = [plural(sample.done, "row"), `${formatCount(speed)}/s`];
    if (share === undefined) return figures.join("  ");
    if (share > first.share && share < 1)
      figures.push(`${formatDuration(((1 - share) * seconds) / (share - first.share))} left`);
    // The last requests are in flight when everything was read.
    const percent = progress.complete ? 100 : Math.min(Math.floor(share * 100), 99);
    const filled = Math.floor(share * BAR_WIDTH);
    const bar = `${styleText("green", "█".repeat(filled))}${"░".repeat(BAR_WIDTH - filled)} ${percent}%`;
    return [bar, ...figures].join("  ");
  }
}
