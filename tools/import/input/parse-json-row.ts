/** Parses a row of NDJSON or of a JSON array. */
import { isObject } from "../../../src/common/read-options.ts";
import { readNumber } from "../../../src/contract/json.ts";
import { FIELD_NAMES, isOptional } from "../../../src/contract/plant-fields.ts";
import { PlantStoreImportError } from "../import-error.ts";
import type { InputReading } from "./input-reading.ts";
import { findOtherCase, listNames, namesOf, otherCaseError, type PlantColumns } from "./plant-columns.ts";
import { quoteText, readDatabaseValues } from "./plant-values.ts";
import { TEXT } from "./recognize-format.ts";
import { CARRIAGE_RETURNS, decodeRow, findSeparators, JQ, type RowText } from "./split-rows.ts";

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

type Row = Record<string, unknown>;

/** Every runtime writes JSON that is nested so deeply. A row with fewer characters is not nested deeper. */
const SAFE_DEPTH = 2000;

/** What ClickHouse writes for no value if it writes all values as texts. */
const CLICKHOUSE_NULL = "ᴺᵁᴸᴸ";

export class JsonRowParser {
  readonly #columns: PlantColumns;
  /** The field of each key. */
  readonly #fields: ReturnType<typeof namesOf>;
  readonly #isRenamed: boolean;
  /** The keys as they are in JSON. */
  readonly #keys: string[];
  readonly #idKey: string;
  readonly #reading: InputReading;
  /** Until the first part of the input has ended: the keys of its rows, and those that the operator has named and no row has. */
  #start: { names: Set<string>; missing: Set<string> } | undefined;
  #isFirst = true;
  /** Whether a line had a backslash that is not doubled. */
  #hasSingleBackslash = false;

  constructor(columns: PlantColumns, reading: InputReading) {
    this.#columns = columns;
    this.#fields = namesOf(columns);
    this.#isRenamed = FIELD_NAMES.some((field) => this.#fields.get(field) !== field);
    this.#keys = Array.from(this.#fields.keys(), (key) => JSON.stringify(key));
    this.#idKey = columns.id ?? "id";
    this.#reading = reading;
    // Many programs leave out an optional key that has no value.
    const required = FIELD_NAMES.filter((field) => !isOptional(field)).map((field) => columns[field]);
    this.#start = { names: new Set(), missing: new Set(required.filter((key) => key !== undefined)) };
  }

