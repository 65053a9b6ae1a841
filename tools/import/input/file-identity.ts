/** Tells files apart, whatever their names, and notices that one is written. */
import { fstatSync, statSync } from "node:fs";
import { PlantStoreImportError } from "../import-error.ts";

const shared = globalThis as { [key: symbol]: Set<string> | undefined };
const OPEN_JOURNALS = Symbol.for("plant-store-sdk.open-journals");
shared[OPEN_JOURNALS] ??= new Set();

/**
 * The files of journals that this process has open, with any copy of the package. Only SQLite may open them: to close another
 * descriptor drops a journal's lock (POSIX).
 */
export const openJournals = shared[OPEN_JOURNALS];

/** Identifies a file, whatever its name. Undefined if it does not exist. */
export function identifyFile(path: string | URL): string | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
}

/** Returns a function that throws if an open file was changed since now: what is read then may be of two versions. */
export function watchFile(descriptor: number): () => void {
  const stat = () => {
    const { size, mtimeNs } = fstatSync(descriptor, { bigint: true });
    return `${size} ${mtimeNs}`;
  };
  const before = stat();
  return () => {
    if (stat() === before) return;
    const problem = "The file was changed while it was read, so another program is writing it";
    const advice = "Rows from there on were not sent. Run the import again when the file is complete";
    throw new PlantStoreImportError("stopped", `${problem}. ${advice}.`);
  };
}
