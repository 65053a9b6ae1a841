/** The file of ids that were sent: what a run may have created, even if it is killed. */

import { closeSync, fsyncSync, writeSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { openToAppend } from "../../terminal/output-file.ts";
import { UsageError } from "../../terminal/usage-error.ts";

export class CreatedFile {
  readonly path: string;
  #descriptor: number | undefined;

  constructor(path: string) {
    this.path = path;
  }

  /** The ids of earlier runs. @throws UsageError */
  async read(): Promise<bigint[]> {
    const text = await readFile(this.path, "utf8").catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return "";
      throw new UsageError(`Cannot read ${this.path} (${error.code ?? error.message}).`);
    });
    const lines = text.split(/\s+/).filter((line) => line !== "");
    const wrong = lines.find((line) => !/^-?\d{1,20}$/.test(line));
    if (wrong !== undefined) throw new UsageError(`--created ${this.path} must contain one id per line.`);
    return lines.map(BigInt);
  }

  /** Returns when the id is on the disk. @throws UsageError */
  add(id: bigint): void {
    try {
      this.#descriptor ??= openToAppend(this.path);
      writeSync(this.#descriptor, `${id}\n`);
      fsyncSync(this.#descriptor);
    } catch (error) {
      if (error instanceof UsageError) throw error;
      throw new UsageError(`Cannot write ${this.path} (${(error as Error).message}).`);
    }
  }

  close(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
  }
}
