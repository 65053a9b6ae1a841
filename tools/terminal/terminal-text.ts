/** Text for a terminal that is at least 80 columns wide. */

import { stringifyJson } from "../../src/contract/json.ts";
import { escapeUnits } from "../../src/escape-controls.ts";

/** Longer lines are hard to read. */
const MAX_COLUMNS = 100;

/** For output that is not a terminal, and for terminals that report 0. */
const DEFAULT_COLUMNS = 80;

export const formatCount = (count: number) => count.toLocaleString("en-US");

/** `1 row`, or `2 rows`. */
export const plural = (count: number, noun: string) =>
  `${formatCount(count)} ${noun}${count === 1 ? "" : "s"}`;

/**
 * Makes one line, without what would control the terminal, is invisible or changes the direction of text. A store or a file
 * may contain it.
 */
export const withoutControls = (text: string) => text.replace(/\n\s*/g, " ").replace(/\p{Cc}|\p{Cf}/gu, "");

/** Everything of that except line breaks, and except what `styleText` writes: colors, bold and dim. */
const CONTROLS = new RegExp(`(${"\u001b"}\\[(?:[12]|22|3[1-9])m)|[^\\P{Cc}\\n]|\\p{Cf}`, "gu");

/**
 * Prints lines. Everything that a command prints passes through here, so that no name of a file, row of an input or message of
 * a store controls the terminal.
 *
 * @returns false if the reader of the stream is slow
 */
export function print(text: string, stream: NodeJS.WritableStream = process.stdout): boolean {
  return stream.write(text.replace(CONTROLS, "$1").replace(/\n?$/, "\n"));
}

/** Prints why a command failed, on one line: the message may quote files, and they could contain colors and lines. */
export function printError(program: string, message: string): void {
  print(`${program}: ${withoutControls(message)}`, process.stderr);
}

/** JSON on one line, with exact integers. What would control a terminal is escaped, so that nothing of it is lost. */
export function formatJson(value: object): string {
  return `${stringifyJson(value)}`.replace(/\p{Cc}|\p{Cf}/gu, escapeUnits);
}

/** Breaks text into lines between words. A longer word, such as a path, stays in one piece. */
export function wrap(text: string, columns = DEFAULT_COLUMNS, indent = ""): string {
  const width = Math.min(columns || DEFAULT_COLUMNS, MAX_COLUMNS);
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/).map(withoutControls)) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = indent + word;
    } else {
      line += line === "" ? word : ` ${word}`;
    }
  }
  return [...lines, line].join("\n");
}

/** Such as `1:05` or `2:00:00`. */
export function formatDuration(seconds: number): string {
  const whole = Math.ceil(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (value: number) => String(value).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
