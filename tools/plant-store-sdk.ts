#!/usr/bin/env node
/** The command `plant-store-sdk`: runs one of its subcommands. */
import { VERSION } from "../src/version.ts";
import { requireNode } from "./terminal/require-node.ts";
import { print } from "./terminal/terminal-text.ts";
import { EXIT_USAGE, HELP } from "./terminal/usage-error.ts";

const USAGE = `Usage: plant-store-sdk <command> [options]

Commands:
  check      check whether a running service keeps its contract
  import     create the plants of a file; can be interrupted and continued
  journal    count the rows of the journals of an import, and list unknown ones
  mock       run a Plant Store mock server on this machine

Run \`plant-store-sdk <command> --help\` for the options of a command.

  --help     print this help
  --version  print the version
`;

requireNode();
const [command = "--help", ...args] = process.argv.slice(2);
switch (command) {
  case "check": {
    const { checkCommand } = await import("./check/command/check-command.ts");
    await checkCommand(args, "plant-store-sdk check");
    break;
  }
  case "import": {
    hideSqliteWarning();
    const { importCommand } = await import("./import/command/import-command.ts");
    await importCommand(args, "plant-store-sdk import");
    break;
  }
  case "journal": {
    hideSqliteWarning();
    const { journalCommand } = await import("./import/command/journal-command.ts");
    await journalCommand(args, "plant-store-sdk journal");
    break;
  }
  case "mock": {
    const { mock } = await import("./mock/mock-command.ts");
    await mock(args, "plant-store-sdk mock");
    break;
  }
  case "--help":
  case "-h":
    print(USAGE);
    break;
  case "--version":
    print(VERSION);
    break;
  default:
    // The argument is not shown: it may be part of a token.
    print(`plant-store-sdk: Unknown command. ${HELP}`, process.stderr);
    process.exitCode = EXIT_USAGE;
}

/** Node 22 warns that its SQLite is experimental, although nothing of it has changed since. Other warnings are printed. */
function hideSqliteWarning(): void {
  const { emitWarning } = process;
  process.emitWarning = (warning: string | Error, ...details: never[]) => {
    if (!`${warning}`.includes("SQLite is an experimental feature"))
      emitWarning.call(process, warning, ...details);
  };
}
