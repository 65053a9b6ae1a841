/** The file of the rows of a run that were not created: what the operator corrects. */
import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { stringifyJson } from "../../src/contract/json.ts";
import { fileError } from "../../src/import/import-error.ts";
import type { ImportedRow } from "../../src/import/index.ts";

export const notCreatedFileOf = (journal: string) => `${journal}.not-created.ndjson`;

export class NotCreatedFile {
  readonly #path: string;
  #draft: FileHandle | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  /** Writes a line if the row was not created. @throws PlantStoreImportError */
  async add({ outcome, line, plant, text, message: reason }: ImportedRow): Promise<void> {
    if (outcome !== "not-created") return;
    try {
      this.#draft ??= await open(`${this.#path}.new`, "w");
      await this.#draft.write(`${stringifyJson({ line, plant, text, reason })}\n`);
    } catch (error) {
      throw this.#error(error);
    }
  }

  /** Replaces the file of the run before. Returns its path, or undefined if it has no rows. */
  async close(): Promise<string | undefined> {
    try {
      await this.#draft?.close();
      if (this.#draft) await rename(`${this.#path}.new`, this.#path);
      else for (const path of [this.#path, `${this.#path}.new`]) await rm(path, { force: true });
    } catch (error) {
      throw this.#error(error);
    }
    return this.#draft && this.#path;
  }

  #error(error: unknown): Error {
    return fileError("journal", `Cannot write the list of rows that were not created, ${this.#path}`, error);
  }
}
