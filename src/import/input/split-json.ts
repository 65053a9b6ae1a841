/** Splits NDJSON or a JSON array into its rows. */
import { isWhiteSpace, NEWLINE, OPEN_ARRAY } from "./json-bytes.ts";
import type { RowText, Splitter } from "./row-buffer.ts";
import { ArraySplitter } from "./split-array.ts";
import { LineSplitter } from "./split-lines.ts";

/** Decides by the first character whether the text is an array. Empty lines of NDJSON are left out. */
export class JsonSplitter implements Splitter {
  #splitter: ArraySplitter | LineSplitter | undefined;
  #line = 1;

  *split(chunk: Uint8Array): Iterable<RowText> {
    const first = this.#splitter ? 0 : chunk.findIndex((byte) => !isWhiteSpace(byte));
    const blank = chunk.subarray(0, first === -1 ? chunk.length : first);
    for (const byte of blank) if (byte === NEWLINE) this.#line += 1;
    if (first === -1) return;
    this.#splitter ??=
      chunk[first] === OPEN_ARRAY ? new ArraySplitter(this.#line) : new LineSplitter(this.#line);
    for (const row of this.#splitter.split(chunk.subarray(first))) {
      if (!this.#isEmptyLine(row)) yield { ...row, end: first + row.end };
    }
  }

  end(): RowText | undefined {
    const row = this.#splitter?.end();
    return row && !this.#isEmptyLine(row) ? row : undefined;
  }

  #isEmptyLine({ bytes }: RowText): boolean {
    return this.#splitter instanceof LineSplitter && bytes.every(isWhiteSpace);
  }
}
