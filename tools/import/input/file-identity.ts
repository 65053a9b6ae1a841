/** Tells files apart, whatever their names, and notices that one is written. */
import { type BigIntStats, statSync } from "node:fs";
import { PlantStoreImportError } from "../import-error.ts";

const shared = globalThis as { [key: symbol]: Map<string, WeakRef<object>> | undefined };
const OPEN_JOURNALS = Symbol.for("plant-store-sdk.open-journals");
shared[OPEN_JOURNALS] ??= new Map();

/**
 * The files of journals that this thread has open, with any copy of the package, and their databases. Only SQLite may open
 * them: to close another descriptor drops a journal's lock (POSIX).
 */
export const openJournals = shared[OPEN_JOURNALS];

/** A database that was collected is closed, and a new file can have the identity of its deleted one. */
export const isOpenJournal = (identity: string | undefined): boolean =>
  identity !== undefined && openJournals.get(identity)?.deref() !== undefined;

/** Identifies a file, whatever its name. Undefined if it does not exist. */
export function identifyFile(path: string | URL): string | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
}

/** The method of an input's rows that throws if their file was changed since it was opened. */
export const CHECK_UNCHANGED = Symbol("checkUnchanged");

/**
 * Returns a function that throws if a file was changed since now: what is read then may be of two versions.
 *
 * @param stat what is known about the file, or about another one that has replaced it
 */
export function watchFile(stat: () => BigIntStats | undefined): () => void {
  const before = stat();
  return () => {
    const now = stat();
    const isSameFile = now?.ino === before?.ino && now?.dev === before?.dev;
    if (!isSameFile || (now?.size === before?.size && now?.mtimeNs === before?.mtimeNs)) return;
    const problem = "The file was changed during the import, so another program is writing it";
    const advice = "Some of its rows may not have been sent. Run the import again when it is complete";
    throw new PlantStoreImportError("input-changed", `${problem}. ${advice}.`);
  };
}
