/** Splits an input into its rows: its lines, or the elements of a JSON array. */
import { isUtf8 } from "node:buffer";
import { PlantStoreImportError } from "../import-error.ts";

/** The text of a row, or of a line. */
export interface RowText {
  /** Line on which it begins, from 1. */
  line: number;
  /** Its bytes in UTF-8, each as a character: a row can be divided between any two bytes. */
  bytes: string;
  /** Whether the input ends without a line end after it. */
  isUnended?: boolean;
  /** Whether it is an element of an array, also if it is blank. */
  isElement?: boolean;
}

/** Takes the bytes of an input in parts. */
export interface Splitter {
  /** The rows that end in this part. */
  split(part: string): RowText[];
  /** The rows that end with the input. */
  end(): Iterable<RowText>;
}

const NOT_ASCII = /[^\0-\x7f]/;

/** Returns the text of a row, in which what is not UTF-8 is replaced, and the problem, as a sentence. */
export function decodeRow({ bytes }: RowText): { text: string; problem?: string } {
  if (!NOT_ASCII.test(bytes)) return { text: bytes };
  const buffer = Buffer.from(bytes, "latin1");
  const text = buffer.toString();
  return isUtf8(buffer) ? { text } : { text, problem: "The row is not valid UTF-8. Save the file as UTF-8." };
}

/** A longer row is not a plant. The limit bounds the memory. */
const MAX_ROW_BYTES = 16 * 1024 * 1024;

/** What is wrong with a file of old Macs, and of some spreadsheets on new ones. A file that is not text may have them, too. */
export const CARRIAGE_RETURNS =
  "A line of the input has carriage returns in it. If lines end in them, convert them to line feeds.";

/** @throws PlantStoreImportError if a row is too long */
export function checkRowLength(bytes: number, line: number): void {
  if (bytes <= MAX_ROW_BYTES) return;
  const problem = `The row on line ${line} has more than 16 MiB, so it is not a plant. Correct the input.`;
  throw new PlantStoreImportError("input", problem, { line });
}

export class LineSplitter implements Splitter {
  #line: number;
  /** The beginning of a line whose end has not arrived. */
  #rest = "";

  /** @param line the number of the first line */
  constructor(line = 1) {
    this.#line = line;
  }

  split(part: string): RowText[] {
    const lines = part.split("\n");
    lines[0] = this.#rest + lines[0];
    this.#rest = lines.pop() ?? "";
    const rows = lines.map((bytes) => ({ line: this.#line++, bytes }));
    for (const { line, bytes } of rows) checkRowLength(bytes.length, line);
    if (this.#rest.length > MAX_ROW_BYTES && this.#rest.includes("\r"))
      throw new PlantStoreImportError("input", CARRIAGE_RETURNS);
    checkRowLength(this.#rest.length, this.#line);
    return rows;
  }

  end(): RowText[] {
    return [{ line: this.#line, bytes: this.#rest, isUnended: true }];
  }
}

/** To follow a command of jq. */
export const JQ = "(jq 1.6 rounds long ids)";

/** All of an array is in memory, and read before its first row: nothing of one that was cut off is sent. */
const MAX_ARRAY_BYTES = 256 * 1024 * 1024;

/** Does not parse the elements, so a malformed one does not hide the next one. */
export class ArraySplitter implements Splitter {
  #line: number;
  #text = "";

  /** @param line the number of the line with the opening bracket */
  constructor(line: number) {
    this.#line = line;
  }

  split(part: string): RowText[] {
    this.#text += part;
    if (this.#text.length <= MAX_ARRAY_BYTES) return [];
    const problem = `The JSON array has more than 256 MiB. Write one plant per line: jq -c '.[]' FILE ${JQ}.`;
    throw new PlantStoreImportError("input", problem);
  }

  *end(): Iterable<RowText> {
    const text = this.#text;
    const lastLine = this.#line + countLines(text.trimEnd());
    const end = findArrayEnd(text);
    if (end === -1 || text.slice(end + 1).trim() !== "") throw arrayError(lastLine);
    let from = text.indexOf("[") + 1;
    let isFirst = true;
    for (const { char, index } of findSeparators(text)) {
      if (char !== "," && char !== "]") continue;
      const bytes = text.slice(from, index);
      const line = this.#line + countLines(bytes.slice(0, bytes.search(/\S|$/)));
      checkRowLength(bytes.length, line);
      if (char === "," || !isFirst || bytes.trim() !== "") yield { line, bytes, isElement: true };
      this.#line += countLines(bytes);
      from = index + 1;
      isFirst = false;
      if (char === "]") break;
    }
  }
}

/** The index of the last bracket of the outermost array, or -1. */
function findArrayEnd(text: string): number {
  if (!text.trimEnd().endsWith("]")) return -1; // Without a look at the rest.
  for (const { char, index } of findSeparators(text)) if (char === "]") return index;
  return -1;
}

const countLines = (text: string) => text.split("\n").length - 1;

function arrayError(line: number): PlantStoreImportError {
  const problem = `The JSON array does not end where the input does, on line ${line}: it was cut off, or there is text after it.`;
  return new PlantStoreImportError("input", `${problem} Correct the input.`, { line });
}

/**
 * Finds the commas, the colons and the last bracket of the outermost array or object, or the quote of a string that does not
 * end. Takes linear time, whatever the text is.
 */
export function* findSeparators(text: string): Generator<{ char: string; index: number }, void> {
  const token = /["[\]{},:]/g;
  const restOfString = /(?<!\\)(?:\\\\)*"/g;
  let depth = 0;
  while (token.test(text)) {
    const index = token.lastIndex - 1;
    const char = text.charAt(index);
    if (char === '"') {
      restOfString.lastIndex = token.lastIndex;
      if (!restOfString.test(text)) return void (yield { char, index });
      token.lastIndex = restOfString.lastIndex;
    } else if (char === "[" || char === "{") depth += 1;
    else if (depth > 1 && (char === "]" || char === "}")) depth -= 1;
    else if (depth === 1) yield { char, index };
  }
}
