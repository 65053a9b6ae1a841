/** The arguments of `plant-store-sdk import`. */
import { dirname, join } from "node:path";
import { DEFAULT_TIMEOUT_MS } from "../../../src/common/default-options.ts";
import type { Every } from "../../../src/common/read-options.ts";
import { MAX_TIMER_MS } from "../../../src/common/sleep.ts";
import { PlantStoreClient } from "../../../src/index.ts";
import { wrap } from "../../terminal/format-text.ts";
import {
  COUNT,
  formatOptions,
  type OptionTable,
  pickOptions,
  readOptionTable,
  type ValuesOf,
} from "../../terminal/option-table.ts";
import { printInfo } from "../../terminal/print.ts";
import { HELP, UsageError } from "../../terminal/usage-error.ts";
import type { ImportedRowRequest, PlantColumns, ReadPlantsOptions } from "../index.ts";
import { isColumns } from "../input/plant-columns.ts";
import { parseShard, type Shard } from "../input/shard.ts";
import { IMPORT_RULES, MAX_CONCURRENCY } from "../run/import-options.ts";
import { EXIT_CODES } from "./ends.ts";

/** The options of `importPlants` that need no more than a flag. `importFile` passes them on. */
const PASSED = {
  concurrency: { value: "NUMBER", max: MAX_CONCURRENCY, help: "requests in flight at the same time" },
  maxRate: { value: "NUMBER", help: "requests per second, such as 0.5" },
  maxNew: { ...COUNT, help: "send at most so many rows that are new to the journal, then stop" },
  maxNotCreated: { ...COUNT, min: 0, help: "stop when more rows than this were malformed or not created" },
  maxUnknown: { ...COUNT, help: "stop when so many rows of this run became unknown" },
  maxOutage: { ...COUNT, value: "MS", help: "stop when the store is down for longer" },
  resendAfter: {
    ...{ ...COUNT, min: 0, value: "MS" },
    help: "with --duplicates: how long after its attempt an unknown row is sent again, at least",
  },
  resendUnknown: {
    help: "send all unknown rows again: creates duplicates, unless the store recognizes an id or a key that it has",
  },
  allowChanged: { help: "also send a row whose id exists with other content" },
  namesMayChange: { help: "accept a response with another name, because the store changes names" },
  exactIds: { help: "send ids of 16 digits or more although they look rounded, such as multiples of 1,000" },
} as const satisfies OptionTable;

const OPTIONS = {
  baseUrl: { value: "URL", help: "the store (default: PLANT_STORE_BASE_URL)" },
  tokenFile: { value: "FILE", help: "read the token from FILE (default: PLANT_STORE_TOKEN)" },
  journal: {
    value: "FILE",
    help: "record what was sent in FILE, and continue from it (default: plant-store-journal.db in the folder of the input)",
  },
  format: {
    value: "FORMAT",
    help: "json or csv (default: by the name: .csv, .tsv, .json or .ndjson; otherwise by the first character)",
  },
  columns: {
    value: "LIST",
    multiple: true,
    help: "the columns of CSV or keys of JSON, such as id=sku,name=title; repeatable",
  },
  delimiter: {
    value: "CHAR",
    help: 'what separates the cells of CSV, such as ";" (default: a comma, for .tsv a tab, or what a first line sep=; says)',
  },
  multiline: { help: "quoted cells of CSV may contain line breaks" },
  quotes: { value: "none", help: "quotes in CSV are characters like others" },
  escape: {
    value: "WHAT",
    help: "backslash: \\t, \\n and \\N in CSV are a tab, a line break and no value, and quotes are characters like others (COPY, mysql -B); none: backslashes are characters like others",
  },
  null: {
    value: "TEXT",
    multiple: true,
    help: 'a CSV cell with this text is no value, such as NULL; repeatable; with "", all others are texts (default: a row with such a word is invalid)',
  },
  shard: {
    value: "I/N",
    help: "import only shard I of N, such as 3/64; the others can run at the same time, each with its own --journal",
  },
  timeout: {
    value: "MS",
    max: MAX_TIMER_MS,
    help: `time limit of a request (default: ${DEFAULT_TIMEOUT_MS})`,
  },
  header: {
    value: "HEADER",
    multiple: true,
    help: 'send this header, such as "x-request-id: {row}-{attempt}"; repeatable. {row} is the key of the row, {attempt} the number of its attempt',
  },
  duplicates: {
    value: "STATUS",
    help: "how the store rejects an id that exists, such as 409 or 400:1003: such a row is done, and unknown rows are sent again at the end. Used for ids up to 2^53-1, since some stores round larger ones",
  },
  rules: {
    value: "FILE",
    help: "read that from the rules of the store, which plant-store-sdk check writes, and whether it rounds ids",
  },
  resolve: { value: "FILE", help: "apply what you found out about unknown rows" },
  ...PASSED,
  allowInsecureHttp: { help: "allow http to other machines, which exposes the token" },
  dryRun: { help: "say what an import would do, and send nothing" },
  json: { help: "print events as JSON, one object per line" },
} as const satisfies OptionTable;

/** `file` is the path of the input. `-` means standard input. */
export type ImportArguments = NonNullable<ReturnType<typeof readArguments>>;

