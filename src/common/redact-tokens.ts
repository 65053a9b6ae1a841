/** Replaces bearer tokens in what errors show of a response, so that an echoed token goes no further. */

/** A shorter token could be part of an ordinary word, and is not redacted. */
const MIN_LENGTH = 8;

const MASK = "[token]";

/** Redacts every token that was added, in lower and upper case, and also if it is escaped for JSON, a URL or HTML. */
export class TokenRedactor {
  /** As `decode` writes them. Longest first, because one token can be part of another. */
  #tokens: string[] = [];

  add(token: string): void {
    const plain = decode(token);
    if (plain.length < MIN_LENGTH || this.#tokens.includes(plain)) return;
    this.#tokens.push(plain);
    this.#tokens.sort((a, b) => b.length - a.length);
  }

  /** Replaces the characters of each token with `[token]`, and no others. */
  redact(text: string): string {
    return this.#tokens.reduce(replaceToken, text);
  }

  /** Works like `redact`, for a text that may end in the middle of a token. */
  redactExcerpt(text: string): string {
    const redacted = this.redact(text);
    const complete = redacted.replace(INCOMPLETE_ESCAPE, "");
    const plain = decode(complete);
    for (const token of this.#tokens) {
      for (let { length } = token; length >= MIN_LENGTH; length--) {
        if (plain.endsWith(token.slice(0, length)))
          return redacted.slice(0, startsOf(complete)[plain.length - length]) + MASK;
      }
    }
    return redacted;
  }

  /** Returns the headers, or a redacted copy if one contains a token. Removes headers with a token in their name. */
  redactHeaders(headers: Headers): Headers {
    for (const field of headers) {
      if (field.some((text) => this.redact(text) !== text)) {
        const fields = [...headers].map(([name, value]): [string, string] => [name, this.redact(value)]);
        return new Headers(fields.filter(([name]) => this.redact(name) === name));
      }
    }
    return headers;
  }
}

function replaceToken(text: string, token: string): string {
  if (text.length < token.length) return text; // Fast path. Escapes only make a text longer.
  const plain = decode(text);
  let found = plain.indexOf(token);
  if (found < 0) return text;
  const starts = startsOf(text);
  let replaced = "";
  let end = 0;
  for (; found >= 0; found = plain.indexOf(token, found + token.length)) {
    replaced += text.slice(end, starts[found]) + MASK;
    end = starts[found + token.length] ?? text.length;
  }
  return replaced + text.slice(end);
}

/** Escapes in JSON (`\/`, `\u002f`), in URLs, which can be escaped more than once (`%2f`, `%252f`), and in HTML (`&#x2f;`, `&#47;`). */
const ESCAPED = /(?:\\u00|%(?:25)*)([2-7][\da-f])|&#x0*([2-7][\da-f]);|&#0*([1-9]\d{1,2});|\\(?=\W)/gi;

/** A character with its escapes. */
const CHARACTER = /(?:\\(?=\W))*(?:(?:\\u00|%(?:25)*)[2-7][\da-f]|&#x0*[2-7][\da-f];|&#0*[1-9]\d{1,2};|.)/gis;

const INCOMPLETE_ESCAPE = /(\\(u[\da-f]{0,3})?|%(25)*[\da-f]?|&(#x?[\da-f]{0,9})?)$/i;

/** The text without escapes, in lower case: header names arrive in lower case. */
function decode(text: string): string {
  const plain = text.replace(ESCAPED, (_, hex, htmlHex, decimal) => {
    const code = decimal ?? Number.parseInt(hex ?? htmlHex, 16);
    return code ? String.fromCharCode(code) : "";
  });
  return plain.replaceAll("\u0130", "i").toLowerCase(); // The only character that would become longer.
}

/** Where each character of the decoded text begins in the text. */
function startsOf(text: string): number[] {
  return Array.from(text.matchAll(CHARACTER), ({ index }) => index);
}
