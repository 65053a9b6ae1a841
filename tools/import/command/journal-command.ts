/** The command `plant-store-sdk journal`: shows what the journals of an import say. */
import { type Command, EXIT_USAGE } from "../../terminal/command.ts";
import { formatOptions, type OptionTable, readOptionTable } from "../../terminal/option-table.ts";
import { print, printError, printInfo, withoutControls } from "../../terminal/print.ts";
import { HELP, UsageError } from "../../terminal/usage-error.ts";
import { type JournalCounts, PlantStoreImportError } from "../index.ts";
import { identifyFile, isOpenJournal } from "../input/file-identity.ts";
import { parseRowKey, type RowKey } from "../input/row-key.ts";
import { formatShard } from "../input/shard.ts";
import { NOT_IN_JOURNAL } from "../journal/decisions.ts";
import type { Journal } from "../journal/journal.ts";
import { openJournalFile } from "../journal/open-journal.ts";
import { EXIT_IN_USE, EXIT_NOT_CREATED, EXIT_UNKNOWN } from "./ends.ts";
import { formatUnknownRow } from "./lists.ts";
import { describeCounts } from "./progress-display.ts";

const OPTIONS = {
  row: {
    value: "KEY",
    help: 'the row, such as 42:9f86d081884c7d65: see "row" in the lists and events of plant-store-sdk import',
  },
} as const satisfies OptionTable;

const USAGE = `FILE... [options]
       plant-store-sdk journal FILE --row KEY

Counts the rows of one journal, or of the journals of all shards, and lists
the rows that may exist and the rows that are in two journals. A row that was
not created is not counted if another row with its id exists.

With --row, prints the line that corrects a decision about a row. Change its
"outcome" to "created", "not-created" or "unknown", save it in a file, and pass
that file to plant-store-sdk import --resolve. The journal is not changed. A
row that a response of the store has proved stays as it is.

${formatOptions(OPTIONS)}

Examples:
  plant-store-sdk journal plant-store-journal.db
  plant-store-sdk journal shard-*.db

Exit codes, the first that applies: 2 wrong arguments or journal; 5 the
journal is in use; 3 some rows may exist; 1 some rows do not exist, or are in
two journals, or the journal does not contain --row; 0 otherwise.
`;

export const journalCommand: Command = async (argv, program) => {
  try {
    process.exitCode = await run(argv, program);
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof PlantStoreImportError)) throw error;
    printError(program, error.message);
    process.exitCode = "kind" in error && error.kind === "in-use" ? EXIT_IN_USE : EXIT_USAGE;
  }
};

async function run(args: string[], program: string): Promise<number> {
  const { values, positionals: files } = readOptionTable(OPTIONS, args, { allowPositionals: true });
  if (printInfo(values, `${program} ${USAGE}`)) return 0;
  const key = values.row === undefined ? undefined : parseRowKey(values.row);
  if (values.row !== undefined && !key)
    throw new UsageError("--row must be the key of a row, such as 42:9f86d081884c7d65.");
  if (files.length === 0) throw new UsageError(`The journal is missing. ${HELP}`);
  if (key && files.length > 1) throw new UsageError(`Unexpected argument. ${HELP}`);
  const journals: Journal[] = [];
  try {
    for (const file of files) journals.push(openOnce(file));
    return key ? printCorrection(journals, key, program) : printJournals(journals);
  } finally {
    for (const journal of journals) await journal.close();
  }
}

function openOnce(file: string): Journal {
  try {
    return openJournalFile(file);
  } catch (error) {
    const isTwice = (error as PlantStoreImportError).kind === "in-use" && isOpenJournal(identifyFile(file));
    throw isTwice ? new UsageError(`The journal ${file} is given twice.`) : error;
  }
}

function printCorrection([journal]: Journal[], key: RowKey, program: string): number {
  const found = journal?.read(key);
  if (found) print(formatUnknownRow(found));
  else printError(program, NOT_IN_JOURNAL);
  return found ? 0 : EXIT_NOT_CREATED;
}

/** A journal may have a million unknown rows, so each line is printed at once. */
function printJournals(journals: Journal[]): number {
  const total: JournalCounts = { created: 0, exists: 0, notCreated: 0, unknown: 0 };
  for (const journal of journals) {
    const { path, shard, baseUrl } = journal;
    const counts = { ...journal.count(), notCreated: journal.countRows("missing") };
    const owner = `${path}  ${shard ? `shard ${formatShard(shard)}  ` : ""}${baseUrl}`;
    print(`${withoutControls(owner)}\n  ${describeCounts(counts)}`);
    for (const name of Object.keys(total) as (keyof JournalCounts)[]) total[name] += counts[name];
  }
  if (journals.length > 1) print(`\n${journals.length} journals\n  ${describeCounts(total)}`);
  if (total.unknown > 0) print("\nThese may exist:");
  for (const journal of journals) {
    for (const { line, id, name, reason = "its outcome was not recorded" } of journal.unknownRows()) {
      const parts = [`plant ${id}`, name, reason];
      if (line !== undefined) parts.unshift(`line ${line}`);
      if (journals.length > 1) parts.push(journal.path);
      print(`  ? ${parts.map(withoutControls).join("  ")}`);
    }
  }
  let repeated = 0;
  for (const { id, paths } of findRepeatedRows(journals)) {
    if (repeated === 0) print("\nThese are in two journals, so they may exist twice:");
    repeated += 1;
    print(`  plant ${id}  ${withoutControls(paths.join("  "))}`);
  }
  if (total.unknown > 0) return EXIT_UNKNOWN;
  return total.notCreated + repeated > 0 ? EXIT_NOT_CREATED : 0;
}

/** Reads all journals side by side, in the order of their rows. */
function* findRepeatedRows(journals: Journal[]): Generator<{ id: RowKey["id"]; paths: string[] }, void> {
  const heads = journals.map((journal) => {
    const keys = journal.keys();
    return { path: journal.path, keys, key: keys.next().value };
  });
  for (;;) {
    const keys = heads.map(({ key }) => key).filter((key) => key !== undefined);
    const [first] = keys;
    if (!first) return;
    const { id, hash } = keys.reduce((least, key) => (isBefore(key, least) ? key : least), first);
    const same = heads.filter(({ key }) => key?.id === id && key.hash === hash);
    if (same.length > 1) yield { id, paths: same.map(({ path }) => path) };
    for (const head of same) head.key = head.keys.next().value;
  }
}

const isBefore = (a: RowKey, b: RowKey) => a.id < b.id || (a.id === b.id && a.hash < b.hash);
