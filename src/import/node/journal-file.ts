/** Appends lines to a file and makes them durable. */
import { setImmediate } from "node:timers/promises";
import { PlantStoreImportError } from "../import-error.ts";

/** What a journal does with its file. */
export interface JournalTarget {
  /** Appends text. It then survives the end of the process, but not a power failure. */
  write(text: string): void;
  /** Makes what was written durable. */
  sync(): Promise<void>;
}

export class JournalFile {
  readonly #target: JournalTarget;
  readonly #path: string;
  /** The sync that runs, or the last one. It has failed if a write or a sync before it has. */
  #current: Promise<void> = Promise.resolve();
  /** The sync that starts after it. */
  #next: Promise<void> | undefined;
  #isSyncing = false;
  #failure: PlantStoreImportError | undefined;

  /** @param path for messages */
  constructor(target: JournalTarget, path: string) {
    this.#target = target;
    this.#path = path;
  }

  /** Resolves when the line is durable. Lines that are appended during a sync share the next one. */
  append(line: string): Promise<void> {
    try {
      if (!this.#failure) this.#target.write(`${line}\n`);
    } catch (cause) {
      this.#fail(cause);
    }
    if (!this.#next) {
      this.#next = this.#syncAfter(this.#current);
      this.#next.catch(() => {}); // Not everybody waits for a line. The next one fails, too.
    }
    return this.#next;
  }

  /** Waits for all lines. */
  async flush(): Promise<void> {
    await (this.#next ?? this.#current);
  }

  async #syncAfter(previous: Promise<void>): Promise<void> {
    // The outcome of a row and the next intent of its worker share a sync, if the lines wait for a moment.
    await (this.#isSyncing ? previous : setImmediate());
    this.#current = this.#next as Promise<void>;
    this.#next = undefined;
    this.#isSyncing = true;
    try {
      if (!this.#failure) await this.#target.sync();
    } catch (cause) {
      this.#fail(cause);
    }
    this.#isSyncing = false;
    if (this.#failure) throw this.#failure;
  }

  /** Nothing is tried again: after a failed sync, the system may have dropped what it could not write. */
  #fail(cause: unknown): void {
    const { code, message } = cause as NodeJS.ErrnoException;
    const problem = `Cannot write the journal ${this.#path} (${code ?? message})`;
    this.#failure ??= new PlantStoreImportError("journal", `${problem}. Nothing more was sent.`, { cause });
  }
}
