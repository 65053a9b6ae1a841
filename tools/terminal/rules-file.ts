/** Rules of a service as arguments of a command. */
import { formatIssues } from "../../src/contract/issues.ts";
import { parseJson } from "../../src/contract/json.ts";
import type { PlantStoreRules, Rejection } from "../../src/contract/rules.ts";
import { parseRules, rejectionSchema } from "../../src/contract/validate-rules.ts";
import { readNamedFile } from "./read-named-file.ts";
import { UsageError } from "./usage-error.ts";

/**
 * Reads a file of rules, or the JSON itself.
 *
 * @param flag that names it
 * @throws UsageError with the file and every problem
 */
export async function readRules(fileOrJson: string, flag = "--rules"): Promise<PlantStoreRules> {
  const isJson = fileOrJson.trimStart().startsWith("{");
  const text = isJson ? fileOrJson : await readNamedFile(flag, fileOrJson);
  const what = isJson ? flag : `${flag} ${fileOrJson}`;
  try {
    return parseRules(parseJson(text), what);
  } catch (error) {
    const isJsonError = error instanceof SyntaxError;
    throw new UsageError(isJsonError ? `${what} must be JSON.` : (error as Error).message, flag);
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
    throw new UsageError(`${flag} must be a status such as 409, or 400:1003 with an error number.`, flag);
  const rejection = { status: Number(status), ...(error !== undefined && { error: Number(error) }) };
  const { data, error: problem } = rejectionSchema.safeParse(rejection);
  if (data) return data;
  throw new UsageError(`${flag}: ${formatIssues(problem.issues, "it")}.`, flag);
}
