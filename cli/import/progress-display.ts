/** Shows the progress of an import to a person. */
import type { ImportProgress, PauseReason } from "../../src/import/index.ts";
import type { JournalCounts } from "../../src/import/journal/row-history.ts";
import { formatCount, formatDuration } from "../terminal-text.ts";

export interface ProgressDisplay {
  update(progress: ImportProgress): void;
  /** Prints a text that stays. */
  print(text: string): void;
  end(): void;
}

export function describeCounts({ created, exists, notCreated, unknown }: JournalCounts): string {
  const existing = exists > 0 ? `${formatCount(exists)} existing, ` : "";
  return `${formatCount(created)} created, ${existing}${formatCount(notCreated)} not created, ${formatCount(unknown)} unknown`;
}

/** How often a line is printed if the output is not a terminal. */
const INTERVAL_MS = 10_000;

const PAUSES: Record<PauseReason, (duration: string) => string> = {
  "rate-limit": (duration) => `Waiting ${duration}, because the store responded 429.`,
  resend: (duration) => `Sending the unknown plants again in ${duration}.`,
  outage: () => "Waiting, because the store is not available. The import stops after a minute.",
};

/** Prints a line now and then, for a log. */
export class ProgressLines implements ProgressDisplay {
  readonly #stream: NodeJS.WritableStream;
  readonly #start = performance.now();
  #printed = this.#start;
  #pause: ImportProgress["pause"];

  constructor(stream: NodeJS.WritableStream) {
    this.#stream = stream;
  }

  update(progress: ImportProgress): void {
    const { pause } = progress;
    if (pause && this.#isWorthALine(pause)) {
      this.print(PAUSES[pause.reason](formatDuration(pause.ms / 1000)));
    }
    this.#pause = pause;
    const now = performance.now();
    if (now - this.#printed < INTERVAL_MS) return;
    this.#printed = now;
    const seconds = Math.round((now - this.#start) / 1000);
    this.print(`${seconds} s: ${describeCounts(progress)}`);
  }

  print(text: string): void {
    this.#stream.write(`${text}\n`);
  }

  /** Whether a pause has begun that the last line does not say. Short ones follow each other quickly. */
  #isWorthALine(pause: NonNullable<ImportProgress["pause"]>): boolean {
    if (pause === this.#pause) return false;
    return pause.reason !== this.#pause?.reason || (pause.reason === "rate-limit" && pause.ms > INTERVAL_MS);
  }

  end(): void {}
}
