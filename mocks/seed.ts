/** The plants of a seed file. */
import { parseExactJson } from "./exact-json.ts";

/**
 * Reads JSON (an array of plants, or one plant) or NDJSON (one plant a line, empty lines left out). Ids are exact.
 *
 * @returns what is to be checked still.
 * @throws SyntaxError saying where the text is no JSON.
 */
export function parseSeed(text: string): unknown[] {
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
