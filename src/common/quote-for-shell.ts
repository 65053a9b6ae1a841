/** Quotes text for a shell. */
import { HIDDEN } from "./escape-controls.ts";

/** With the character after a line feed, because a shell removes line feeds from the end of what a command prints. */
const TO_ESCAPE = new RegExp(`'|${HIDDEN.source}+(?:(?<=\n).)?`, "gsu");

/**
 * Quotes an argument for dash, bash and zsh, if necessary, in any locale. Hidden characters are written as
 * `"$(printf '\011')"`, so that a person sees what runs, except for line feeds at the end. NUL, which no argument can contain,
 * is left out.
 */
export function quoteForShell(argument: string): string {
  // In zsh, `=` at the start names a command.
  if (/^[\w@%+:,./-][\w@%+=:,./-]*$/.test(argument)) return argument;
  const text = argument.replaceAll("\0", "");
  let end = text.length;
  while (text[end - 1] === "\n") end--;
  const quoted = text
    .slice(0, end)
    .replace(TO_ESCAPE, (found) => (found === "'" ? "'\\''" : `'"$(printf '${toOctal(found)}')"'`));
  return `'${quoted}${text.slice(end)}'`;
}

/** Its bytes in UTF-8, such as `\011`. */
function toOctal(text: string): string {
  const bytes = Array.from(new TextEncoder().encode(text));
  return bytes.map((byte) => `\\${byte.toString(8).padStart(3, "0")}`).join("");
}
