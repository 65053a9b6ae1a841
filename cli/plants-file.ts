/** Reads a file of plants. */
import { parseExactJson } from "../mocks/service/exact-json.ts";

/**
 * Parses a JSON array of plants, or NDJSON with one plant per line. Empty lines are ignored. Ids are exact.
 *
 * @returns unvalidated values
 * @throws SyntaxError with the line number if the text is invalid
 */
export function parsePlants(text: string): unknown[] {
  if (text.trimStart().startsWith("[")) return parseExactJson(text) as unknown[];
  try {
    return [parseExactJson(text)];
  } catch {
    return text
      .split("\n")
      .flatMap((line, index) => (line.trim() === "" ? [] : [parseLine(line, index + 1)]));
  }
}

function parseLine(line: string, number: number): unknown {
  try {
    return parseExactJson(line);
  } catch (error) {
    throw new SyntaxError(`line ${number}: ${(error as Error).message}`);
  }
}
