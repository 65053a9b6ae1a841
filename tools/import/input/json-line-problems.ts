/** Recognizes JSON that is not NDJSON, although it looks like it. */

const LAST_COMMA = /,\s*$/;

export interface JsonLine {
  /** Whether each backslash before it was doubled. */
  isDoubled: boolean;
  /** Whether it is the first line of several. */
  isFirst: boolean;
}

/** @param text a line that is not valid JSON. Returns why the reading must stop, to follow "Line 1", or undefined if only this line is wrong */
export function findLineProblem(text: string, { isDoubled, isFirst }: JsonLine): string | undefined {
  if (isDoubled && text.includes("\\\\") && isJson(text.replaceAll("\\\\", "\\")))
    return "has doubled backslashes, so the rows before it may be wrong, too. Export the rows as they are: by psql -At instead of COPY, by mysql with --raw.";
  if (!isFirst) return undefined;
  if (LAST_COMMA.test(text) && isJson(text.replace(LAST_COMMA, "")))
    return "is a JSON value and a comma. Write one plant per line, without commas: sed 's/,[[:space:]]*$//' FILE";
  if (!isBeginning(text)) return undefined;
  return `is only the beginning of a JSON value. Write one plant per line: ${joinLines(text)}`;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** A longer line is a row, characters. */
const MAX_BEGINNING = 65_536;

/** Takes linear time, also if the last text does not end. */
const TEXT_OR_BRACKET = /"(?:[^"\\]|\\.)*(?:"|\\?$)|[[{\]}]/g;

/** Whether a line that is not JSON becomes JSON if something follows. */
function isBeginning(text: string): boolean {
  if (text.length > MAX_BEGINNING) return false;
  const brackets = (text.match(TEXT_OR_BRACKET) ?? []).filter((token) => !token.startsWith('"'));
  const open = brackets.reduce(
    (rest, bracket) => (/[[{]/.test(bracket) ? (bracket === "[" ? "]" : "}") + rest : rest.slice(1)),
    "",
  );
  const start = text.replace(LAST_COMMA, "");
  return open !== "" && ["", "null", ":null"].some((next) => isJson(start + next + open));
}

/** A command that writes the plants of a file one per line. @param text its first line */
function joinLines(text: string): string {
  const [, key] = /^\s*\{(?:[^[{]*,)?\s*"([A-Za-z_]\w*)"\s*:\s*\[\s*$/.exec(text) ?? [];
  const all =
    key === undefined
      ? "jq -c . FILE, or jq -c '.PATH[]' FILE if PATH leads to an array of them"
      : `jq -c '.${key}[]' FILE`;
  return `${all} (jq 1.6 rounds long ids).`;
}
