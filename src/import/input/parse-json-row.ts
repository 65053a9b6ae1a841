/** Parses a row of NDJSON or of a JSON array. */
import { parseJson } from "../../contract/json.ts";
import type { NewPlant } from "../../contract/schemas.ts";
import { findChange } from "./find-change.ts";
import type { PlantRow } from "./plant-row.ts";
import type { RowText } from "./row-buffer.ts";

const decoder = new TextDecoder("utf-8", { fatal: true });

export function parseJsonRow({ line, bytes }: RowText): PlantRow {
  let text: string | undefined;
  try {
    text = decoder.decode(bytes);
    const plant = parseJson(text) as NewPlant;
    const problem = findChange(text);
    return problem === undefined ? { line, plant } : { line, text: text.trim(), problem };
  } catch (error) {
    text ??= new TextDecoder().decode(bytes);
    return { line, text: text.trim(), problem: describeProblem(error) };
  }
}

/** Where V8's parser stopped. It counts from the beginning of the row. */
const POSITION = / \(line \d+ column \d+\)$/;

function describeProblem(error: unknown): string {
  if (error instanceof SyntaxError)
    return `The row is not valid JSON: ${error.message.replace(POSITION, "")}.`;
  if (error instanceof RangeError) return "The row is nested too deeply.";
  return "The row is not valid UTF-8."; // The decoder throws a TypeError.
}
