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
  readonly #tokens = new Set<string>();

  add(token: string): void {
    for (const { plain } of readingsOf(token)) if (plain.length >= MIN_LENGTH) this.#tokens.add(plain);
  }

  /** Replaces the characters of each token with `[token]`, and no others. */
  redact(text: string): string {
    return mask(text, this.#find(text));
  }

  /** Works like `redact`, for a text that may end in the middle of a token. */
  redactExcerpt(text: string): string {
    return mask(text, [...this.#find(text), ...this.#find(text.replace(INCOMPLETE_ESCAPE, ""), true)]);
  }

  /** Returns the headers, or a redacted copy if one contains a token. Removes headers with a token in their name. */
  redactHeaders(headers: Headers): Headers {
    const isClean = (text: string) => this.redact(text) === text;
    const fields = [...headers];
    if (fields.every((field) => field.every(isClean))) return headers;
    const named = fields.filter(([name]) => isClean(name));
    return new Headers(named.map(([name, value]): [string, string] => [name, this.redact(value)]));
  }

  /** @param isCut also finds the beginning of a token at the end of the text */
  #find(text: string, isCut?: boolean): Range[] {
    const found: Range[] = [];
    if (this.#tokens.size === 0 || text.length < MIN_LENGTH) return found; // Fast path.
    for (const { plain, starts } of readingsOf(text)) {
      const at = (index: number) => starts?.[index] ?? index;
      for (const token of this.#tokens)
        for (const [from, to] of findToken(plain, token, isCut)) found.push([at(from), at(to)]);
    }
    return found;
  }
}

/** The end is exclusive. */
type Range = [from: number, to: number];

/** Replaces the ranges. They can overlap, because one token can be part of another. */
function mask(text: string, ranges: Range[]): string {
  let masked = "";
  let end = 0;
  for (const [from, to] of ranges.sort(([a], [b]) => a - b)) {
    if (from >= end) masked += text.slice(end, from) + MASK;
    end = Math.max(end, to);
  }
  return masked + text.slice(end);
}

/**
 * A character that is escaped in JSON (`\/`, `\u002f`), in a URL (`%2f`, also more than once: `%252f`) or in HTML (`&#x2f;`,
 * `&#47;`, `&amp;`). Backslashes are left out everywhere, because JSON in JSON has any number of them.
 */
const ESCAPED =
  /\\*(?:(?:\\u00|%(?:25)*)([2-7][\da-f])|&(?:amp;)*(?:#(x?[\da-f]+)|(amp|[lg]t|quot|apos));)|\\+(.?)/gs;

const INCOMPLETE_ESCAPE = /(\\u\w{0,3}|%(25)*\w?|&(amp;)*#?\w*)$/;

const HTML_NAMES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/**
 * The text in lower case, as header names arrive: as it is and, if it has escapes, without them.
 *
 * @returns `starts` has the position in the text of each character, and of the end. By default, it is the same
 */
function readingsOf(given: string): { plain: string; starts?: number[] }[] {
  const text = toLowerCase(given);
  let plain = "";
  let end = 0;
  const starts: number[] = [];
  const copyUntil = (index: number) => {
    plain += text.slice(end, index);
    while (end < index) starts.push(end++);
  };
  for (const { 0: escaped, 1: hex, 2: html, 3: name = "", 4: character, index } of text.matchAll(ESCAPED)) {
    copyUntil(index);
    starts.push(index);
    end += escaped.length;
    plain += character ?? HTML_NAMES[name] ?? String.fromCharCode(Number(hex ? `0x${hex}` : `0${html}`));
  }
  if (end === 0) return [{ plain: text }];
  copyUntil(text.length);
  starts.push(end);
  return [{ plain: text }, { plain: toLowerCase(plain), starts }];
}

/** Keeps the length: U+0130 is the only character that would become longer. */
const toLowerCase = (text: string) => text.replaceAll("\u0130", "i").toLowerCase();

/** Finds a token (Knuth, Morris, Pratt). `indexOf` takes up to the product of both lengths. */
function findToken(text: string, token: string, isCut?: boolean): Range[] {
  const found: Range[] = [];
  if (!text.includes(token.slice(0, MIN_LENGTH))) return found;
  /** For each length of a beginning of the token, the length of the longest other beginning that it ends with. */
  const borders = [0, 0];
  let matched = 0;
  const advance = (code: number) => {
    while (matched > 0 && token.charCodeAt(matched) !== code) matched = borders[matched] as number;
    if (token.charCodeAt(matched) === code) matched++;
    return matched;
  };
  for (let index = 1; index < token.length; index++) borders.push(advance(token.charCodeAt(index)));
  matched = 0;
  for (let index = 0; index < text.length; ) {
    if (advance(text.charCodeAt(index++)) < token.length) continue;
    found.push([index - matched, index]);
    matched = 0;
  }
  if (isCut && matched >= MIN_LENGTH) found.push([text.length - matched, Number.POSITIVE_INFINITY]);
  return found;
}
