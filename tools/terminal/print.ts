/** Prints on a terminal, without what would control it. */
import { escapeUnits, HIDDEN } from "../../src/common/escape-controls.ts";
import { stringifyJson } from "../../src/contract/json.ts";
import { VERSION } from "../../src/version.ts";

/**
 * Makes one line, without what would control the terminal, is invisible or changes the direction of text. A store or a file
 * may contain it.
 */
export const withoutControls = (text: string) => text.replace(/\n\s*/g, " ").replace(HIDDEN, "");

/** Everything of that except line breaks, and except what `styleText` writes: colors, bold and dim. */
const CONTROLS = new RegExp(`(${"\u001b"}\\[(?:[12]|22|3[1-9])m)|(?!\n)${HIDDEN.source}`, "gu");

/** What {@link CONTROLS} cannot change. Most lines are so, and a test of each of their characters takes several times as long. */
const ASCII = /^[\n -~]*$/;

/**
 * Prints lines. All that a command prints, except for unexpected errors, passes through here, so that no name of a file, row
 * of an input or message of a store controls the terminal.
 *
 * @returns false if the reader of the stream is slow
 */
export function print(text: string, stream: NodeJS.WritableStream = process.stdout): boolean {
  const shown = ASCII.test(text) ? text : text.replace(CONTROLS, "$1");
  return stream.write(shown.endsWith("\n") ? shown : `${shown}\n`);
}

/** Prints why a command failed, on one line: the message may quote files, and they could contain colors and lines. */
export function printError(program: string, message: string): void {
  print(`${program}: ${withoutControls(message)}`, process.stderr);
}

/** Prints the help or the version if the arguments ask for it. */
export function printInfo({ help, version }: { help: boolean; version: boolean }, usage: string): boolean {
  if (help || version) print(help ? `Usage: ${usage}` : VERSION);
  return help || version;
}

/** JSON on one line, with exact integers. What would control a terminal is escaped, so that nothing of it is lost. */
export function formatJson(value: object): string {
  return `${stringifyJson(value)}`.replace(HIDDEN, escapeUnits);
}
