/** Parses a row of NDJSON or of a JSON array. */
import { isObject } from "../../../src/common/read-options.ts";
import { parseJson } from "../../../src/contract/json.ts";
import { FIELD_NAMES } from "../../../src/contract/plant-fields.ts";
import type { NewPlant } from "../../../src/contract/schemas.ts";
import { PlantStoreImportError } from "../import-error.ts";
import type { InputReading } from "./input-reading.ts";
import { findLineProblem } from "./json-line-problems.ts";
import {
  EXACT_ID,
  findIdProblem,
  MAX_NAMES,
  namesOf,
  type PlantColumns,
  readDatabaseValues,
} from "./plant-columns.ts";
import { TEXT } from "./recognize-format.ts";
import { CARRIAGE_RETURNS, decodeRow, type RowText } from "./split-lines.ts";

/** A row that {@link readPlants} read: a plant that is not validated yet, or a problem. */
export type PlantRow =
  | {
      /** Line on which the row begins, from 1. */
      line: number;
      /** Not validated yet: see `parseNewPlant`. */
      plant: unknown;
    }
  | {
      line: number;
      /** The row as it is in the input. What is not UTF-8 is replaced. */
      text?: string;
      /** Why the row could not be parsed, as a sentence. */
      problem: string;
    };

const LARGE_ROW = 1024 * 1024;

export class JsonRowParser {
  /** The field of each key. */
  readonly #fields: Map<string, keyof NewPlant>;
  readonly #isRenamed: boolean;
  /** The keys as they are in JSON. */
  readonly #keys: string[];
  readonly #ignored: Set<string>;
  #isFirst = true;
  /** Whether a line had a backslash that is not doubled. */
  #hasSingleBackslash = false;

  /** @param reading takes the names of the fields that are not read */
  constructor(columns: PlantColumns, { ignored }: InputReading) {
    this.#fields = namesOf(columns);
    this.#isRenamed = FIELD_NAMES.some((field) => this.#fields.get(field) !== field);
    this.#keys = Array.from(this.#fields.keys(), (key) => JSON.stringify(key));
    this.#ignored = ignored;
  }

  /**
   * Returns the row of this text, unless it is blank.
   *
   * @throws PlantStoreImportError if the line shows that others are not what they seem to be
   */
  parse(row: RowText): PlantRow | undefined {
    if (!row.isElement && !TEXT.test(row.bytes)) return undefined;
    const { line } = row;
    let { text, problem } = decodeRow(row);
    const isFirst = this.#isFirst && !row.isElement;
    this.#isFirst = false;
    if (!this.#hasSingleBackslash && text.includes("\\"))
      this.#hasSingleBackslash = text.replaceAll("\\\\", "").includes("\\");
    try {
      const value = this.#parseExactly(text.replace(/^\ufeff/, ""));
      problem ??= this.#findChange(text);
      if (problem === undefined) {
        this.#noteOthers(value);
        return { line, plant: this.#toPlant(value) };
      }
    } catch (error) {
      const stop = row.isElement
        ? undefined
        : findLineProblem(text, { isDoubled: !this.#hasSingleBackslash, isFirst: isFirst && !row.isUnended });
      if (stop) throw new PlantStoreImportError("input", `Line ${line} ${stop}`, { line });
      problem ??= describeProblem(error as Error, text);
    }
    return { line, text: text.trim(), problem };
  }

  #noteOthers(value: unknown): void {
    if (!isObject(value)) return;
    for (const key in value) {
      if (this.#ignored.size >= MAX_NAMES) return;
      if (!this.#fields.has(key)) this.#ignored.add(key);
    }
  }

  /** The exact numbers of other fields do not matter, and would take ten times the memory of a large row. */
  #parseExactly(json: string): unknown {
    if (json.length < LARGE_ROW) return parseJson(json);
    const value = JSON.parse(json);
    const isExact = ([key]: [string, unknown]) => {
      const member = Object(value)[key];
      return typeof member !== "number" || Number.isSafeInteger(member);
    };
    return [...this.#fields].every(isExact) ? value : parseJson(json);
  }

  /** Reads the keys, and what databases write for a field. The plant is not validated yet. */
  #toPlant(value: unknown): unknown {
    if (!isObject(value) || Array.isArray(value)) return value;
    const given = value as Record<string, unknown>;
    let plant: { [Field in keyof NewPlant]?: unknown } = given;
    if (this.#isRenamed) {
      plant = {};
      for (const [key, field] of this.#fields) if (Object.hasOwn(given, key)) plant[field] = given[key];
    }
    readDatabaseValues(plant);
    return plant;
  }

  /**
   * Returns a sentence about the first thing that `JSON.parse` would change in a plant: an id that is not written as an
   * integer, or a key that occurs twice. Other fields are not sent, so what is in them does not matter.
   *
   * @param json valid JSON
   */
  #findChange(json: string): string | undefined {
    // Almost every plant ends here: each key once, and without escapes.
    if (this.#keys.every((key) => isOnce(json, key)) && !json.includes(this.#isRenamed ? "\\" : "\\u")) {
      const [idKey = ""] = this.#keys;
      ID.lastIndex = json.indexOf(idKey) + idKey.length;
      if (ID.test(json)) return undefined;
    }
    const seen = new Set<string>();
    let depth = 0;
    let before = "";
    let field: string | undefined;
    for (const [token] of json.matchAll(TOKENS)) {
      const problem = field === "id" && /^[-\d]/.test(token) ? findIdProblem(token) : undefined;
      if (problem !== undefined) return problem;
      field = undefined;
      if (token === "{" || token === "[") depth += 1;
      else if (token === "}" || token === "]") depth -= 1;
      else if (token === ":" && depth === 1) {
        const key = JSON.parse(before);
        field = this.#fields.get(key);
        if (seen.has(`${field}`)) return `The key "${key}" occurs twice.`;
        if (field !== undefined) seen.add(field);
      }
      before = token;
    }
    return undefined;
  }
}

/** Where V8's parser stopped. It counts from the beginning of the row. */
const POSITION = / \(line \d+ column \d+\)$/;

function describeProblem(error: Error, text: string): string {
  if (error instanceof RangeError) return "The row is nested too deeply.";
  if (text.includes("}\r{")) return CARRIAGE_RETURNS;
  return `The row is not valid JSON: ${error.message.replace(POSITION, "")}.`;
}

/** What follows the key of an id, almost always. */
const ID = new RegExp(`\\s*:\\s*(?:${EXACT_ID}|"[^"\\\\]*")\\s*[,}]`, "y");

const isOnce = (json: string, key: string) => json.indexOf(key) === json.lastIndexOf(key);

/** Strings, brackets and colons, and everything else between them, such as numbers. */
const TOKENS = /"(?:[^"\\]+|\\.)*"|[{}[\]:,]|[^\s"{}[\]:,]+/gs;
