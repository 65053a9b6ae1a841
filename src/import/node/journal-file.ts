/** Appends lines to a file, makes them durable, and notices other writers. */
import { setImmediate } from "node:timers/promises";
import { fileError, PlantStoreImportError } from "../import-error.ts";

/** What a journal does with its file. */
export interface JournalTarget {
  /** Appends text. It then survives the end of the process, but not a power failure. */
  write(text: string): void;
  /** Makes what was written durable. */
  sync(): Promise<void>;
  /** The size of the file, bytes. */
  size(): number;
}

export class JournalFile {
  readonly #target: JournalTarget;
  readonly #path: string;
  /** The sync that runs, or the last one. It has failed if a write or a sync before it has. */
  #current: Promise<void> = Promise.resolve();
  /** The sync that starts after it. */
  #next: Promise<void> | undefined;
  #isSyncing = false;
  /** The size of the file if nobody else writes to it, bytes. */
  #size: number;
  #failure: PlantStoreImportError | undefined;

  /**
   * @param path for messages
   * @param size of the file before it was read: what another process appends later was perhaps not read
   */
  constructor(target: JournalTarget, path: string, size: number) {
    this.#target = target;
    this.#path = path;
    this.#size = size;
  }

  /** Resolves when the line is durable. Lines that are appended during a sync share the next one. */
  append(line: string): Promise<void> {
    try {
      if (!this.#failure) this.#write(`${line}\n`);
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

  #write(text: string): void {
    this.#target.write(text);
    this.#size += Buffer.byteLength(text);
  }

  /**
   * Whatever a lock file says, another process may use the journal, such as in another container. Each process looks after
   * it has written an intent and before it sends the request. So of two intents for one row, at most one is sent.
   */
  #checkSize(): void {
    if (this.#target.size() === this.#size) return;
    const problem = `Another process has changed the journal ${this.#path} while this import used it`;
    const advice =
      "Nothing more was sent. Make sure that no import uses the journal. Then run one again: it holds the rows that were in flight";
    throw new PlantStoreImportError("in-use", `${problem}. ${advice}.`);
  }

  async #syncAfter(previous: Promise<void>): Promise<void> {
    // The outcome of a row and the next intent of its worker share a sync, if the lines wait for a moment.
    await (this.#isSyncing ? previous : setImmediate());
    this.#current = this.#next as Promise<void>;
    this.#next = undefined;
    this.#isSyncing = true;
    try {
      if (!this.#failure) await this.#target.sync();
      if (!this.#failure) this.#checkSize();
    } catch (cause) {
      this.#fail(cause);
    }
    this.#isSyncing = false;
    if (this.#failure) throw this.#failure;
  }

  /** A failed sync is not repeated, because the operating system may have dropped the data. */
  #fail(cause: unknown): void {
    const problem = `Cannot write the journal ${this.#path}`;
    this.#failure ??= fileError("journal", problem, cause, "Nothing more was sent.");
  }
}
