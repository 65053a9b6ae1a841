/** Parses NDJSON and JSON arrays, and closes their stream. */
import { parseJson } from "../../contract/json.ts";
import type { NewPlant } from "../../contract/schemas.ts";
import { fileError, PlantStoreImportError } from "../import-error.ts";
import { findChange } from "./changed-in-json.ts";
import type { PlantRow } from "./plant-row.ts";
import type { RowText } from "./row-text.ts";
import { splitRows } from "./split-rows.ts";

/** A `ReadableStream` of bytes, for programs that have no type of this name. */
export interface ByteStream {
  /** The stream's reader. */
  getReader(): ByteReader;
}

/** The reader of a {@link ByteStream}. */
export interface ByteReader {
  /** The next bytes, or `done`. */
  read(): Promise<{ done: boolean; value?: Uint8Array | undefined }>;
  /** Closes the stream. */
  cancel(): Promise<void>;
}

/** Parses the rows of an input. */
export type RowParser = (chunks: AsyncIterable<Uint8Array>) => AsyncIterable<PlantRow>;

/** @param name of the input, for errors. If it is given, errors of the stream become a PlantStoreImportError, too */
export function readNamed(
  stream: ByteStream | AsyncIterable<Uint8Array>,
  parse: RowParser,
  name?: string,
): AsyncGenerator<PlantRow, void, undefined> {
  let close = () => destroy(stream);
  const chunks = iterate(stream, (cancel) => {
    close = cancel;
  });
  const rows = nameErrors(parse(chunks), name);
  const endRows = rows.return.bind(rows);
  return Object.assign(rows, {
    return: () => {
      close(); // Otherwise, the generator would wait until a silent pipe sends something.
      return endRows();
    },
  });
}

async function* nameErrors(
  rows: AsyncIterable<PlantRow>,
  name: string | undefined,
): AsyncGenerator<PlantRow, void, undefined> {
  try {
    yield* rows;
  } catch (cause) {
    if (name === undefined) throw cause;
    const problem = `Cannot read ${name}`;
    if (!(cause instanceof PlantStoreImportError)) throw fileError("input", problem, cause);
    throw new PlantStoreImportError("input", `${problem}. ${cause.message}`, { cause });
  }
}

/** @param fields to keep, by default all */
export function parseJsonRows(fields?: readonly string[]): RowParser {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  return async function* (chunks) {
    for await (const row of splitRows(chunks)) {
      const parsed = parseRow(row, decoder);
      yield fields && "plant" in parsed ? { ...parsed, plant: pick(parsed.plant, fields) } : parsed;
    }
  };
}

function pick(plant: NewPlant, fields: readonly string[]): NewPlant {
  if (typeof plant !== "object" || plant === null) return plant; // Rejected later.
  return Object.fromEntries(Object.entries(plant).filter(([field]) => fields.includes(field))) as NewPlant;
}

function parseRow({ line, bytes }: RowText, decoder: TextDecoder): PlantRow {
  let text: string | undefined;
  try {
    text = decoder.decode(bytes);
    const plant = parseJson(text) as NewPlant;
    const problem = findChange(text);
    return problem === undefined ? { line, plant } : { line, text: text.trim(), problem };
  } catch (error) {
    text ??= new TextDecoder().decode(bytes);
    return { line, text: text.trim(), problem: describeProblem(error) };
  }
}

/** Where V8's parser stopped. It counts from the beginning of the row. */
const POSITION = / \(line \d+ column \d+\)$/;

function describeProblem(error: unknown): string {
  if (error instanceof SyntaxError)
    return `The row is not valid JSON: ${error.message.replace(POSITION, "")}.`;
  if (error instanceof RangeError) return "The row is nested too deeply.";
  return "The row is not valid UTF-8."; // The decoder throws a TypeError.
}

/** Closes a stream of Node. */
function destroy(stream: object): void {
  if ("destroy" in stream && typeof stream.destroy === "function") stream.destroy();
}

/** @param onReader takes the function that cancels the stream, if it has a reader. Not every browser can iterate over one. */
async function* iterate(
  stream: ByteStream | AsyncIterable<Uint8Array>,
  onReader: (cancel: () => void) => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  if (!("getReader" in stream)) return yield* stream;
  const reader = stream.getReader();
  onReader(() => reader.cancel().catch(() => {}));
  try {
    for (let part = await reader.read(); part.value !== undefined; part = await reader.read())
      yield part.value;
  } finally {
    await reader.cancel();
  }
}
