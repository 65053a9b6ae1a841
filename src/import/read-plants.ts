/** Reads plants from a stream, such as a file or a response. */
import { parseJson } from "../contract/json.ts";
import type { NewPlant } from "../contract/schemas.ts";
import type { PlantRow } from "./plant-row.ts";
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

/**
 * Reads plants from a stream of UTF-8: NDJSON, with one plant per line, or a JSON array. Ids are exact. Empty lines and a
 * byte order mark are ignored. A row that cannot be parsed has a `problem` instead of a `plant`, and the rows after it are
 * read. The plants are not validated yet.
 *
 * @param stream such as `file.stream()`, `response.body` or `process.stdin`
 * @throws PlantStoreImportError if the input is UTF-16, if a JSON array is incomplete, or if a row has more than 16 MiB
 */
export async function* readPlants(
  stream: ByteStream | AsyncIterable<Uint8Array>,
): AsyncGenerator<PlantRow, void, undefined> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  for await (const { line, bytes } of splitRows(iterate(stream))) {
    try {
      yield { line, plant: parseJson(decoder.decode(bytes)) as NewPlant };
    } catch (error) {
      yield { line, problem: describeProblem(error) };
    }
  }
}

function describeProblem(error: unknown): string {
  if (error instanceof SyntaxError) return `The row is not valid JSON: ${error.message}.`;
  if (error instanceof RangeError) return "The row is nested too deeply.";
  return "The row is not valid UTF-8."; // The decoder throws a TypeError.
}

/** Not every browser can iterate over a ReadableStream. */
async function* iterate(
  stream: ByteStream | AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  if (Symbol.asyncIterator in stream) return yield* stream;
  const reader = stream.getReader();
  try {
    for (let part = await reader.read(); part.value !== undefined; part = await reader.read())
      yield part.value;
  } finally {
    await reader.cancel();
  }
}
