/** Checks the files of a journal before SQLite opens them: it follows what is planted in them, and changes other files. */
import {
  closeSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  realpathSync,
  statSync,
} from "node:fs";
import { resolve } from "node:path";
import { PlantStoreImportError } from "../import-error.ts";
import { identifyFile, isOpenJournal } from "../input/file-identity.ts";
import { journalError, SQLITE } from "./journal-error.ts";

/** Tells a journal from other SQLite files ("plnt"). */
export const APPLICATION_ID = 0x706c6e74;

/** In a SQLite file: "SQLite format 3", its page size and modes, counters, and the application id. */
const HEADER_BYTES = 100;
const APPLICATION_ID_OFFSET = 68;

/** The end of a `-journal` file that names another one, which SQLite before 3.53.4 deletes. */
const SUPER_JOURNAL_MAGIC = Buffer.from("d9d505f920a163d7", "hex");

/**
 * Returns the path for SQLite, without links: SQLite keeps its file for rolling back beside the name that it is given.
 *
 * @throws PlantStoreImportError if the file cannot be a journal, or a file beside it cannot be SQLite's
 */
export function checkJournalFile(path: string): string {
  const identity = identifyFile(path);
  const isLink = lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink();
  if (isLink && identity === undefined) throw unusable(path, "is a link to a file that does not exist");
  const file = identity === undefined ? resolve(path) : realpathSync(path);
  for (const suffix of ["-journal", "-wal", "-shm"]) {
    const beside = lstatSync(file + suffix, { throwIfNoEntry: false });
    if (beside && !(beside.isFile() && beside.nlink <= 1))
      throw unusable(path + suffix, "is another file, which SQLite would change");
  }
  if (namesAnotherFile(`${file}-journal`))
    throw unusable(`${path}-journal`, "names another file, which SQLite might delete");
  if (identity === undefined) return file;
  const found = statSync(file);
  if (!found.isFile()) throw unusable(path, found.isDirectory() ? "is a folder" : "is not a file");
  // Closing another descriptor of an open journal would drop its lock.
  if (isLockedHere(identity)) throw journalError(path, SQLITE.BUSY);
  const header = found.size === 0 ? undefined : readBytes(file, 0, HEADER_BYTES);
  const isSqlite = header?.toString("latin1", 0, 16) === "SQLite format 3\0";
  if (header && !(isSqlite && header.readUInt32BE(APPLICATION_ID_OFFSET) === APPLICATION_ID))
    throw journalError(path, SQLITE.NOTADB);
  return file;
}

/** Whether a thread of this process has locked the file. Of other threads, only Linux tells that. */
function isLockedHere(identity: string): boolean {
  return isOpenJournal(identity) || listDescriptors().some((descriptor) => hasLock(descriptor, identity));
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

const unusable = (path: string, problem: string) =>
  new PlantStoreImportError(
    "journal",
    `${path} ${problem}. Remove it, or choose another name for the journal.`,
  );

function namesAnotherFile(rollbackFile: string): boolean {
  const { size = 0 } = statSync(rollbackFile, { throwIfNoEntry: false }) ?? {};
  const { length } = SUPER_JOURNAL_MAGIC;
  return size > length && readBytes(rollbackFile, size - length, length).equals(SUPER_JOURNAL_MAGIC);
}

/** What the file does not have is 0. */
function readBytes(file: string, position: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  const descriptor = openSync(file, "r");
  try {
    readSync(descriptor, bytes, { position });
  } finally {
    closeSync(descriptor);
  }
  return bytes;
}
