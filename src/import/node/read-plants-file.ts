/** Reads plants from a file. */
import { constants, createReadStream, openSync, statSync } from "node:fs";
import { Socket } from "node:net";
import { pipeline, type Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { isObject, type OptionRules, readOptions } from "../../call/read-options.ts";
import type { PlantRow } from "../input/plant-row.ts";
import {
  parseJsonRows,
  READ_OPTIONS,
  type ReadPlantsOptions,
  type RowParser,
  readNamed,
} from "../input/read-plants.ts";
import { splitRows } from "../input/split-rows.ts";
import { type CsvColumns, parseCsv } from "./parse-csv.ts";

/** The format of an input. NDJSON and a JSON array are told apart by their first character. */
export type InputFormat = "ndjson" | "json" | "csv" | "ndjson.gz" | "json.gz" | "csv.gz";

const FORMATS: InputFormat[] = ["ndjson", "json", "csv", "ndjson.gz", "json.gz", "csv.gz"];

/**
 * Options of {@link readPlantsFile}. An unknown option is rejected.
 *
 * @expand
 */
export interface ReadPlantsFileOptions extends ReadPlantsOptions {
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
  ...READ_OPTIONS,
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
 * Reads plants from a file or a named pipe: NDJSON or a JSON array like `readPlants`, or CSV with a header line, each also
 * compressed by gzip. Only a small part of it is in memory.
 *
 * A row of a CSV file has the columns `id`, `name` and `tag`; an empty tag is no tag. Other columns are ignored. A row has a
 * `problem` if its id would change, such as `007`, if its name is empty, or if it has another number of cells than the header.
 *
 * @throws PlantStoreConfigurationError if an option is unknown or invalid
 * @throws PlantStoreImportError if the file cannot be read, with its path
 */
export function readPlantsFile(
  path: string | URL,
  options: ReadPlantsFileOptions = {},
): AsyncGenerator<PlantRow, void, undefined> {
  let stream: Readable | undefined;
  const file = {
    async *[Symbol.asyncIterator]() {
      stream = openStream(path);
      yield* stream;
    },
    destroy: () => stream?.destroy(),
  };
  return readPlantsStream(file, options, String(path));
}

/** Reads plants from a stream in any format. @param name of the input: a path, or `-` */
export function readPlantsStream(
  stream: AsyncIterable<Uint8Array>,
  options: ReadPlantsFileOptions,
  name: string,
): AsyncGenerator<PlantRow, void, undefined> {
  const { format = formatOf(name), ...given } = readOptions(options, OPTIONS, {});
  const { columns = {}, delimiter = /\.tsv(\.gz)?$/i.test(name) ? "\t" : ",", fields } = given;
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
export async function countFileRows(path: string, options: ReadPlantsFileOptions): Promise<number> {
  const { format = formatOf(path) } = options;
  const file = createReadStream(path);
  const chunks = format.endsWith(".gz") ? decompress(file) : file;
  let rows = 0;
  for await (const _ of format.startsWith("csv") ? readPlantsFile(path, options) : splitRows(chunks))
    rows += 1;
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
