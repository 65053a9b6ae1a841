/** The output of `--json`: one object per line. */
import { once } from "node:events";
import { setImmediate } from "node:timers/promises";
import type { NewPlant } from "../../../src/index.ts";
import { formatJson, print } from "../../terminal/print.ts";
import type { ImportedRow, ImportJournal, ImportPause } from "../index.ts";
import { receivedIdOf } from "../run/judge-result.ts";
import { NO_ROWS } from "../run/progress-report.ts";
import { INTERRUPTED, type Stop } from "./ends.ts";
import type { ImportArguments } from "./import-arguments.ts";
import type { ImportResult, Reporter, RunProgress } from "./import-file.ts";
import { ProgressDisplay } from "./progress-display.ts";

const PROGRESS_INTERVAL_MS = 10_000;

export class JsonReporter implements Reporter {
  /** Why an event could not be written. */
  lost: Error | undefined;
  readonly #signal: AbortSignal;
  readonly #display = process.stderr.isTTY ? new ProgressDisplay(process.stderr) : undefined;
  #printed = performance.now();
  #pause: ImportPause | undefined;

  /** @param signal ends the waiting for a slow reader */
  constructor(signal: AbortSignal) {
    this.#signal = signal;
    process.stdout.on("error", (error) => {
      this.lost = error;
    });
  }

  start(_: ImportArguments, __: ImportJournal, share: () => number | undefined): void {
    this.#display?.start(share);
  }

  row(imported: ImportedRow): Promise<void> {
    const { row, line, outcome, action, reason, result, message, changedFields } = imported;
    const { id } = Object(imported.plant) as Partial<NewPlant>;
    const kind = result?.success === false && outcome !== "exists" ? result.error.kind : reason;
    const receivedId = changedFields?.includes("id") ? receivedIdOf(result) : undefined;
    const event = { event: "row", row, line, id, outcome, action, kind, message, changedFields, receivedId };
    return this.#write(event);
  }

  note(message: string): Promise<void> {
    return this.#write({ event: "note", message });
  }

  progress(progress: RunProgress): void {
    this.#display?.update(progress);
    const { pause, ...counts } = progress;
    if (pause && pause !== this.#pause) this.#write({ event: "pause", ...pause });
    this.#pause = pause;
    const now = performance.now();
    if (now - this.#printed < PROGRESS_INTERVAL_MS) return;
    this.#printed = now;
    this.#write({ event: "progress", ...counts });
  }

  /** Writes the last events: errors, and a summary. */
  async end(
    { progress = NO_ROWS, journal, decidedToSend, duration, error, ...result }: ImportResult,
    args: ImportArguments | undefined,
    stop: Stop | undefined,
    outputProblem: string | undefined,
  ): Promise<void> {
    this.#display?.end();
    if (error !== undefined && stop !== INTERRUPTED) await this.#write({ event: "error", ...stop });
    if (outputProblem !== undefined)
      await this.#write({ event: "error", kind: "output", message: outputProblem });
    const { pause: _, ...counts } = progress;
    const tried = args?.dryRun && { dryRun: true, wouldSend: 0 };
    await this.#write({
      ...{ event: "summary", ...tried, ...counts, unknownInJournal: journal?.unknown ?? null },
      ...{ decidedToSend: decidedToSend || undefined, duration, stopped: stop ?? null },
      ...{ journal: args?.journal, unknownFile: result.unknownFile, notCreatedFile: result.notCreatedFile },
    });
    await setImmediate(); // An error of the last write is an event.
  }

  /** Waits if the reader is slow, so that lines do not collect in memory. */
  async #write(event: object): Promise<void> {
    const { stdout } = process;
    if (this.lost || print(formatJson(event)) || this.#signal.aborted) return;
    await once(stdout, "drain", { signal: this.#signal }).catch(() => {}); // Or it is closed or interrupted.
  }
}
