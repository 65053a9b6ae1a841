/** Reads plants from a file or a stream. */
import { setImmediate } from "node:timers/promises";
import { ignoreRejection } from "../../../src/common/ignore-rejection.ts";
import { type ReadOptions, readOptions } from "../../../src/common/read-options.ts";
import { configurationError } from "../../../src/errors.ts";
import { describeFileError } from "../../terminal/describe-file-error.ts";
import { PlantStoreImportError } from "../import-error.ts";
import { CHECK_UNCHANGED } from "./file-identity.ts";
import { INPUT_RULES, type ReadPlantsOptions } from "./input-options.ts";
import { InputReading } from "./input-reading.ts";
import { decompress, openSource, type PlantSource } from "./open-input-file.ts";
import { CsvParser } from "./parse-csv.ts";
import { JsonRowParser, type PlantRow } from "./parse-json-row.ts";
import { extensionOf, InputStart } from "./recognize-format.ts";
import { ArraySplitter, LineSplitter, type RowText, type Splitter } from "./split-rows.ts";

/**
 * Reads plants from a file or a stream of UTF-8: NDJSON, with one plant per line, a JSON array of up to 256 MiB, or CSV with a
 * header line, also compressed with gzip. Only a part of NDJSON and CSV is in memory. Ids are exact, and may be strings of digits.
 *
 * The plants are not validated yet. A row that cannot be parsed has a `problem` instead of a `plant`, and so has one that
 * would change on its way or may have changed before: "Input" in `docs/import-reference.md` has the list. The rows after it are
 * read. Blank rows, a byte order mark and rows that equal the header are ignored.
 *
 * @param source a path, or bytes, such as `process.stdin`, `response.body` or an array of texts. A stream is closed at once
 * if the rows are no longer needed, even if it is silent.
 * @throws PlantStoreConfigurationError if an option is unknown or invalid
 * @throws PlantStoreImportError if the file cannot be read, with its path, is empty, cut off, changed while it is read, or not
 * what it seems to be, or if nothing after a row is known to be a row, as after a malformed quote
 */
export function readPlants(
  source: PlantSource,
  options: ReadPlantsOptions = {},
): AsyncGenerator<PlantRow, void, undefined> {
  return rowsOf(readBatches(source, options));
}

/** The rows of batches, one by one. */
export function rowsOf(batches: PlantBatches): AsyncGenerator<PlantRow, void, undefined> {
  // Whoever has taken a row has taken its batch, too.
  const rows = flatten(batches, () => Reflect.deleteProperty(rows, BATCHES));
  const end = rows.return.bind(rows);
  return Object.assign(rows, {
    return: () => {
      ignoreRejection(batches.return());
      return end();
    },
    [BATCHES]: batches,
    [CHECK_UNCHANGED]: batches[CHECK_UNCHANGED],
  });
}

async function* flatten(
  batches: PlantBatches,
  onStart: () => void,
): AsyncGenerator<PlantRow, void, undefined> {
  onStart();
  for await (const batch of batches) for (const row of batch) yield row;
}

/** The batches behind the rows of {@link readPlants}. A promise for each row costs as much time as to parse it. */
export const BATCHES = Symbol("batches");

/** The rows of an input, in arrays of up to 256. */
interface PlantBatches extends AsyncGenerator<PlantRow[], void, undefined> {
  /** Closes the input at once, even if it is silent. */
  return(): Promise<IteratorResult<PlantRow[], void>>;
  /** Throws if the input is a file that was changed since it was opened. */
  [CHECK_UNCHANGED](): void;
}

/**
 * Works like {@link readPlants}, with arrays of rows, none of them empty. An error comes after the rows before it.
 *
 * @param reading is kept up to date @param name of the file, for messages
 */
export function readBatches(
  source: PlantSource,
  options: ReadPlantsOptions = {},
  reading = new InputReading(),
  name = typeof source === "string" || source instanceof URL ? String(source) : undefined,
): PlantBatches {
  const batches = read(source, readOptions(options, INPUT_RULES, configurationError), reading, name);
  const end = batches.return.bind(batches);
  return Object.assign(batches, {
    return: () => {
      reading.isClosed = true;
      reading.source?.stream.destroy(); // Otherwise, the generator would wait until a silent pipe sends something.
      return end();
    },
    [CHECK_UNCHANGED]: () => {
      try {
        reading.source?.checkUnchanged();
      } catch (cause) {
        throw nameError(cause, name);
      }
    },
  });
}

