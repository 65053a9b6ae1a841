/** Reads plants from a file or a stream. */
import { constants, createReadStream, openSync, statSync } from "node:fs";
import { Socket } from "node:net";
import { pipeline, type Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { isObject, type OptionRules, readOptions } from "../../call/read-options.ts";
import { type CsvColumns, parseCsv } from "./parse-csv.ts";
import { type ByteStream, parseJsonRows, type RowParser, readNamed } from "./parse-json-rows.ts";
import type { PlantRow } from "./plant-row.ts";
import { splitRows } from "./split-rows.ts";

/** The format of an input. NDJSON and a JSON array are told apart by their first character. */
export type InputFormat = "ndjson" | "json" | "csv" | "ndjson.gz" | "json.gz" | "csv.gz";

const FORMATS: InputFormat[] = ["ndjson", "json", "csv", "ndjson.gz", "json.gz", "csv.gz"];

/**
 * Options of {@link readPlants}. An unknown option is rejected.
 *
 * @expand
 */
export interface ReadPlantsOptions {
  /**
   * The fields to keep, such as `["id", "name", "tag"]`. By default, a plant is sent with all its fields, and a change in
   * any of them makes it another plant.
   */
  fields?: readonly string[] | undefined;
  /**
   * The format of the file.
   * @default by the file's name: `.csv` and `.tsv` are CSV, `.gz` is compressed, and everything else is JSON
   */
  format?: InputFormat | undefined;
  /** The names of the columns of a CSV file. Other columns are ignored. */
  columns?: CsvColumns | undefined;
  /**
   * The character between the cells of a CSV file.
   * @default "," (for `.tsv` a tab)
   */
  delimiter?: string | undefined;
}

const OPTIONS: OptionRules = {
  fields: [
    (value: unknown) => Array.isArray(value) && ["id", "name"].every((field) => value.includes(field)),
    'an array of fields with "id" and "name"',
  ],
  format: [(value) => FORMATS.includes(value), FORMATS.map((format) => `"${format}"`).join(" or ")],
  columns: [
    (value: unknown) =>
      isObject(value) &&
      Object.entries(value).every(
        ([field, name]) =>
          ["id", "name", "tag"].includes(field) && ["string", "undefined"].includes(typeof name),
      ),
    "an object with names for `id`, `name` and `tag`",
  ],
  delimiter: [
    (value: unknown) => typeof value === "string" && /^[^"\r\n]$/.test(value),
    "one character that is not a quote or a line break",
  ],
};

/**
 * Reads plants from a file, a named pipe or a stream of UTF-8: NDJSON, with one plant per line, a JSON array, or CSV with a
 * header line, each also compressed by gzip. Only a small part of it is in memory. Ids are exact. Empty lines and a byte
 * order mark are ignored.
 *
 * A row that cannot be parsed has a `problem` instead of a `plant`, and so has one that would change: a key occurs twice in
 * an object, or JavaScript cannot keep a number exactly, such as `1e400`. The rows after it are read. The plants are not
 * validated yet.
 *
 * A row of a CSV file has the columns `id`, `name` and `tag`; an empty tag is no tag. Other columns are ignored. A row has a
 * `problem` if its id would change, such as `007`, if its name is empty, or if it has another number of cells than the header.
 *
 * @param source a path, or a stream such as `file.stream()`, `response.body` or `process.stdin`. A stream is closed at once
 * if the rows are no longer needed, even if it is silent.
 * @throws PlantStoreConfigurationError if an option is unknown or invalid
 * @throws PlantStoreImportError if the file cannot be read, with its path, if the input is UTF-16 or is compressed and
 * `format` does not say so, if a JSON array is incomplete, or if a row has more than 16 MiB
 */
export function readPlants(
  source: string | URL | ByteStream | AsyncIterable<Uint8Array>,
  options: ReadPlantsOptions = {},
): AsyncGenerator<PlantRow, void, undefined> {
  if (typeof source !== "string" && !(source instanceof URL)) return readPlantsStream(source, options);
  let stream: Readable | undefined;
  const file = {
    async *[Symbol.asyncIterator]() {
      stream = openStream(source);
      yield* stream;
    },
    destroy: () => stream?.destroy(),
  };
  return readPlantsStream(file, options, String(source));
}

/** @param name of the input, for its format and for errors */
export function readPlantsStream(
  stream: ByteStream | AsyncIterable<Uint8Array>,
  options: ReadPlantsOptions,
  name?: string,
): AsyncGenerator<PlantRow, void, undefined> {
  const { format = formatOf(name ?? ""), ...given } = readOptions(options, OPTIONS, {});
  const { columns = {}, delimiter = /\.tsv(\.gz)?$/i.test(name ?? "") ? "\t" : ",", fields } = given;
  const parse: RowParser = format.startsWith("csv")
    ? (chunks) => parseCsv(chunks, columns, delimiter)
    : parseJsonRows(fields);
  return readNamed(stream, (chunks) => parse(format.endsWith(".gz") ? decompress(chunks) : chunks), name);
}

function formatOf(name: string): InputFormat {
  const [, isCsv, isCompressed] = /(?:\.(?:csv|tsv)())?(?:\.gz())?$/i.exec(name) ?? [];
  return `${isCsv === undefined ? "json" : "csv"}${isCompressed === undefined ? "" : ".gz"}`;
}

/** Counts the rows of a file. JSON is not parsed for it. */
export async function countFileRows(path: string, options: ReadPlantsOptions): Promise<number> {
  const { format = formatOf(path) } = options;
  const file = createReadStream(path);
  const chunks = format.endsWith(".gz") ? decompress(file) : file;
  let rows = 0;
  for await (const _ of format.startsWith("csv") ? readPlants(path, options) : splitRows(chunks)) rows += 1;
  return rows;
}

async function* decompress(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  const gunzip = createGunzip();
  pipeline(chunks, gunzip, () => {}); // The loop below throws its error.
  yield* gunzip;
}

/** A file that the process has inherited, such as by `<(command)` in a shell. */
const INHERITED = /^\/(?:dev|proc\/self)\/fd\/(\d+)$/;

function openStream(path: string | URL): Readable {
  if (!statSync(path).isFIFO()) return createReadStream(path);
  // A thread that waits for a silent pipe would keep the process alive. A socket waits without a thread.
  const [, inherited] = INHERITED.exec(String(path)) ?? [];
  // Opened a second time, a pipe would not notice that its writer has ended before.
  const fd =
    inherited === undefined ? openSync(path, constants.O_RDONLY | constants.O_NONBLOCK) : Number(inherited);
  return new Socket({ fd, readable: true, writable: false });
}
