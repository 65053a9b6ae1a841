/** Shows the progress of an import to a person. */
import { styleText } from "node:util";
import type { ImportPause, ImportProgress, JournalCounts } from "../../src/import/index.ts";
import { formatCount, formatDuration, print } from "../terminal-text.ts";

export interface ProgressDisplay {
  /** Until then, only texts are shown: an error before the start is the last of them. */
  start(): void;
  update(progress: ImportProgress): void;
  /** Prints a text that stays. */
  print(text: string): void;
  end(): void;
}

/** How each outcome is shown. */
const OUTCOMES = {
  created: ["✓", "green", "created"],
  exists: ["✓", "green", "existing"],
  notCreated: ["✗", "red", "not created"],
  unknown: ["?", "yellow", "unknown"],
} as const;

type CountName = keyof typeof OUTCOMES;

/** The mark of an outcome, in its colour. */
export const markOf = (name: CountName) => styleText(OUTCOMES[name][1], OUTCOMES[name][0]);

/** The counts with their names. Most stores do not say what exists. */
export function nameCounts(counts: JournalCounts): { name: CountName; label: string; count: number }[] {
  const names = Object.keys(OUTCOMES) as CountName[];
  return names
    .filter((name) => name !== "exists" || counts.exists > 0)
    .map((name) => ({ name, label: OUTCOMES[name][2], count: counts[name] }));
}

export const describeCounts = (counts: JournalCounts) =>
  nameCounts(counts)
    .map(({ label, count }) => `${formatCount(count)} ${label}`)
    .join(", ");

/** @param left of the pause, ms */
export function describePause({ reason, problem, stopsIn = 0 }: ImportPause, left: number): string {
  const duration = formatDuration(left / 1000);
  if (reason === "resend") return `Sending the unknown plants again in ${duration}`;
  if (reason === "rate-limit") return `Waiting ${duration}: the store asked for it`;
  const until = new Date(Date.now() + stopsIn).toTimeString().slice(0, 8);
  return `Store down: ${problem}. Trying again until ${until}`;
}

/** The number of rows that were decided. */
export const countDone = ({ created, exists, notCreated, unknown }: JournalCounts) =>
  created + exists + notCreated + unknown;

/** How often a line is printed if the output is not a terminal. */
const INTERVAL_MS = 10_000;

/** Prints a line now and then, for a log. */
export class ProgressLines implements ProgressDisplay {
  readonly #stream: NodeJS.WritableStream;
  readonly #start = performance.now();
  #printed = this.#start;
  /** The kind of pause that was printed after the last counts. Short ones follow each other, and an outage has many. */
  #pause: ImportPause["reason"] | undefined;

  constructor(stream: NodeJS.WritableStream) {
    this.#stream = stream;
  }

  start(): void {}

  update(progress: ImportProgress): void {
    const { pause } = progress;
    if (pause && pause.reason !== this.#pause) {
      this.#pause = pause.reason;
      this.print(`${describePause(pause, pause.ms)}.`);
    }
    const now = performance.now();
    if (now - this.#printed < INTERVAL_MS) return;
    this.#printed = now;
    this.#pause = undefined;
    this.print(`${Math.round((now - this.#start) / 1000)} s: ${describeCounts(progress)}`);
  }

  print(text: string): void {
    print(text, this.#stream);
  }

  end(): void {}
}
