/**
 * The files that commands write. A file is never an input of the same run, and never a device, a pipe or a link: writing to
 * those could wait for ever, or change a file of somebody else.
 */
import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  lstatSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { describeFileError } from "./describe-file-error.ts";
import { UsageError } from "./usage-error.ts";

/** Plants, ids and reports are for the user who runs the command. */
const PRIVATE = 0o600;

/** How much is written at once. */
const BATCH_CHARACTERS = 64 * 1024;

/**
 * Checks a file before it is written.
 *
 * @throws UsageError like {@link rejectInput}, or if the file is not a regular one
 */
export function checkOutput(path: string, inputs: readonly (string | undefined)[] = []): void {
  for (const each of [path, draftOf(path)]) rejectInput(each, inputs);
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found || found.isFile()) return;
  const what = found.isSymbolicLink() ? "a link" : found.isDirectory() ? "a folder" : "a pipe or a device";
  throw new UsageError(`Cannot write ${path}, because it is ${what}. Remove it, or choose another name.`);
}

export const draftOf = (path: string) => `${path}.incomplete`;

/**
 * @param inputs paths of what the run reads; `-` is standard input
 * @throws UsageError if the path is one of them, by its name or through links
 */
export function rejectInput(path: string, inputs: readonly (string | undefined)[]): void {
  for (const input of inputs) {
    if (input === undefined || idOf(path) === undefined || idOf(input) !== idOf(path)) continue;
    const name = input === "-" ? "standard input" : input;
    throw new UsageError(`The command would overwrite its input ${name} with ${path}. Choose another name.`);
  }
}

function idOf(path: string): string | undefined {
  try {
    const { dev, ino } = path === "-" ? fstatSync(0, { bigint: true }) : statSync(path, { bigint: true });
    return `${dev} ${ino}`;
  } catch {
    return undefined; // Opening it reports why.
  }
}

/** A file that replaces another one in one step: it is written beside it. What a killed run left is removed. */
export class OutputFile {
  readonly path: string;
  readonly #draft: string;
  readonly #descriptor: number;
  #text = "";

  /** @throws UsageError like {@link checkOutput}, or if the folder cannot be written */
  constructor(path: string, inputs?: readonly (string | undefined)[]) {
    checkOutput(path, inputs);
    this.path = path;
    this.#draft = draftOf(path);
    this.#descriptor = attemptWrite(path, () => {
      rmSync(this.#draft, { force: true });
      return openSync(this.#draft, "wx", PRIVATE);
    });
  }

  write(text: string): void {
    this.#text += text;
    if (this.#text.length > BATCH_CHARACTERS) this.#flush();
  }

  /** @throws UsageError if the file cannot be written: discard it then, and the old one is still there */
  replace(): void {
    this.#flush();
    checkOutput(this.path);
    attemptWrite(this.path, () => {
      flushToDisk(this.#descriptor);
      renameSync(this.#draft, this.path);
    });
    closeSync(this.#descriptor);
  }

  /** Leaves the old file as it is. */
  discard(): void {
    closeSync(this.#descriptor);
    rmSync(this.#draft, { force: true });
  }

  #flush(): void {
    attemptWrite(this.path, () => writeFileSync(this.#descriptor, this.#text));
    this.#text = "";
  }
}

/** Writes a whole file in one step. @throws UsageError */
export function writeOutput(path: string, parts: Iterable<string>, inputs?: readonly string[]): void {
  const file = new OutputFile(path, inputs);
  try {
    for (const part of parts) file.write(part);
    file.replace();
  } catch (error) {
    file.discard();
    throw error;
  }
}

/** Whether the operator knows that files are not flushed. */
let isUnflushed = false;

/** Waits until a file is on the disk. `node --permission` forbids that, whatever it allows. */
export function flushToDisk(descriptor: number): void {
  try {
    fsyncSync(descriptor);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ERR_ACCESS_DENIED") throw error;
    const problem = "Node's permission model forbids fsync, so the files that this command writes";
    if (!isUnflushed) process.emitWarning(`${problem} may be lost if the machine crashes.`);
    isUnflushed = true;
  }
}

/** Opens a file whose lines are appended, and returns its descriptor. @throws UsageError */
export function openToAppend(path: string, name = path): number {
  checkOutput(path);
  const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  const flags = O_APPEND | O_CREAT | O_WRONLY | O_NOFOLLOW | O_NONBLOCK;
  return attemptWrite(name, () => openSync(path, flags, PRIVATE));
}

/** @throws UsageError if it throws */
export function attemptWrite<T>(name: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw new UsageError(describeFileError("write", name, error));
  }
}
