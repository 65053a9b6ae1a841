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
export const EXIT_INTERRUPTED = 130;

/**
 * Lets a command continue if nobody reads its output (EPIPE), as with `| head -1`. If the output is lost for another reason,
 * such as a full disk, the exit code is at least 1.
 */
export function watchOutput(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on("error", ({ code }: NodeJS.ErrnoException) => {
      if (code === "EPIPE") return;
      process.once("exit", () => {
        process.exitCode ||= 1;
      });
    });
}

/** Ends the process if Node is too old: otherwise, the command would fail in the middle of its work. */
export function exitOnOldNode(): void {
  try {
    requireNode("plant-store-sdk");
  } catch (error) {
    console.error((error as Error).message);
    process.exit(EXIT_USAGE);
  }
}
