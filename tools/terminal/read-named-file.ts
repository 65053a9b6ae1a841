import { readFile } from "node:fs/promises";
import { describeFileError } from "./describe-file-error.ts";
import { UsageError } from "./usage-error.ts";

/** Reads a file that the user named by this flag on the command line. @throws UsageError */
export function readNamedFile(flag: string, path: string): Promise<string> {
  return readFile(path, "utf8").catch((error) => {
    throw new UsageError(describeFileError("read", `${flag} ${path}`, error), flag);
  });
}
