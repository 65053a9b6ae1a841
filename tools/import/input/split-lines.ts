/** Splits an input into its lines, without their line feeds. */
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
  split(part: string): Iterable<RowText>;
  /** The last row, if the end of the input ends it. */
  end(): RowText | undefined;
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

  *split(part: string): Iterable<RowText> {
    const lines = part.split("\n");
    const rest = lines.pop();
    for (const end of lines) {
      const bytes = this.#rest + end;
      this.#rest = "";
      checkRowLength(bytes.length, this.#line);
      yield { line: this.#line, bytes };
      this.#line += 1;
    }
    this.#rest += rest;
    if (this.#rest.length > MAX_ROW_BYTES && this.#rest.includes("\r"))
      throw new PlantStoreImportError("input", CARRIAGE_RETURNS);
    checkRowLength(this.#rest.length, this.#line);
  }

  end(): RowText {
    return { line: this.#line, bytes: this.#rest, isUnended: true };
  }
}