/** The bytes of U+FFFD, each as a character. */
const REPLACED = "\xef\xbf\xbd";

/** How far an input was read is known after each batch, and a slow store takes minutes for a chunk. */
const MAX_BATCH = 256;

async function* read(
  source: PlantSource,
  options: ReadOptions<ReadPlantsOptions, typeof INPUT_RULES>,
  reading: InputReading,
  name: string | undefined,
): AsyncGenerator<PlantRow[], void, undefined> {
  const start = new InputStart();
  let format: Format | undefined;
  let rows: PlantRow[] = [];
  const parse = function* ({ parser }: Format, texts: Iterable<RowText>) {
    for (const text of texts) {
      reading.rowBytes += text.bytes.length + 1;
      parser.parse(text, rows);
      if (rows.length >= MAX_BATCH) yield* endBatch(parser);
    }
    yield* endBatch(parser);
  };
  const endBatch = function* (parser: Format["parser"]) {
    parser.endPart?.(rows);
    reading.noteIds(rows);
    if (rows.length > 0) yield rows;
    rows = [];
  };
  try {
    reading.source = openSource(source);
    for await (const text of readText(reading.source.parts, start, name)) {
      reading.textBytes += text.length;
      if (text.includes(REPLACED))
        reading.note("replaced", "The input has U+FFFD, which replaces lost characters.");
      if (text !== "") format ??= createFormat(options, start, reading, name);
      if (format) yield* parse(format, format.splitter.split(text));
      await setImmediate(); // Signals and timers are served also if nothing in the chunk is a row.
      if (reading.isClosed) return;
    }
    reading.source.checkUnchanged(); // What is compressed is read ahead.
    reading.rowBytes = reading.textBytes;
    format ??= createFormat(options, start, reading, name);
    yield* parse(format, format.splitter.end());
    format.parser.end?.();
  } catch (cause) {
    format?.parser.giveUp?.(rows);
    reading.noteIds(rows);
    if (rows.length > 0) yield rows;
    throw nameError(cause, name);
  } finally {
    reading.source?.stream.destroy();
  }
}

/** Yields the text of an input, each byte as a character. Nothing of it is left out but blank lines at its start. */
async function* readText(
  parts: AsyncGenerator<Buffer, void, undefined>,
  start: InputStart,
  name: string | undefined,
): AsyncGenerator<string, void, undefined> {
  let isKnown = false;
  for await (const part of decompress(parts, name)) {
    const text = part.toString("latin1");
    if (isKnown) yield text;
    else {
      isKnown = start.add(text);
      yield isKnown ? start.text : "";
    }
  }
  if (!isKnown) yield start.text;
}

/** How the rows of an input are found and parsed. */
interface Format {
  splitter: Splitter;
  parser: {
    /** Adds the rows that end with this text, unless it is blank. */
    parse(text: RowText, rows: PlantRow[]): void;
    endPart?(rows: PlantRow[]): void;
    giveUp?(rows: PlantRow[]): void;
    end?(): void;
  };
}

function createFormat(
  { format, ...options }: ReadOptions<ReadPlantsOptions, typeof INPUT_RULES>,
  start: InputStart,
  reading: InputReading,
  name: string | undefined,
): Format {
  const isJson = start.recognize(format, name) === "json";
  return {
    splitter: isJson && start.isArray ? new ArraySplitter(start.line) : new LineSplitter(start.line),
    parser: isJson
      ? new JsonRowParser(options.columns, reading)
      : new CsvParser(options, extensionOf(name) === "tsv" ? "\t" : ",", reading),
  };
}

/** @param name of the input, if it has one */
export function nameError(cause: unknown, name: string | undefined): unknown {
  if (name === undefined) return cause;
  if (cause instanceof PlantStoreImportError) {
    const { kind, problem, line, advice } = cause;
    return new PlantStoreImportError(kind, `Cannot read ${name}: ${problem}`, { cause, line, advice });
  }
  return new PlantStoreImportError("input", describeFileError("read", name, cause), { cause });
}
