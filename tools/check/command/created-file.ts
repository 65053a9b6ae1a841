/** The file of ids that were sent: what a run may have created, even if it is killed. */
import { closeSync, existsSync, fsyncSync, writeSync } from "node:fs";
import { attemptWrite, openToAppend } from "../../terminal/output-file.ts";
import { readNamedFile } from "../../terminal/read-named-file.ts";
import { UsageError } from "../../terminal/usage-error.ts";

export class CreatedFile {
  readonly path: string;
  /** Undefined until this run has sent an id. */
  descriptor: number | undefined;

  constructor(path: string) {
    this.path = path;
  }

  /** The ids of earlier runs. @throws UsageError */
  async read(): Promise<bigint[]> {
    const text = existsSync(this.path) ? await readNamedFile("--created", this.path) : "";
    const lines = text.split(/\s+/).filter((line) => line !== "");
    const wrong = lines.find((line) => !/^-?\d{1,20}$/.test(line));
    if (wrong !== undefined) throw new UsageError(`--created ${this.path} must contain one id per line.`);
    return lines.map(BigInt);
  }

  /** Returns when the id is on the disk. @throws UsageError */
  add(id: bigint): void {
    const descriptor = this.descriptor ?? openToAppend(this.path);
    this.descriptor = descriptor;
    attemptWrite(this.path, () => {
      writeSync(descriptor, `${id}\n`);
      fsyncSync(descriptor);
    });
  }

  close(): void {
    if (this.descriptor !== undefined) closeSync(this.descriptor);
  }
}
