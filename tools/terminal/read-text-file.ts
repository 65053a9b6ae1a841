import { readFile } from "node:fs/promises";
import { UsageError } from "./usage-error.ts";

/**
 * Reads a file that an argument names.
 *
 * @param what to call it in the message
 * @throws UsageError
 */
export async function readTextFile(path: string, what = path): Promise<string> {
  return readFile(path, "utf8").catch(({ code, message }: NodeJS.ErrnoException) => {
    throw new UsageError(`Cannot read ${what} (${code ?? message}).`);
  });
}
