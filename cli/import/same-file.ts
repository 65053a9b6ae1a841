/** Whether two paths name one file. */
import { fstatSync, statSync } from "node:fs";
import { UsageError } from "../usage-error.ts";
import type { ImportArguments } from "./arguments.ts";
import { unknownFileOf } from "./unknown-file.ts";

/** Rejects a journal that would overwrite the input, also through links. @throws UsageError */
export function rejectInputAsJournal({ file, journal }: ImportArguments): void {
  const input = fileId(file);
  if (input === undefined) return;
  const name = file === "-" ? "standard input" : `the input ${file}`;
  for (const path of [journal, unknownFileOf(journal)]) {
    if (fileId(path) !== input) continue;
    throw new UsageError(
      `The import would overwrite ${name} with ${path}. Choose another name with --journal.`,
    );
  }
}

function fileId(path: string): string | undefined {
  try {
    const { dev, ino } = path === "-" ? fstatSync(0, { bigint: true }) : statSync(path, { bigint: true });
    return `${dev} ${ino}`;
  } catch {
    return undefined; // It does not exist, or opening it reports why not.
  }
}
