/** The rows of a file as bytes, and a row whose end has not arrived. */
import { PlantStoreImportError } from "../import-error.ts";

/** The text of a row, or of a line. */
export interface RowText {
  /** Line on which it begins, from 1. */
  line: number;
  /** In UTF-8. */
  bytes: Uint8Array;
  /** Where it ends in the part of the file that is read at the moment. */
  end: number;
}

/** Takes the bytes of a file in parts. */
export interface Splitter {
  /** The rows that end in this part. */
  split(chunk: Uint8Array): Iterable<RowText>;
  /** The last row, if the end of the file ends it. */
  end(): RowText | undefined;
}

/** A longer row is not a plant. The limit bounds the memory. */
export const MAX_ROW_BYTES = 16 * 1024 * 1024;

/** @throws PlantStoreImportError if a row is too long */
export function checkRowLength(bytes: number, line: number): void {
  if (bytes <= MAX_ROW_BYTES) return;
  const problem = `The row on line ${line} has more than 16 MiB, so it is not a plant. Correct the input.`;
  throw new PlantStoreImportError("input", problem, { line });
}

/** Collects the parts of a row. It doubles its memory, so that many small parts take linear time. */
export class RowBuffer {
  #bytes = new Uint8Array(0) as Uint8Array;
  #length = 0;

  /** Copies a part, because a stream may reuse its memory. */
  append(part: Uint8Array, line: number): void {
    const length = this.#length + part.length;
    checkRowLength(length, line);
    if (length > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(length, this.#length * 2));
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes.set(part, this.#length);
    this.#length = length;
  }

  /** Returns the whole row, and begins the next one. */
  take(end: Uint8Array, line: number): Uint8Array {
    if (this.#length === 0) return end;
    this.append(end, line);
    const row = this.#bytes.subarray(0, this.#length);
    this.#bytes = new Uint8Array(0);
    this.#length = 0;
    return row;
  }
}
