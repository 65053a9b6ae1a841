/** The output of `--json`: one object per line. */
import { once } from "node:events";
import type { ImportedRow, ImportPause, ImportProgress } from "../../src/import/index.ts";
import { formatJson, print } from "../terminal-text.ts";
import type { ImportArguments } from "./arguments.ts";
import type { ImportResult } from "./import-file.ts";
import { unknownFileOf } from "./unknown-file.ts";

/** How often counts are printed, ms. */
const PROGRESS_INTERVAL_MS = 10_000;

export class EventWriter {
  readonly #signal: AbortSignal;
  #isClosed = false;
  #printed = performance.now();
  #pause: ImportPause | undefined;

  /** @param signal ends the waiting for a slow reader */
  constructor(signal: AbortSignal) {
    this.#signal = signal;
    // Standard output may be closed (EPIPE), such as by `| head`. The import continues.
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
    const { progress, undecided, notCreatedFile, duration, error } = result;
    const none = { ...result.journal, complete: false, inFlight: 0, pause: undefined };
    const { pause: _, inFlight: __, ...counts } = progress ?? none;
    if (error !== undefined && stopped !== undefined) await this.write({ event: "error", message: stopped });
    if (args.dryRun) {
      const {
        sent: wouldSend = 0,
        skipped = 0,
        notCreated = 0,
        unknown = 0,
        complete = false,
      } = progress ?? {};
      const would = { wouldSend, skipped, notCreated, unknown, complete };
      return this.write({ event: "summary", dryRun: true, ...would });
    }
    const { journal } = args;
    const hasList = undecided !== undefined && result.journal.unknown > 0;
    await this.write({
      event: "summary",
      ...counts,
      // Without a row of the input, the counts are those of the journal.
      countsOf: progress ? "input" : "journal",
      unknownInJournal: result.journal.unknown,
      duration,
      stopped,
      journal,
      unknownFile: hasList ? unknownFileOf(journal) : undefined,
      notCreatedFile,
    });
  }
}
