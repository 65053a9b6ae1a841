/** Splits NDJSON or a JSON array into its rows. */
import { TEXT } from "./recognize-format.ts";
import { ArraySplitter } from "./split-array.ts";
import { LineSplitter, type RowText, type Splitter } from "./split-lines.ts";

/** Decides by the first character whether the text is an array. Empty lines of NDJSON are left out. */
export class JsonSplitter implements Splitter {
  #splitter: ArraySplitter | LineSplitter | undefined;
  #line: number;

  /** @param line the number of the first line */
  constructor(line: number) {
    this.#line = line;
  }

  *split(part: string): Iterable<RowText> {
    const start = this.#splitter ? 0 : part.search(TEXT);
    const blank = start === -1 ? part : part.slice(0, start);
    this.#line += blank.split("\n").length - 1;
    if (start === -1) return;
    this.#splitter ??= part[start] === "[" ? new ArraySplitter(this.#line) : new LineSplitter(this.#line);
    for (const row of this.#splitter.split(part.slice(start))) if (!this.#isEmptyLine(row)) yield row;
  }

  end(): RowText | undefined {
    const row = this.#splitter?.end();
    return row && !this.#isEmptyLine(row) ? row : undefined;
  }

  #isEmptyLine({ bytes }: RowText): boolean {
    return this.#splitter instanceof LineSplitter && !TEXT.test(bytes);
  }
}