  /**
   * Adds the row of this text to the rows of its part, unless it is blank.
   *
   * @throws PlantStoreImportError if the line shows that others are not what they seem to be. Then there are no rows
   */
  parse(row: RowText, rows: PlantRow[]): void {
    if (!row.isElement && !TEXT.test(row.bytes)) return;
    const { line } = row;
    let { text, problem } = decodeRow(row);
    if (!this.#hasSingleBackslash && text.includes("\\"))
      this.#hasSingleBackslash = text.replaceAll("\\\\", "").includes("\\");
    let value: unknown;
    let stop: string | undefined;
    try {
      value = JSON.parse(text.replace(/^\ufeff/, ""));
      if (text.length > SAFE_DEPTH) JSON.stringify(value); // What cannot be written cannot be reported.
      if (this.#isFirst && !row.isElement) stop = this.#findEnvelope(value);
    } catch (error) {
      problem ??= describeSyntaxError(error as Error, text);
      if (!row.isElement) stop = this.#findLineProblem(text, this.#isFirst && !row.isUnended);
    }
    this.#isFirst = false;
    if (stop !== undefined) {
      rows.length = 0;
      throw new PlantStoreImportError("input", `Line ${line} ${stop}`, { line });
    }
    if (isObject(value) && !Array.isArray(value)) {
      problem ??= this.#check(value as Row, text, line);
      value = this.#toPlant(value as Row);
    }
    rows.push(problem === undefined ? { line, plant: value } : { line, text: text.trim(), problem });
  }

  /** @throws PlantStoreImportError if no row of the first part has a key that the operator has named. Then there are no rows */
  endPart(rows: PlantRow[]): void {
    if (!this.#start || rows.length === 0) return;
    const { names, missing } = this.#start;
    this.#start = undefined;
    const [key] = names.size === 0 ? [] : missing;
    if (key !== undefined) {
      rows.length = 0;
      const problem = `None of the first rows has the key ${quoteText(key)}. They have: ${listNames([...names])}.`;
      const advice = { when: "If the keys have other names", option: "columns" };
      throw new PlantStoreImportError("input", problem, { advice });
    }
    const otherCase = findOtherCase(names, this.#columns);
    if (otherCase !== undefined) {
      rows.length = 0;
      throw otherCaseError("key", otherCase);
    }
    this.#reading.noteOthers([...names], this.#columns);
  }

  /**
   * Makes the id exact. Returns a sentence about the first thing that `JSON.parse` changed in a plant: an id that is not
   * written as an integer, or a key that occurs twice. Other fields are not sent, so what is in them does not matter.
   *
   * @param json the text of the row
   */
  #check(row: Row, json: string, line: number): string | undefined {
    if (this.#start)
      for (const key in row) {
        this.#start.names.add(key);
        this.#start.missing.delete(key);
      }
    for (const [key, field] of this.#fields)
      if (row[key] === CLICKHOUSE_NULL)
        return `The ${field} is ${CLICKHOUSE_NULL}, which ClickHouse writes for no value. Export in the format JSONEachRow.`;
    const [idKey = ""] = this.#keys;
    NUMBER.lastIndex = json.indexOf(idKey) + idKey.length;
    if (!this.#isPlain(json)) {
      const found = new Set<string>();
      for (const [key, index] of findKeys(json, this.#fields)) {
        if (found.has(key)) return `The key ${quoteText(key)} occurs twice.`;
        found.add(key);
        if (key === this.#idKey) NUMBER.lastIndex = index;
      }
    }
    const { [this.#idKey]: id } = row;
    if (typeof id !== "number") return undefined;
    const [, digits = ""] = NUMBER.exec(json) ?? [];
    if (!Number.isSafeInteger(id)) row[this.#idKey] = readNumber(digits);
    return this.#reading.findIdProblem(digits, line);
  }

  /** Whether the row has each key once, and without escapes. Almost every row does. */
  #isPlain(json: string): boolean {
    const isOnce = (key: string) => json.indexOf(key) === json.lastIndexOf(key);
    return this.#keys.every(isOnce) && !json.includes(this.#isRenamed ? "\\" : "\\u");
  }

  /** Reads the keys, and what databases write for a field. The plant is not validated yet. */
  #toPlant(row: Row): object {
    let plant: Row = row;
    if (this.#isRenamed) {
      plant = {};
      for (const [key, field] of this.#fields) if (Object.hasOwn(row, key)) plant[field] = row[key];
    }
    readDatabaseValues(plant);
    return plant;
  }

  /** Returns why the reading must stop at a line that is not JSON, to follow "Line 1", or undefined if only this line is wrong. */
  #findLineProblem(text: string, isFirst: boolean): string | undefined {
    if (!this.#hasSingleBackslash && text.includes("\\\\") && isJson(text.replaceAll("\\\\", "\\")))
      return "has doubled backslashes, so other rows may be wrong, too. Export the rows as they are: by psql -At instead of COPY, by mysql with --raw.";
    if (!isFirst) return undefined;
    if (LAST_COMMA.test(text) && isJson(text.replace(LAST_COMMA, "")))
      return "is a JSON value and a comma. Write one plant per line, without commas: sed 's/,[[:space:]]*$//' FILE";
    if (!/^\s*[[{]/.test(text) || isClosed(text)) return undefined;
    const [, key] = ROWS_BEGIN.exec(text) ?? [];
    const command =
      key === undefined
        ? `jq -c . FILE, or jq -c '.PATH[]' FILE if PATH leads to an array of them`
        : `jq -c '.${key}[]' FILE`;
    return `is only the beginning of a JSON value. Write one plant per line: ${command} ${JQ}.`;
  }

  /** Like {@link #findLineProblem}, for an object that is not a plant and has an array of objects. */
  #findEnvelope(value: unknown): string | undefined {
    const isPlant = [...this.#fields.keys()].some((key) => Object.hasOwn(Object(value), key));
    const path = isPlant ? undefined : findRows(value);
    return (
      path && `is an object around an array of rows. Write one plant per line: jq -c '${path}' FILE ${JQ}.`
    );
  }
}

/** A number in JSON, after its key. */
const NUMBER = /[\s:]*([^\s,}]+)/y;

const LAST_COMMA = /,\s*$/;

/** An object whose array of rows begins at the end of its first line, or on it. */
const ROWS_BEGIN = /^\s*\{(?:[^[{]*,)?\s*"([A-Za-z_]\w*)"\s*:\s*\[\s*(?:\{|$)/;

/** How deep the rows of an envelope are looked for. */
const MAX_DEPTH = 3;

/** The path of an array of objects in an object, for jq. */
function findRows(value: unknown, path = "", depth = 0): string | undefined {
  if (Array.isArray(value))
    return isObject(value[0]) && !Array.isArray(value[0]) && path !== "" ? `${path}[]` : undefined;
  if (!isObject(value) || depth === MAX_DEPTH) return undefined;
  const paths = Object.entries(value).map(([key, member]) =>
    /^[A-Za-z_]\w*$/.test(key) ? findRows(member, `${path}.${key}`, depth + 1) : undefined,
  );
  return paths.find((found) => found !== undefined);
}

/** Whether the outermost array or object ends in this text, or cannot, because a string does not. */
function isClosed(text: string): boolean {
  for (const { char } of findSeparators(text)) if (/[\]}"]/.test(char)) return true;
  return false;
}

/** Where the values of an object's keys begin, in the order of the text. Only those of the keys in question. */
function* findKeys(
  json: string,
  keys: ReadonlyMap<string, unknown>,
): Generator<[key: string, index: number]> {
  let from = json.indexOf("{") + 1;
  for (const { char, index } of findSeparators(json)) {
    const text = char === ":" ? json.slice(from, index).trim() : "";
    const key = text.includes("\\") ? JSON.parse(text) : text.slice(1, -1);
    if (keys.has(key)) yield [key, index];
    from = index + 1;
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Where V8's parser stopped. It counts from the beginning of the row. */
const POSITION = / \(line \d+ column \d+\)$/;

function describeSyntaxError(error: Error, text: string): string {
  if (text.includes("}\r{")) return CARRIAGE_RETURNS;
  if (error instanceof RangeError) return "The row is nested too deeply.";
  return `The row is not valid JSON: ${error.message.replace(POSITION, "")}.`;
}
