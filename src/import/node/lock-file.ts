/** Keeps two processes from using one journal. Node cannot lock a file, so a second file says who uses the first. */
import { randomUUID } from "node:crypto";
import { link, readFile, rename, rm, writeFile } from "node:fs/promises";
import { fileError, PlantStoreImportError } from "../import-error.ts";
import { identifyProcess, judgeLock, observe, type ProcessIdentity } from "./stale-lock.ts";

/** The content of a lock file. */
interface Lock extends ProcessIdentity {
  /** Differs for every lock. */
  id: string;
}

export const lockFileOf = (journal: string) => `${journal}.lock`;

/**
 * Locks a journal. A lock is replaced only if its process has certainly ended.
 *
 * @returns a function that unlocks it
 * @throws PlantStoreImportError if another process uses the journal, or may use it
 */
export async function lockJournal(journal: string): Promise<() => Promise<void>> {
  const path = lockFileOf(journal);
  const own = { ...(await identifyProcess()), id: randomUUID() };
  try {
    while (!(await tryToLock(journal, path, own)));
  } catch (error) {
    throw fileError("journal", `Cannot lock the journal ${journal}`, error, "Its folder must be writable.");
  }
  return async () => {
    if ((await readLock(path))?.id === own.id) await rm(path);
  };
}

/** Whether a process that uses the journal is running. `"ended"` also if there is none. */
export async function useOfJournal(journal: string): Promise<"ended" | "running" | "uncertain"> {
  try {
    const lock = await readLock(lockFileOf(journal));
    return lock ? judgeLock(lock, await observe(lock, await identifyProcess())) : "ended";
  } catch {
    return "uncertain"; // The lock file is damaged.
  }
}

/**
 * Locks the journal, or returns false if another process was faster.
 *
 * A stale lock is replaced by the process that creates its successor: the file with the id of the stale lock in its name.
 * Only one process can create it. If that process ends before it has replaced the stale lock, the successor is stale, too,
 * and has a successor of its own.
 */
async function tryToLock(journal: string, path: string, own: Lock): Promise<boolean> {
  const first = await readLock(path);
  if (!first) return create(path, own);
  const stale: string[] = [];
  let successor = path;
  for (let lock: Lock | undefined = first; lock; lock = await readLock(successor)) {
    await rejectIfInUse(journal, successor, lock, own);
    stale.push(successor);
    successor = `${path}.${lock.id}`;
  }
  if (!(await create(successor, own))) return false;
  // Another process may have replaced the stale lock before the successor was created.
  const isCurrent = (await readLock(path))?.id === first.id;
  if (isCurrent) await rename(successor, path);
  else stale.push(successor);
  await Promise.all(stale.slice(1).map((file) => rm(file, { force: true })));
  return isCurrent;
}

async function rejectIfInUse(journal: string, path: string, lock: Lock, own: Lock): Promise<void> {
  const verdict = judgeLock(lock, await observe(lock, own));
  if (verdict === "ended") return;
  const { pid, host } = lock;
  const problem =
    verdict === "running"
      ? `is in use by process ${pid}. Wait until it has ended. Its lock file is ${path}`
      : `may be in use by process ${pid} on the host ${host}: this process cannot find out whether that one has ended. Make sure that no import uses the journal. Then delete the lock file ${path}`;
  throw new PlantStoreImportError("in-use", `The journal ${journal} ${problem}.`);
}

/** Creates a lock file with its content in one step. Returns false if the file exists. */
async function create(path: string, lock: Lock): Promise<boolean> {
  const draft = `${path}.${lock.id}.draft`;
  await writeFile(draft, `${JSON.stringify(lock)}\n`);
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  } finally {
    await rm(draft);
  }
}

/** @throws PlantStoreImportError if the file is not a lock file */
async function readLock(path: string): Promise<Lock | undefined> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
  try {
    const lock = JSON.parse(text);
    if (isLock(lock)) return lock;
  } catch {
    // Reported below.
  }
  const advice = "Make sure that no import uses the journal. Then delete the lock file";
  throw new PlantStoreImportError("journal", `The lock file ${path} is damaged. ${advice}.`);
}

const isTextOrNull = (value: unknown) => value === null || typeof value === "string";

function isLock(value: Partial<Lock> | null): value is Lock {
  const { host, boot, pidNamespace, pid, started, time, id } = value ?? {};
  return (
    typeof host === "string" &&
    [boot, pidNamespace, started].every(isTextOrNull) &&
    [pid, time].every(Number.isSafeInteger) &&
    typeof id === "string" &&
    /^[\w-]+$/.test(id)
  );
}
