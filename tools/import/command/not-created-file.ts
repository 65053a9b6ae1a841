/** The list of the rows that a run did not create, which the operator corrects in the input. */
import { rmSync } from "node:fs";
import { attemptWrite, OutputFile } from "../../terminal/output-file.ts";
import { formatJson } from "../../terminal/print.ts";
import type { ImportedRow } from "../index.ts";
import { messageOf } from "../run/messages.ts";

export const notCreatedFileOf = (journal: string) => `${journal}.not-created.ndjson`;

/** The import continues if its list cannot be written. */
export class NotCreatedFile {
  /** Why the list could not be written. */
  error: unknown;
  readonly #path: string;
  readonly #inputs: readonly (string | undefined)[];
  #file: OutputFile | undefined;

  /** @param inputs what the run reads */
  constructor(path: string, inputs: readonly (string | undefined)[]) {
    this.#path = path;
    this.#inputs = inputs;
  }

  add(row: ImportedRow): void {
    const { line, plant, text } = row;
    this.#attempt(() => {
      this.#file ??= new OutputFile(this.#path, this.#inputs);
      this.#file.write(`${formatJson({ line, plant, text, reason: messageOf(row) })}\n`);
    });
  }

  /** Replaces the list of the last run, and returns its path if there is one. */
  end(): string | undefined {
    return this.#attempt(() => {
      if (this.#file) this.#file.replace();
      else attemptWrite(this.#path, () => rmSync(this.#path, { force: true }));
      return this.#file?.path;
    });
  }

  #attempt<T>(act: () => T): T | undefined {
    if (this.error !== undefined) return undefined;
    try {
      return act();
    } catch (error) {
      this.error = error;
      this.#file?.discard();
      return undefined;
    }
  }
}
