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

/** So many first characters tell a zip archive. */
const ENOUGH = 4;

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
    const isNul = [0, 1].map((index) => head[index] === "\0");
    if (/^(\xff\xfe|\xfe\xff)/.test(head) || isNul[0] !== isNul[1])
      throw wrongInput("is UTF-16. Save it as UTF-8.");
    if (head.startsWith("PK\x03\x04"))
      throw wrongInput("is a zip archive, such as a workbook. Export it as CSV.");
    if (format) return format;
    const named = FORMATS.get(extensionOf(name));
    const found = /^[[{]/.test(head) ? "json" : head === "" ? undefined : "csv";
    const known = named ?? found;
    if (!known) throw wrongInput("is empty.", { when: "If it may be empty", option: "format" });
    if (!named || !found || named === found) return known;
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
