/** The command `plant-store-sdk journal`: shows what the journals of an import say. */

import { PlantStoreImportError } from "../src/import/index.ts";
import { parseRowKey } from "../src/import/input/row-key.ts";
import { NOT_IN_JOURNAL, whyCertain } from "../src/import/journal/decisions.ts";
import { readJournal } from "../src/import/journal/open-journal.ts";
import { VERSION } from "../src/version.ts";
import { formatUnknownRow } from "./import/unknown-file.ts";
import { JournalSet } from "./journal/journal-set.ts";
import { formatJournals } from "./journal/text-report.ts";
import { formatJson, print } from "./terminal-text.ts";
import { EXIT_USAGE, HELP, parseArguments, UsageError } from "./usage-error.ts";

const USAGE = `FILE... [options]
       plant-store-sdk journal FILE --row KEY

Counts the rows of one journal, or of the journals of all shards, and lists
the rows that may exist and the rows that are in two journals.

With --row, prints the line that corrects a decision about a row. Change its
"outcome" to "created", "not-created" or "unknown", save it in a file, and pass
that file to plant-store-sdk import --resolve. The journal is not changed.

  --json     print objects, one per line
  --row KEY  the row, such as 42:9f86d081884c7d65: see "row" in the lists and
             events of plant-store-sdk import
  --help     print this help
  --version  print the version

Examples:
  plant-store-sdk journal plant-store-journal.db
  plant-store-sdk journal shard-*.db --json

Exit codes, the first that applies: 2 wrong arguments or journal; 5 an import
uses the journal; 3 some rows may exist; 1 some rows do not exist, or are in
two journals, or --row needs no decision; 0 otherwise.
`;

const EXIT_PROBLEM = 1;
const EXIT_UNKNOWN = 3;
const EXIT_IN_USE = 5;

/**
 * Runs the command. Sets the exit code of the process if it fails.
 *
 * @param argv the arguments after the command's name
 * @param program the command's name, for messages
 */
export async function journalCommand(argv: string[], program: string): Promise<void> {
  try {
    process.exitCode = await run(argv, program);
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof PlantStoreImportError)) throw error;
    print(`${program}: ${error.message}`, process.stderr);
    const isInUse = error instanceof PlantStoreImportError && error.kind === "in-use";
    process.exitCode = isInUse ? EXIT_IN_USE : EXIT_USAGE;
  }
}

async function run(args: string[], program: string): Promise<number> {
  const { values, positionals } = parseArguments({
    args,
    allowPositionals: true,
    options: {
      row: { type: "string" },
      json: { type: "boolean", default: false },
      help: { type: "boolean", short: "h", default: false },
      version: { type: "boolean", default: false },
    },
  });
  if (values.help) print(`Usage: ${program} ${USAGE}`);
  else if (values.version) print(VERSION);
  else if (values.row !== undefined) return printCorrection(oneFile(positionals), values.row, program);
  else if (positionals.length === 0) throw new UsageError(`The journal is missing. ${HELP}`);
  else return printJournals(positionals, values.json);
  return 0;
}

function oneFile([file, ...others]: string[]): string {
  if (file === undefined) throw new UsageError(`The journal is missing. ${HELP}`);
  if (others.length > 0) throw new UsageError(`Unexpected argument. ${HELP}`);
  return file;
}

async function printCorrection(file: string, row: string, program: string): Promise<number> {
  const key = parseRowKey(row);
  if (!key) throw new UsageError("--row must be the key of a row, such as 42:9f86d081884c7d65.");
  const journal = readJournal(file);
  const found = journal.read(key);
  await journal.close();
  const problem = found ? whyCertain(found) : NOT_IN_JOURNAL;
  if (found && problem === undefined) {
    print(formatUnknownRow(found));
    return 0;
  }
  print(`${program}: ${problem}`, process.stderr);
  return EXIT_PROBLEM;
}

async function printJournals(files: string[], isJson: boolean): Promise<number> {
  const journals = new JournalSet(files);
  try {
    if (isJson) for (const event of journals.events()) print(formatJson(event));
    else print(formatJournals(journals));
  } finally {
    await journals.close();
  }
  const { notCreated, unknown, repeated } = journals.total;
  if (unknown > 0) return EXIT_UNKNOWN;
  return notCreated + repeated > 0 ? EXIT_PROBLEM : 0;
}
