/** The file of ids that were sent: what a run may have created, even if it is killed. */

import { closeSync, existsSync, fsyncSync, writeSync } from "node:fs";
import { attemptToWrite, openToAppend } from "../../terminal/output-file.ts";
import { readTextFile } from "../../terminal/read-text-file.ts";
import { UsageError } from "../../terminal/usage-error.ts";

export class CreatedFile {
  readonly path: string;
  #descriptor: number | undefined;

  constructor(path: string) {
    this.path = path;
  }

  /** The ids of earlier runs. @throws UsageError */
  async read(): Promise<bigint[]> {
    const text = existsSync(this.path) ? await readTextFile(this.path) : "";
    const lines = text.split(/\s+/).filter((line) => line !== "");
    const wrong = lines.find((line) => !/^-?\d{1,20}$/.test(line));
    if (wrong !== undefined) throw new UsageError(`--created ${this.path} must contain one id per line.`);
    return lines.map(BigInt);
  }

  /** Returns when the id is on the disk. @throws UsageError */
  add(id: bigint): void {
    const descriptor = this.#descriptor ?? openToAppend(this.path);
    this.#descriptor = descriptor;
    attemptToWrite(this.path, () => {
      writeSync(descriptor, `${id}\n`);
      fsyncSync(descriptor);
    });
  }

  close(): void {
    if (this.#descriptor !== undefined) closeSync(this.#descriptor);
  }
}
