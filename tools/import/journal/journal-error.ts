/** The errors of SQLite, in the words of an import. */
import { existsSync } from "node:fs";
import { PlantStoreImportError } from "../import-error.ts";

/** Result codes of SQLite. */
export const SQLITE = {
  ERROR: 1,
  BUSY: 5,
  READONLY: 8,
  IOERR: 10,
  CORRUPT: 11,
  FULL: 13,
  CANTOPEN: 14,
  NOTADB: 26,
};

/** @param cause what SQLite threw, if it did */
export function journalError(path: string, result: number, cause?: Error): PlantStoreImportError {
  const notWritable = `Cannot write the journal ${path}. Allow this user to write the file and its folder.`;
  const noDisk = `Cannot write the journal ${path}: its disk is full or has failed. Free some space, and run the import again.`;
  const noJournal = `${path} is not a journal of an import. Choose another name for the journal.`;
  const problems: Record<number, string> = {
    [SQLITE.ERROR]: noJournal, // It has no such table or column.
    [SQLITE.BUSY]: `The journal ${path} is in use, by another process or by this one. Wait until that import has ended.`,
    [SQLITE.NOTADB]: noJournal,
    [SQLITE.CORRUPT]: `The journal ${path} is damaged. After a crash, it was perhaps copied or moved without ${path}-journal. Restore both, or a backup: rows that were sent after it are then sent again.`,
    [SQLITE.READONLY]: notWritable,
    [SQLITE.CANTOPEN]: notWritable,
    [SQLITE.FULL]: noDisk,
    [SQLITE.IOERR]: noDisk,
  };
  const problem = problems[result] ?? `Cannot use the journal ${path} (${cause?.message}).`;
  const kind = result === SQLITE.BUSY ? "in-use" : "journal";
  const exists = existsSync(path);
  const copy = "If the folder must stay read-only, copy the journal and its -journal file, and with the copy";
  const when = exists ? copy : "If the folder is read-only";
  const advice = problem === notWritable ? { when, option: "journal" } : undefined;
  return new PlantStoreImportError(kind, problem, { ...(cause && { cause }), advice });
}

export const isFromSqlite = (error: unknown) => (error as { code?: unknown }).code === "ERR_SQLITE_ERROR";

/** Converts what was thrown while a journal was used. An import error is returned as it is. */
export function toJournalError(path: string, error: unknown): PlantStoreImportError {
  if (error instanceof PlantStoreImportError) return error;
  // Deno gives no code if it cannot open the file. The upper bytes of a code are details.
  const { errcode = SQLITE.CANTOPEN } = error as { errcode?: number };
  return journalError(path, isFromSqlite(error) ? errcode & 0xff : 0, error as Error);
}
