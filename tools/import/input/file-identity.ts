/** Tells files apart, whatever their names. */
import { statSync } from "node:fs";

/** The files of open journals. Only SQLite may open them: to close another descriptor drops a journal's lock (POSIX). */
export const openJournals = new Set<string>();

/** Identifies a file, whatever its name. Undefined if it does not exist. */
export function identifyFile(path: string | URL): string | undefined {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found && `${found.dev}:${found.ino}`;
}
