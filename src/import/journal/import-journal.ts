/** Where an import keeps what it has done. `openJournal` keeps it in a file. */
import type { Shard } from "../input/shard.ts";

/** The memory of an import, which survives a crash if the journal does: a list of lines that only grows. */
export interface ImportJournal {
  /** The base URL of the store that the journal belongs to. An import into another one fails. */
  readonly baseUrl?: string | undefined;
  /** The part of the input that the journal is for. An import with it leaves out all other rows. By default, the whole input. */
  readonly shard?: Shard | undefined;
  /** Appends a line without a line break. Resolves when the line, and every line before it, is durable. */
  append(line: string): Promise<void>;
  /** The lines of earlier runs and of this one, oldest first. */
  read(): AsyncIterable<string> | Iterable<string>;
  /** Waits for what was appended, and lets other processes use the journal. */
  close(): Promise<void>;
}

/**
 * A journal in memory. With it, an import can be stopped and continued in the same process, but does not survive its end.
 * It works in every runtime.
 */
export function memoryJournal(): ImportJournal {
  const lines: string[] = [];
  return {
    append: async (line) => {
      lines.push(line);
    },
    read: () => lines.slice(),
    close: async () => {},
  };
}
