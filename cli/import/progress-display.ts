/** Shows the progress of an import to a person. */
import type { ImportProgress, PauseReason } from "../../src/import/index.ts";
import { formatCount } from "./layout.ts";

export interface ProgressDisplay {
  update(progress: ImportProgress): void;
  /** Prints a text that stays. */
  print(text: string): void;
  end(): void;
}

export function describeCounts({ created, notCreated, unknown }: ImportProgress): string {
  return `${formatCount(created)} created, ${formatCount(notCreated)} not created, ${formatCount(unknown)} unknown`;
}

/** How often a line is printed if the output is not a terminal, ms. */
const INTERVAL = 10_000;

const PAUSES: Record<PauseReason, string> = {
  "rate-limit": "Waiting, because the store responded 429.",
  outage: "Waiting, because the store is not available. The import stops after a minute.",
};

/** Prints a line now and then, for a log. */
export class ProgressLines implements ProgressDisplay {
  readonly #stream: NodeJS.WritableStream;
  readonly #start = performance.now();
  #printed = this.#start;
  #pause: PauseReason | undefined;

  constructor(stream: NodeJS.WritableStream) {
    this.#stream = stream;
  }

  update(progress: ImportProgress): void {
    const { pause } = progress;
    if (pause && pause.reason !== this.#pause) this.print(PAUSES[pause.reason]);
    this.#pause = pause?.reason;
    const now = performance.now();
    if (now - this.#printed < INTERVAL) return;
    this.#printed = now;
    const seconds = Math.round((now - this.#start) / 1000);
    this.print(`${seconds} s: ${describeCounts(progress)}`);
  }

  print(text: string): void {
    this.#stream.write(`${text}\n`);
  }

  end(): void {}
}
