/** Quotes text for a shell. Used by every command that is printed. */

/** What a terminal would interpret or hide instead of showing it. */
const HIDDEN = /\p{Cc}|\p{Cf}/u;

/** Quotes an argument for a POSIX shell, if necessary. Control and invisible characters are written as `$'\011'`. */
export function quoteForShell(argument: string): string {
  if (/^[\w@%+=:,./-]+$/.test(argument)) return argument;
  if (!HIDDEN.test(argument)) return `'${argument.replaceAll("'", "'\\''")}'`;
  const escaped = argument
    .replace(/[\\']/g, "\\$&")
    .replace(/\p{Cc}|\p{Cf}/gu, (character) =>
      Array.from(
        new TextEncoder().encode(character),
        (byte) => `\\${byte.toString(8).padStart(3, "0")}`,
      ).join(""),
    );
  return `$'${escaped}'`;
}
