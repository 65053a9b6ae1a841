/** Finds out what an input is, by its name and its first characters. */
import { PlantStoreImportError } from "../import-error.ts";

/** The format of an input. `"json"` is NDJSON or a JSON array: the first character tells them apart. */
export type InputFormat = "json" | "csv";

/** The formats of the extensions that say one. */
const FORMATS = new Map<string, InputFormat>([
  ["csv", "csv"],
  ["tsv", "csv"],
  ["json", "json"],
  ["ndjson", "json"],
]);

/** Without that of the compression. */
export const extensionOf = (name = "") => /\.([a-z]+)(?:\.gz)?$/i.exec(name)?.[1]?.toLowerCase() ?? "";

/** Neither white space nor a byte order mark. The characters are bytes. */
export const TEXT = /[^ \t\r\n\xef\xbb\xbf]/;

/** So many first characters tell each of {@link OTHERS}. */
const ENOUGH = 16;

const DECOMPRESS = "Decompress it: only gzip is read as it is.";
const EXPORT = "Export it as CSV.";

/** How inputs begin that cannot be read. */
const OTHERS: [start: string | RegExp, problem: string][] = [
  [/^(\xff\xfe|\xfe\xff|\0[^\0]|[^\0]\0)/, "UTF-16. Save it as UTF-8."],
  ["PK\x03\x04", `a zip archive, such as a workbook. ${EXPORT}`],
  ["\xd0\xcf\x11\xe0", `a workbook (.xls). ${EXPORT}`],
  [/^PAR1[^ -~]/, `a Parquet file. ${EXPORT}`],
  ["SQLite format 3", `a SQLite database. ${EXPORT}`],
  ["\x28\xb5\x2f\xfd", `compressed with zstd. ${DECOMPRESS}`],
  [/^BZh\d1AY&SY/, `compressed with bzip2. ${DECOMPRESS}`],
  ["\xfd7zXZ\0", `compressed with xz. ${DECOMPRESS}`],
  [/^<(!doctype|html|head|body|table)\b/i, "HTML, such as a sign-in page. Download the file itself."],
  [/^[^\0]{1,100}\0[\s\S]{155,255}ustar/, `a tar archive. Extract it: tar -xf FILE`],
  ["\x1e", "a JSON text sequence (RFC 7464). Remove its separators: tr -d '\\036' < FILE"],
];

/** A longer indent of the first row is dropped. */
const MAX_INDENT = 4096;

/** The beginning of an input, until its format can be told. */
export class InputStart {
  /** The text from the first line that is not blank, each byte as a character. */
  text = "";
  /** The number of that line. */
  line = 1;

  /** Returns whether the format can be told. */
  add(part: string): boolean {
    const text = this.text + part;
    const found = text.search(TEXT);
    const lineStart = text.lastIndexOf("\n", found === -1 ? text.length : found) + 1;
    this.line += text.slice(0, lineStart).split("\n").length - 1;
    this.text = text.slice(lineStart).replace(/^\xef\xbb\xbf/, "");
    if (found === -1 && this.text.length > MAX_INDENT) this.text = "";
    return found !== -1 && text.length - found >= ENOUGH;
  }

  get isArray(): boolean {
    return this.#head.startsWith("[");
  }

  /** @throws PlantStoreImportError if the input is neither JSON nor CSV, or not what its name says */
  recognize(format: InputFormat | undefined, name: string | undefined): InputFormat {
    const head = this.#head;
    const other = OTHERS.find(([start]) =>
      start instanceof RegExp ? start.test(head) : head.startsWith(start),
    );
    if (other) throw wrongInput(`is ${other[1]}`);
    if (head === "") throw wrongInput("is empty, without a header line or a row.");
    if (format) return format;
    const named = FORMATS.get(extensionOf(name));
    const found = /^[[{]/.test(head) ? "json" : "csv";
    if (!named || named === found) return found;
    const type = named.toUpperCase();
    throw wrongInput(`does not begin like ${type}, but its name says ${type}.`, {
      when: "If you know its format",
      option: "format",
    });
  }

  /** From the first character that is not blank. */
  get #head(): string {
    const found = this.text.search(TEXT);
    return found === -1 ? "" : this.text.slice(found);
  }
}

const wrongInput = (problem: string, advice?: PlantStoreImportError["advice"]) =>
  new PlantStoreImportError("input", `It ${problem}`, { advice });
