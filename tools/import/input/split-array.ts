/** Splits a JSON array into its elements. It does not parse them, so a malformed element does not hide the next one. */
import { PlantStoreImportError } from "../import-error.ts";
import { checkRowLength, type RowText, type Splitter } from "./split-lines.ts";

/** As JSON has it. */
const WHITE_SPACE = " \t\r\n";

export class ArraySplitter implements Splitter {
  #line: number;
  #isClosed = false;
  /** Open brackets and braces. 1 between the elements of the array. */
  #depth = 0;
  #inString = false;
  #isEscaped = false;
  /** The beginning of an element whose end has not arrived. */
  #rest = "";
  /** Line of the first character of the current element. */
  #elementLine: number | undefined;
  #isAfterComma = false;

  /** @param line the number of the line with the opening bracket */
  constructor(line: number) {
    this.#line = line;
  }

  *split(part: string): Iterable<RowText> {
    let from = 0;
    for (let index = 0; index < part.length; index++) {
      const char = part[index] as string;
      if (char === "\n") this.#line += 1;
      if (!this.#inString && WHITE_SPACE.includes(char)) continue;
      if (this.#isClosed) throw this.#error("There is text after the end of the array");
      if (this.#depth === 0) {
        this.#depth = 1; // The input was recognized by its first bracket.
      } else if (this.#isSeparator(char)) {
        yield* this.#take(part.slice(from, index), char);
      } else {
        this.#elementLine ??= this.#line;
        continue;
      }
      from = index + 1;
    }
    if (!this.#isClosed) this.#rest += part.slice(from);
    checkRowLength(this.#rest.length, this.#elementLine ?? this.#line);
  }

  end(): undefined {
    if (!this.#isClosed) throw this.#error("The input ends before the array does");
  }

  /** Whether a character other than white space ends the current element. */
  #isSeparator(char: string): boolean {
    if (this.#inString) {
      if (this.#isEscaped) this.#isEscaped = false;
      else if (char === "\\") this.#isEscaped = true;
      else if (char === '"') this.#inString = false;
      return false;
    }
    if (this.#depth === 1 && (char === "," || char === "]")) return true;
    if (char === '"') this.#inString = true;
    else if (char === "[" || char === "{") this.#depth += 1;
    else if ((char === "]" || char === "}") && this.#depth > 1) this.#depth -= 1;
    return false;
  }

  *#take(end: string, separator: string): Iterable<RowText> {
    const line = this.#elementLine ?? this.#line;
    const bytes = this.#rest + end;
    checkRowLength(bytes.length, line);
    const isEmptyArray = separator === "]" && this.#elementLine === undefined && !this.#isAfterComma;
    if (!isEmptyArray) yield { line, bytes, isElement: true };
    this.#rest = "";
    this.#elementLine = undefined;
    this.#isAfterComma = separator === ",";
    this.#isClosed = separator === "]";
  }

  #error(problem: string): PlantStoreImportError {
    const row =
      this.#elementLine === undefined ? "" : `, after the row that begins on line ${this.#elementLine}`;
    const text = `${problem} on line ${this.#line}${row}. Correct the input.`;
    return new PlantStoreImportError("input", text, { line: this.#line });
  }
}
