/** Splits a JSON array into its elements. It does not parse them, so a malformed element does not hide the next one. */
import { PlantStoreImportError } from "../import-error.ts";
import {
  BACKSLASH,
  CLOSE_ARRAY,
  CLOSE_OBJECT,
  COMMA,
  isWhiteSpace,
  NEWLINE,
  OPEN_ARRAY,
  OPEN_OBJECT,
  QUOTE,
} from "./json-bytes.ts";
import { RowBuffer, type RowText, type Splitter } from "./row-buffer.ts";

export class ArraySplitter implements Splitter {
  #line: number;
  #isClosed = false;
  /** Open brackets and braces. 1 between the elements of the array. */
  #depth = 0;
  #inString = false;
  #isEscaped = false;
  /** The beginning of an element whose end has not arrived. */
  readonly #rest = new RowBuffer();
  /** Line of the first character of the current element. */
  #elementLine: number | undefined;
  #isAfterComma = false;

  /** @param line the number of the line with the opening bracket */
  constructor(line: number) {
    this.#line = line;
  }

  *split(chunk: Uint8Array): Iterable<RowText> {
    let from = 0;
    for (let index = 0; index < chunk.length; index++) {
      const byte = chunk[index] as number;
      if (byte === NEWLINE) this.#line += 1;
      if (isWhiteSpace(byte) && !this.#inString) continue;
      if (this.#isClosed) throw this.#error("There is text after the end of the array");
      if (this.#depth === 0) {
        this.#depth = 1; // The input was recognized by its first bracket.
      } else if (this.#isSeparator(byte)) {
        yield* this.#take(chunk.subarray(from, index), byte, index + 1);
      } else {
        this.#elementLine ??= this.#line;
        continue;
      }
      from = index + 1;
    }
    if (!this.#isClosed) this.#rest.append(chunk.subarray(from), this.#line);
  }

  end(): undefined {
    if (!this.#isClosed) throw this.#error("The input ends before the array does");
  }

  /** Whether a character other than white space ends the current element. */
  #isSeparator(byte: number): boolean {
    if (this.#inString) {
      if (this.#isEscaped) this.#isEscaped = false;
      else if (byte === BACKSLASH) this.#isEscaped = true;
      else if (byte === QUOTE) this.#inString = false;
      return false;
    }
    if (this.#depth === 1 && (byte === COMMA || byte === CLOSE_ARRAY)) return true;
    if (byte === QUOTE) this.#inString = true;
    else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) this.#depth += 1;
    else if ((byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) && this.#depth > 1) this.#depth -= 1;
    return false;
  }

  *#take(lastPart: Uint8Array, separator: number, end: number): Iterable<RowText> {
    const line = this.#elementLine ?? this.#line;
    const bytes = this.#rest.take(lastPart, line);
    const isEmptyArray = separator === CLOSE_ARRAY && this.#elementLine === undefined && !this.#isAfterComma;
    if (!isEmptyArray) yield { line, bytes, end };
    this.#elementLine = undefined;
    this.#isAfterComma = separator === COMMA;
    this.#isClosed = separator === CLOSE_ARRAY;
  }

  #error(problem: string): PlantStoreImportError {
    const row =
      this.#elementLine === undefined ? "" : `, after the row that begins on line ${this.#elementLine}`;
    const text = `${problem} on line ${this.#line}${row}. Correct the input.`;
    return new PlantStoreImportError("input", text, { line: this.#line });
  }
}
