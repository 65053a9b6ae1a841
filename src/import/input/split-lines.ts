/** Splits NDJSON into its lines. Empty lines are left out. */

import { isWhiteSpace, NEWLINE } from "./json-bytes.ts";
import { appendPart, type RowText, type Splitter } from "./row-text.ts";

export class LineSplitter implements Splitter {
  #line = 1;
  /** The beginning of a line whose end has not arrived. */
  #rest = new Uint8Array(0) as Uint8Array;

  *split(chunk: Uint8Array): Iterable<RowText> {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
      const row = this.#take(chunk.subarray(from, end));
      if (row) yield row;
      this.#line += 1;
      from = end + 1;
    }
    this.#rest = appendPart(this.#rest, chunk.subarray(from), this.#line);
  }

  end(): RowText | undefined {
    return this.#take(new Uint8Array(0));
  }

  /** The line, unless it is empty. */
  #take(end: Uint8Array): RowText | undefined {
    const bytes = this.#rest.length === 0 ? end : appendPart(this.#rest, end, this.#line);
    this.#rest = new Uint8Array(0);
    return bytes.every(isWhiteSpace) ? undefined : { line: this.#line, bytes };
  }
}
