/** The command `plant-store-sdk journal`: shows what the journal of an import says. */

import { PlantStoreImportError } from "../src/import/index.ts";
import { parseRowKey } from "../src/import/input/row-key.ts";
import { findCorrection } from "../src/import/journal/operator-decisions.ts";
import { RowHistory } from "../src/import/journal/row-history.ts";
import { readJournal } from "../src/import/node/read-journal.ts";
import { VERSION } from "../src/version.ts";
import { formatUnknownRow } from "./import/unknown-file.ts";
import { EXIT_USAGE, HELP, parseArguments, UsageError } from "./usage-error.ts";

const USAGE = `FILE --row KEY

Prints the line that corrects a decision about a row of a journal. Change its
"outcome" to "created", "not-created" or "unknown", save it in a file, and pass
that file to plant-store-sdk import --resolve. The journal is not changed.

  --row KEY  the row, such as 42:9f86d081884c7d65: see "row" in the lists and
             events of plant-store-sdk import
  --help     print this help
  --version  print the version

Exit codes: 0 the line was printed; 1 the row needs no decision, or the journal
does not contain it; 2 wrong arguments or journal.
`;

const EXIT_NO_LINE = 1;

/**
 * Runs the command. Sets the exit code of the process if it fails.
 *
 * @param argv the arguments after the command's name
 * @param program the command's name, for messages
 */
export async function journalCommand(argv: string[], program: string): Promise<void> {
  try {
    await run(argv, program);
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof PlantStoreImportError)) throw error;
    console.error(`${program}: ${error.message}`);
    process.exitCode = EXIT_USAGE;
  }
}

async function run(args: string[], program: string): Promise<void> {
  const { values, positionals } = parseArguments({
    args,
    allowPositionals: true,
    options: {
      row: { type: "string" },
      help: { type: "boolean", short: "h", default: false },
      version: { type: "boolean", default: false },
    },
  });
  if (values.help) return void process.stdout.write(`Usage: ${program} ${USAGE}`);
  if (values.version) return console.log(VERSION);
  const [file, ...others] = positionals;
  if (file === undefined) throw new UsageError(`The journal is missing. ${HELP}`);
  if (others.length > 0) throw new UsageError(`Unexpected argument. ${HELP}`);
  if (values.row === undefined) throw new UsageError(`--row is missing. ${HELP}`);
  const key = parseRowKey(values.row);
  if (!key) throw new UsageError("--row must be the key of a row, such as 42:9f86d081884c7d65.");

  const history = await RowHistory.read({ read: () => readJournal(file), append: async () => {} });
  const found = await findCorrection(history, key);
  if ("line" in found) return void process.stdout.write(formatUnknownRow(found.line));
  console.error(`${program}: ${found.problem}`);
  process.exitCode = EXIT_NO_LINE;
}