const USAGE = `FILE [options]

Creates the plants of FILE: NDJSON (one plant per line), a JSON array, or CSV
with a header line; also compressed (.gz). "-" reads standard input. Run it
again after an interruption or a crash: it continues. By default, it never
resends a plant that exists or may exist; --duplicates, --rules,
--resend-unknown and --allow-changed say when it does. Ctrl+C finishes the
requests in flight, a second one, half a second later, aborts them.

${formatOptions(OPTIONS, IMPORT_RULES)}

Examples:
  plant-store-sdk import plants.ndjson --dry-run
  plant-store-sdk import plants.csv --columns id=sku,name=title --duplicates 409

${wrap(`Exit codes, the first that applies: ${Array.from(EXIT_CODES, (code) => code.join(" ")).join("; ")}.`)}
`;

/** Returns undefined after it has printed the help or the version. @throws UsageError */
export function readArguments(args: string[], program: string) {
  const { values, positionals } = readOptionTable(OPTIONS, args, { allowPositionals: true });
  if (printInfo(values, `${program} ${USAGE}`)) return undefined;
  const [file, ...others] = positionals;
  if (file === undefined) throw new UsageError(`The argument FILE is missing. ${HELP}`);
  if (others.length > 0) throw new UsageError(`Unexpected argument. ${HELP}`);
  const shard = parseShard(values.shard);
  if (values.shard !== undefined && !shard)
    throw wrong("--shard", "must be a shard and the number of shards, such as 1/64 or 64/64.");
  if (values.journal === "" || values.journal === ":memory:") throw wrong("--journal", "must be a file.");
  const journal = values.journal ?? defaultJournal(file, shard, values.dryRun);
  const headers = values.header && readHeaders(values.header);
  const maxRate = values.maxRate === undefined ? undefined : Number(values.maxRate);
  const [isRate, expected] = IMPORT_RULES.maxRate;
  if (maxRate !== undefined && !isRate(maxRate as never)) throw wrong("--max-rate", `must be ${expected}.`);
  const namesMayChange = values.namesMayChange || undefined; // Otherwise, the rules say it.
  const passed = { ...pickOptions(PASSED, values), maxRate, namesMayChange };
  return { ...values, file, journal, shard, headers, input: readInputOptions(values), passed };
}

const wrong = (option: string, problem: string) => new UsageError(`${option} ${problem}`, option);

/** The library validates the rest. */
function readInputOptions(values: ValuesOf<typeof OPTIONS>): Every<ReadPlantsOptions> {
  const { columns, delimiter, multiline } = values;
  return {
    format: values.format as ReadPlantsOptions["format"],
    quotes: values.quotes as ReadPlantsOptions["quotes"],
    escape: values.escape as ReadPlantsOptions["escape"],
    null: values.null,
    columns: columns && readColumns(columns),
    delimiter: delimiter === "\\t" ? "\t" : delimiter,
    multiline,
  };
}

/** @param lists such as `id=sku,name=title`. A column can have commas in its name */
function readColumns(lists: readonly string[]): PlantColumns {
  const pairs = lists
    .flatMap((list) => list.split(/,(?=\s*\w+\s*=)/))
    .map((pair) => pair.split(/=(.*)/s).map((part) => part.trim()));
  const columns = Object.fromEntries(pairs);
  const isComplete = Object.values(columns).filter(Boolean).length === pairs.length;
  if (isComplete && isColumns(columns)) return columns;
  throw wrong(
    "--columns",
    "must be a list such as id=sku,name=title, with one column for a field and no column for two.",
  );
}

/** @param texts such as `x-request-id: {row}-{attempt}` */
function readHeaders(texts: readonly string[]) {
  const headers = texts.map((text) => {
    if (/\{(?!(?:row|attempt)\})[^{}"]*\}/.test(text))
      throw wrong("--header", "can have no placeholders but {row} and {attempt}.");
    const [, name, value] = /^([\w!#$%&'*+.^`|~-]+):\s*([\t -~\u0080-\u00ff]*)$/.exec(text) ?? [];
    if (name !== undefined && value !== undefined) return [name, value] as [string, string];
    // The text is not shown: it may contain a secret.
    throw wrong("--header", 'must be a header such as "x-request-id: {row}-{attempt}".');
  });
  try {
    // Otherwise, the client would reject them when the first row is sent.
    new PlantStoreClient({ baseUrl: "https://plants.example", token: null, headers });
  } catch {
    throw wrong("--header", "must not be a header that the client or fetch sets, such as authorization.");
  }
  return ({ row, attempt }: ImportedRowRequest) =>
    headers.map(([name, value]): [string, string] => [
      name,
      value.replaceAll("{row}", row).replaceAll("{attempt}", String(attempt)),
    ]);
}

/** One for all inputs of a folder, because tomorrow's input has another name. */
function defaultJournal(file: string, shard: Shard | undefined, isDryRun: boolean): string {
  if (shard) throw wrong("--journal", "is needed with --shard: each shard has a journal of its own.");
  if (file !== "-") return join(dirname(file), "plant-store-journal.db");
  if (isDryRun) return ":memory:";
  throw wrong("--journal", "is needed for standard input, which has no folder.");
}
