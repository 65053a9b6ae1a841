/** Parses a row of NDJSON or of a JSON array. */
import { parseJson } from "../../../src/contract/json.ts";
import { FIELD_NAMES, isPlantField } from "../../../src/contract/plant-fields.ts";
import type { NewPlant } from "../../../src/contract/schemas.ts";
import { decodeRow, type RowText } from "./split-lines.ts";

/** A row that {@link readPlants} read: a plant that is not validated yet, or a problem. */
export type PlantRow =
  | {
      /** Line on which the row begins, from 1. */
      line: number;
      plant: NewPlant;
    }
  | {
      line: number;
      /** The row as it is in the input. What is not UTF-8 is replaced. */
      text?: string;
      /** Why the row could not be parsed, as a sentence. */
      problem: string;
    };

/** More names would not be read. */
const MAX_IGNORED = 20;

/** @param ignored takes the names of the fields that are not read */
export function parseJsonRow(row: RowText, ignored: Set<string>): PlantRow {
  const { line } = row;
  let { text, problem } = decodeRow(row);
  try {
    const plant = parseJson(text.replace(/^\ufeff/, "")) as NewPlant;
    problem ??= findChange(text);
    if (problem === undefined) {
      if (typeof plant === "object" && ignored.size < MAX_IGNORED)
        for (const field in plant) if (!isPlantField(field)) ignored.add(field);
      return { line, plant };
    }
  } catch (error) {
    problem ??= describeProblem(error as Error);
  }
  return { line, text: text.trim(), problem };
}

/** Where V8's parser stopped. It counts from the beginning of the row. */
const POSITION = / \(line \d+ column \d+\)$/;

function describeProblem(error: Error): string {
  if (error instanceof RangeError) return "The row is nested too deeply.";
  return `The row is not valid JSON: ${error.message.replace(POSITION, "")}.`;
}

const KEYS = FIELD_NAMES.map((field) => `"${field}"`);

const ID = /"id"\s*:\s*-?\d+(\.0+)?\s*[,}]/;

/** Strings, brackets and colons, and everything else between them, such as numbers. */
const TOKENS = /"(?:[^"\\]+|\\.)*"|[{}[\]:,]|[^\s"{}[\]:,]+/gs;

/**
 * Returns a sentence about the first thing that `JSON.parse` would change in a plant: an id that is not written as an
 * integer, or a key that occurs twice. Other fields are not sent, so what is in them does not matter.
 *
 * @param json valid JSON
 */
function findChange(json: string): string | undefined {
  // Almost every plant ends here: each key once, and without escapes.
  if (ID.test(json) && KEYS.every((key) => isOnce(json, key)) && !json.includes("\\u")) return undefined;
  const tokens = json.match(TOKENS) ?? [];
  const keys = new Set<string>();
  let depth = 0;
  for (const [index, token] of tokens.entries()) {
    if (token === "{" || token === "[") depth += 1;
    else if (token === "}" || token === "]") depth -= 1;
    else if (token === ":" && depth === 1) {
      const key = JSON.parse(tokens[index - 1] as string);
      if (!isPlantField(key)) continue;
      if (keys.has(key)) return `The key "${key}" occurs twice.`;
      keys.add(key);
      const value = tokens[index + 1] ?? "";
      if (key === "id" && /^[-\d]/.test(value) && !/^-?\d+(\.0+)?$/.test(value))
        return `The id ${value.slice(0, 40)} is not written as an integer.`;
    }
  }
  return undefined;
}

const isOnce = (json: string, key: string) => json.indexOf(key) === json.lastIndexOf(key);
