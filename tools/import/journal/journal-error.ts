/** The errors of SQLite, in the words of an import. */
import { PlantStoreImportError } from "../import-error.ts";

/** By SQLite's message, because not every runtime has its number. */
const PROBLEMS: [sqlite: RegExp, problem: string][] = [
  [/locked/, "Another process is using the journal {path}. Wait until it has ended."],
  [/not a database/, "{path} is not a journal of an import. Choose another name for the journal."],
  [
    /readonly|unable to open/,
    "Cannot write the journal {path}. Allow this user to write the file and its folder.",
  ],
  [
    /full|disk I\/O/,
    "Cannot write the journal {path}: its disk is full or has failed. Free some space, and run the import again.",
  ],
  [
    /malformed/,
    "The journal {path} is damaged. After a crash, it was perhaps copied or moved without {path}-journal. Restore both, or a backup.",
  ],
];

/** @param cause what SQLite threw. An import error is returned as it is */
export function journalError(path: string, cause: unknown): PlantStoreImportError {
  if (cause instanceof PlantStoreImportError) return cause;
  const { message } = cause as Error;
  const [, problem = `Cannot use the journal {path} (${message}).`] =
    PROBLEMS.find(([sqlite]) => sqlite.test(message)) ?? [];
  const kind = /locked/.test(message) ? "in-use" : "journal";
  return new PlantStoreImportError(
    kind,
    problem.replaceAll("{path}", () => path),
    { cause },
  );
}
