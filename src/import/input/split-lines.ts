/** Splits text into its lines, without their line feeds. */
import { NEWLINE } from "./json-bytes.ts";
import { RowBuffer, type RowText, type Splitter } from "./row-buffer.ts";

export class LineSplitter implements Splitter {
  #line: number;
  readonly #rest = new RowBuffer();

  /** @param line the number of the first line */
  constructor(line = 1) {
    this.#line = line;
  }

  *split(chunk: Uint8Array): Iterable<RowText> {
    let from = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
      const bytes = this.#rest.take(chunk.subarray(from, end), this.#line);
      from = end + 1;
      yield { line: this.#line, bytes, end: from };
      this.#line += 1;
    }
    this.#rest.append(chunk.subarray(from), this.#line);
  }

  end(): RowText {
    return { line: this.#line, bytes: this.#rest.take(new Uint8Array(0), this.#line), end: 0 };
  }
}
