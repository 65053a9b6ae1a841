/** Replaces bearer tokens in what is shown of requests and responses, so that an echoed token goes no further. */

/** A shorter token could be part of an ordinary word, and is not redacted. */
const MIN_LENGTH = 8;

const MASK = "[token]";

/**
 * Redacts every token that was added, in lower and upper case, and also if it is escaped for JSON, a URL or HTML. Takes time
 * that is linear in the text, whatever the token: both can be hostile.
 */
export class TokenRedactor {
  /** As they are and without escapes, in lower case. */
  readonly #tokens: string[] = [];

  add(token: string): void {
    for (const [plain] of readingsOf(token))
      if (plain.length >= MIN_LENGTH && !this.#tokens.includes(plain)) this.#tokens.push(plain);
  }

  /**
   * Replaces the characters of each token with `[token]`, and no others.
   *
   * @param isCut whether the text may end in the middle of a token
   */
  redact(text: string, isCut = false): string {
    // Fast path. Escapes only make a text longer.
    if (!isCut && this.#tokens.every((token) => token.length > text.length)) return text;
    const found: Range[] = [];
    for (const part of isCut ? [text, text.replace(LAST_ESCAPE, "")] : [text])
      for (const [plain, starts] of readingsOf(part))
        for (const token of this.#tokens)
          for (const range of findToken(plain, token, isCut))
            found.push(range.map((index) => starts?.[index] ?? index) as Range);
    let masked = "";
    let end = 0;
    // They can overlap, because one token can be part of another.
    for (const [from, to] of found.sort(([a], [b]) => a - b)) {
      if (from >= end) masked += text.slice(end, from) + MASK;
      end = Math.max(end, to);
    }
    return masked + text.slice(end);
  }

  /** Returns the headers, or a redacted copy if one contains a token. Removes headers with a token in their name. */
  redactHeaders(headers: Headers): Headers {
    const isClean = (text: string) => this.redact(text) === text;
    if ([...headers].every((field) => field.every(isClean))) return headers;
    const redacted = new Headers();
    for (const [name, value] of headers) if (isClean(name)) redacted.append(name, this.redact(value));
    return redacted;
  }
}

/** The end is exclusive. Infinity stands for the end of the text. */
type Range = [from: number, to: number];

/**
 * A character that is escaped in JSON (`\/`, `\u002f`), in a URL (`%2f`, also more than once: `%252f`) or in HTML (`&#x2f;`,
 * `&#47;`, `&amp;`). Backslashes are left out everywhere, because JSON in JSON has any number of them.
 */
const ESCAPED = /\\*(?:(?:\\u00|%(?:25)*)([2-7][\da-f])|&(?:amp;)*(#\w+|amp|[lg]t|quot|apos);)|\\+(.?)/gs;

/** The last escape of a text, which can be incomplete. */
const LAST_ESCAPE = /[\\%&][#;\w]*$/;

const HTML_NAMES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/**
 * The text in lower case, as header names arrive: as it is and, if it has escapes, without them.
 *
 * @returns `starts` has the position in the text of each character, and of the end. By default, it is the same
 */
function readingsOf(given: string): [plain: string, starts?: number[]][] {
  const text = toLowerCase(given);
  if (!/[\\%&]/.test(text)) return [[text]];
  const starts: number[] = [];
  let end = 0;
  const addStarts = (limit: number) => {
    while (end < limit) starts.push(end++);
  };
  const plain = text.replace(
    ESCAPED,
    (escaped: string, hex: string, html = `#x${hex}`, character: string | undefined, index: number) => {
      addStarts(index + 1);
      end = index + escaped.length;
      return character ?? HTML_NAMES[html] ?? String.fromCharCode(Number(html.replace("#", "0")));
    },
  );
  addStarts(text.length + 1);
  return [[text], [toLowerCase(plain), starts]];
}

/** Keeps the length: U+0130 is the only character that would become longer. */
const toLowerCase = (text: string) => text.replaceAll("\u0130", "i").toLowerCase();

/**
 * Compares slices, which engines do many bytes at a time. `indexOf` and loops take seconds for 1 MB if a token and a text
 * repeat the same characters.
 */
function findToken(text: string, token: string, isCut: boolean): Range[] {
  const found: Range[] = [];
  const beginning = token.slice(0, MIN_LENGTH);
  let from = text.indexOf(beginning);
  while (from >= 0) {
    const part = text.slice(from, from + token.length);
    const isFound = isCut ? token.startsWith(part) : part === token;
    if (isFound) found.push([from, part === token ? from + token.length : Number.POSITIVE_INFINITY]);
    from = text.indexOf(beginning, from + (isFound ? token.length : 1));
  }
  return found;
}
