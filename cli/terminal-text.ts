/** Text for a terminal that is at least 80 columns wide. */

/** Longer lines are hard to read. */
const MAX_COLUMNS = 100;

/** For output that is not a terminal, and for terminals that report 0. */
const DEFAULT_COLUMNS = 80;

export const formatCount = (count: number) => count.toLocaleString("en-US");

/** `1 row`, or `2 rows`. */
export const plural = (count: number, noun: string) =>
  `${formatCount(count)} ${noun}${count === 1 ? "" : "s"}`;

/** Removes what would control the terminal. A store or a file may contain it. */
export const withoutControls = (text: string) => text.replace(/\p{Cc}/gu, "");

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

/** A path as an argument. Without the folder, a name such as `-x` would be an option. */
export const asArgument = (path: string) => (/^-./.test(path) ? `./${path}` : path);

/** Quotes an argument for a POSIX shell, if necessary. */
export function quote(argument: string): string {
  return /^[\w@%+=:,./-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", "'\\''")}'`;
}

/** Writes the parts of a command on as few lines as possible, for a POSIX shell. */
export function continueLines(parts: string[]): string {
  let text = " ";
  let length = 1;
  for (const part of parts) {
    if (length + part.length + 3 > 80 && length > 1) {
      text += " \\\n   ";
      length = 3;
    }
    text += ` ${part}`;
    length += part.length + 1;
  }
  return text;
}
