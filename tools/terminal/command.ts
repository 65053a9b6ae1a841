/** What commands have in common. */
import { requireNode } from "../../src/common/require-node.ts";

/**
 * Runs a command. Sets the exit code of the process.
 *
 * @param argv the arguments after its name
 * @param program its name, for messages
 */
export type Command = (argv: string[], program: string) => Promise<void>;

/** For wrong arguments, and for files that cannot be used. */
export const EXIT_USAGE = 2;
/** Some rows may exist. */
export const EXIT_UNKNOWN = 3;
/** Another process uses the journal. */
export const EXIT_IN_USE = 5;
export const EXIT_INTERRUPTED = 130;

/** Ends the process if Node is too old: otherwise, the command would fail in the middle of its work. */
export function exitOnOldNode(): void {
  try {
    requireNode("plant-store-sdk");
  } catch (error) {
    console.error((error as Error).message);
    process.exit(EXIT_USAGE);
  }
}
