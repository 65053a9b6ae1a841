/** The parts of a file that contain one row each. */
import { PlantStoreImportError } from "../import-error.ts";

/** The text of a row. */
export interface RowText {
  /** Line on which it begins, from 1. */
  line: number;
  /** JSON in UTF-8. */
  bytes: Uint8Array;
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

/**
 * Appends a part of a row to what came before it. Copies the part, because a stream may reuse its buffer.
 *
 * @throws PlantStoreImportError if the row is too long
 */
export function appendPart(row: Uint8Array, part: Uint8Array, line: number): Uint8Array {
  if (row.length + part.length > MAX_ROW_BYTES) {
    const problem = `The row on line ${line} has more than 16 MiB, so it is not a plant`;
    throw new PlantStoreImportError("input", `${problem}. Correct the input.`);
  }
  const whole = new Uint8Array(row.length + part.length);
  whole.set(row);
  whole.set(part, row.length);
  return whole;
}
