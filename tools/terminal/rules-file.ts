/** Rules of a service as arguments of a command. */
import { type PlantStoreRules, parseRulesText, type Rejection } from "../../src/contract/rules.ts";
import { readTextFile } from "./read-text-file.ts";
import { UsageError } from "./usage-error.ts";

/**
 * Reads a file of rules, or the JSON itself.
 *
 * @param flag that names it
 * @throws UsageError with the file and every problem
 */
export async function readRules(fileOrJson: string, flag = "--rules"): Promise<PlantStoreRules> {
  const isJson = fileOrJson.trimStart().startsWith("{");
  const what = isJson ? flag : `${flag} ${fileOrJson}`;
  const text = isJson ? fileOrJson : await readTextFile(fileOrJson, what);
  try {
    return parseRulesText(text, what);
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/**
 * Reads `409`, or `400:1003` with an error number.
 *
 * @throws UsageError
 */
export function parseRejection(flag: string, text: string): Rejection {
  const [, status, error] = /^(\d{3})(?::(-?\d{1,10}))?$/.exec(text) ?? [];
  if (status === undefined)
    throw new UsageError(`${flag} must be a status such as 409, or 400:1003 with an error number.`);
  return { status: Number(status), ...(error !== undefined && { error: Number(error) }) };
}
