/** Words durations, and breaks text into lines, for a terminal that is at least 80 columns wide. */
import { withoutControls } from "./print.ts";

/** Longer lines are hard to read. */
const MAX_COLUMNS = 100;

/** For output that is not a terminal, and for terminals that report 0. */
const DEFAULT_COLUMNS = 80;

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
