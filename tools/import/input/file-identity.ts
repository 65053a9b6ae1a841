/** Tells files apart, whatever their names, and notices that one is written. */
import { type BigIntStats, readdirSync, readFileSync, statSync } from "node:fs";
import { PlantStoreImportError } from "../import-error.ts";

const shared = globalThis as { [key: symbol]: Set<string> | undefined };
const OPEN_JOURNALS = Symbol.for("plant-store-sdk.open-journals");
shared[OPEN_JOURNALS] ??= new Set();

/**
 * The files of journals that this thread has open, with any copy of the package. Only SQLite may open them: to close another
 * descriptor drops a journal's lock (POSIX).
 */
export const openJournals = shared[OPEN_JOURNALS];

/** Identifies a file, whatever its name. Undefined if it does not exist. */
export function identifyFile(path: string | URL): string | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
}

/** Whether a thread of this process has locked the file. Of other threads, only Linux tells that. */
export function isLockedByProcess(identity: string): boolean {
  return openJournals.has(identity) || listDescriptors().some((descriptor) => hasLock(descriptor, identity));
}

function listDescriptors(): string[] {
  const path = "/proc/self/fd";
  const { Deno } = globalThis as { Deno?: { permissions: { querySync(of: object): { state: string } } } };
  // Otherwise, Deno asks the person for it.
  if (Deno && Deno.permissions.querySync({ name: "read", path }).state !== "granted") return [];
  try {
    return readdirSync(path);
  } catch {
    return []; // Only Linux has it.
  }
}

function hasLock(descriptor: string, identity: string): boolean {
  try {
    if (identifyFile(`/proc/self/fd/${descriptor}`) !== identity) return false;
    return readFileSync(`/proc/self/fdinfo/${descriptor}`, "utf8").includes("POSIX");
  } catch {
    return false; // Another thread has closed it.
  }
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
