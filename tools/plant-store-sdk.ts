#!/usr/bin/env node
/** The command `plant-store-sdk`: runs one of its subcommands. */
import { VERSION } from "../src/version.ts";
import { type Command, EXIT_USAGE, exitOnOldNode, watchOutput } from "./terminal/command.ts";
import { print } from "./terminal/print.ts";

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

const COMMANDS = new Map<string, () => Promise<Command>>([
  ["check", async () => (await import("./check/command/check-command.ts")).checkCommand],
  ["import", async () => (await import("./import/command/import-command.ts")).importCommand],
  ["journal", async () => (await import("./import/command/journal-command.ts")).journalCommand],
  ["mock", async () => (await import("./mock/mock-command.ts")).mock],
]);

exitOnOldNode();
watchOutput();
const [name = "--help", ...args] = process.argv.slice(2);
const load = COMMANDS.get(name);
if (name === "import" || name === "journal") loadSqlite();
if (load) await (await load())(args, `plant-store-sdk ${name}`);
else if (name === "--help" || name === "-h") print(USAGE);
else if (name === "--version") print(VERSION);
else {
  // The argument is not shown: it may be part of a token.
  print(
    `plant-store-sdk: Unknown command. Use ${[...COMMANDS.keys()].join(", ")}, or --help.`,
    process.stderr,
  );
  process.exitCode = EXIT_USAGE;
}

/** Without the warning of Node 22 that it is experimental: nothing of it has changed since. */
function loadSqlite(): void {
  const { emitWarning } = process;
  process.emitWarning = () => {};
  process.getBuiltinModule("node:sqlite");
  process.emitWarning = emitWarning;
}
