/** The output of `--json`: one object per line. */
import { once } from "node:events";
import { formatJson, print } from "../../terminal/print.ts";
import type { ImportedRow, ImportPause, ImportProgress } from "../index.ts";
import type { ImportArguments } from "./import-arguments.ts";
import type { ImportResult } from "./import-file.ts";

const PROGRESS_INTERVAL_MS = 10_000;

export class EventWriter {
  readonly #signal: AbortSignal;
  #isClosed = false;
  #printed = performance.now();
  #pause: ImportPause | undefined;

  /** @param signal ends the waiting for a slow reader */
  constructor(signal: AbortSignal) {
    this.#signal = signal;
    process.stdout.on("error", () => {
      this.#isClosed = true;
    });
  }

  /** Waits if the reader is slow, so that lines do not collect in memory. */
  async write(event: object): Promise<void> {
    const { stdout } = process;
    if (this.#isClosed || print(formatJson(event)) || this.#signal.aborted) return;
    await once(stdout, "drain", { signal: this.#signal }).catch(() => {}); // Or it is closed or interrupted.
  }

  async row({ row, line, plant, outcome, action, reason, result, message }: ImportedRow): Promise<void> {
    if (action === "skipped") return;
    const kind = result?.success === false && outcome !== "exists" ? result.error.kind : reason;
    await this.write({ event: "row", row, line, id: plant?.id, outcome, action, kind, message });
  }

  progress({ pause, ...counts }: ImportProgress): void {
    if (pause && pause !== this.#pause) this.write({ event: "pause", ...pause });
    this.#pause = pause;
    const now = performance.now();
    if (now - this.#printed < PROGRESS_INTERVAL_MS) return;
    this.#printed = now;
    this.write({ event: "progress", ...counts });
  }

  /** @param stopped why the import ended before the end of the input */
  async summary(result: ImportResult, args: ImportArguments, stopped: string | undefined): Promise<void> {
    const { progress, unknownFile, notCreatedFile, duration, error } = result;
    if (error !== undefined && stopped !== undefined) await this.write({ event: "error", message: stopped });
    // If no row was read, there are no counts.
    const { pause: _, ...counts } = progress ?? { complete: false };
    if (args.dryRun) {
      const { sent: wouldSend, skipped, notCreated, unknown, complete } = counts as Partial<ImportProgress>;
      const summary = { event: "summary", dryRun: true };
      return this.write({ ...summary, wouldSend, skipped, notCreated, unknown, complete });
    }
    await this.write({
      event: "summary",
      ...counts,
      unknownInJournal: result.journal.unknown,
      decidedToSend: result.decidedToSend || undefined,
      duration,
      stopped,
      journal: args.journal,
      unknownFile,
      notCreatedFile,
    });
  }
}
