/** Shows the progress of an import to a person. */
import { styleText } from "node:util";
import type { ImportPause, ImportProgress } from "../../src/import/index.ts";
import type { JournalCounts } from "../../src/import/journal/journal-rows.ts";
import { formatCount, formatDuration, print } from "../terminal-text.ts";

export interface ProgressDisplay {
  /** Until then, nothing but texts is shown: an error before the start is the last of them. */
  start(): void;
  update(progress: ImportProgress): void;
  /** Prints a text that stays. */
  print(text: string): void;
  end(): void;
}

/** How each outcome is shown. */
export const STYLES = {
  created: ["✓", "green"],
  exists: ["✓", "green"],
  notCreated: ["✗", "red"],
  unknown: ["?", "yellow"],
} as const;

export type CountName = keyof typeof STYLES;

/** The mark of an outcome, in its colour. */
export const markOf = (name: CountName) => styleText(STYLES[name][1], STYLES[name][0]);

export function describeCounts({ created, exists, notCreated, unknown }: JournalCounts): string {
  const existing = exists > 0 ? `${formatCount(exists)} existing, ` : "";
  return `${formatCount(created)} created, ${existing}${formatCount(notCreated)} not created, ${formatCount(unknown)} unknown`;
}

/** @param left of the pause, ms */
export function describePause({ reason, problem, stopsIn }: ImportPause, left: number): string {
  const duration = formatDuration(left / 1000);
  if (reason === "resend") return `Sending the unknown plants again in ${duration}`;
  if (reason === "rate-limit") return `Waiting ${duration}: the store responded 429`;
  return `Store down: ${problem}. Trying again until ${clockTime(stopsIn)}`;
}

/** Such as `12:03:10`. @param ms from now */
function clockTime(ms = 0): string {
  return new Date(Date.now() + ms).toTimeString().slice(0, 8);
}

/** How often a line is printed if the output is not a terminal. */
const INTERVAL_MS = 10_000;

/** Prints a line now and then, for a log. */
export class ProgressLines implements ProgressDisplay {
  readonly #stream: NodeJS.WritableStream;
  readonly #start = performance.now();
  #printed = this.#start;
  #pause: ImportPause | undefined;
  /** Rows that were done when the last outage began. While none follows, it is the same outage. */
  #doneInOutage: number | undefined;

  constructor(stream: NodeJS.WritableStream) {
    this.#stream = stream;
  }

  update(progress: ImportProgress): void {
    const { pause } = progress;
    if (pause && pause !== this.#pause && this.#isWorthALine(pause, countDone(progress))) {
      this.print(`${describePause(pause, pause.ms)}.`);
    }
    this.#pause = pause ?? this.#pause;
    const now = performance.now();
    if (now - this.#printed < INTERVAL_MS) return;
    this.#printed = now;
    const seconds = Math.round((now - this.#start) / 1000);
    this.print(`${seconds} s: ${describeCounts(progress)}`);
  }

  print(text: string): void {
    print(text, this.#stream);
  }

  /** Whether a pause says what the last line about one does not. Short ones follow each other quickly. */
  #isWorthALine({ reason, ms }: ImportPause, done: number): boolean {
    if (reason !== "outage")
      return reason !== this.#pause?.reason || (reason === "rate-limit" && ms > INTERVAL_MS);
    if (done === this.#doneInOutage) return false;
    this.#doneInOutage = done;
    return true;
  }

  start(): void {}

  end(): void {}
}

/** The number of rows that were decided. */
export const countDone = ({ created, exists, notCreated, unknown }: ImportProgress) =>
  created + exists + notCreated + unknown;
