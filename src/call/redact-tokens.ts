/** Replaces bearer tokens in whatever a server sends back, so that an echoed token goes no further. */
import { isObject } from "./read-options.ts";

/** A shorter token could be part of an ordinary word, and is not redacted. */
const MIN_LENGTH = 8;

/** Redacts every token that was added, also if it is escaped for JSON or for a URL. */
export class TokenRedactor {
  /** Longest first, because one token can be part of another. */
  #tokens: string[] = [];

  /** Also redacts the token in lower and upper case: header names arrive in lower case. */
  add(token: string): void {
    for (const spelling of [token, token.toLowerCase(), token.toUpperCase()]) {
      const plain = decodeEscapes(spelling);
      if (plain.length >= MIN_LENGTH) this.#tokens.push(plain);
    }
    this.#tokens.sort((a, b) => b.length - a.length);
  }

  /** Replaces tokens with `[token]`, in a string or in any JSON value, including the names of members. */
  redact<T>(value: T): T;
  redact(value: unknown): unknown {
    if (isObject(value)) {
      const redact = (item: unknown) => this.redact(item);
      return Array.isArray(value)
        ? value.map(redact)
        : Object.fromEntries(Object.entries(value).map(redact) as [string, unknown][]);
    }
    // Fast path. Escapes only make a text longer.
    if (typeof value !== "string" || value.length < (this.#tokens.at(-1)?.length ?? 0)) return value;
    const plain = decodeEscapes(value);
    let redacted = plain;
    for (const token of this.#tokens) redacted = redacted.replaceAll(token, "[token]");
    return redacted === plain ? value : redacted;
  }

  /** Works like `redact`, for a text that may end in the middle of a token. */
  redactExcerpt(text: string): string {
    const redacted = this.redact(text);
    const plain = decodeEscapes(redacted.replace(INCOMPLETE_ESCAPE, ""));
    for (const token of this.#tokens) {
      for (let { length } = token; length >= MIN_LENGTH; length--) {
        if (plain.endsWith(token.slice(0, length))) return `${plain.slice(0, -length)}[token]`;
      }
    }
    return redacted;
  }

  /** Returns the headers, or a redacted copy if one contains a token. Removes headers with a token in their name. */
  redactHeaders(headers: Headers): Headers {
    for (const field of headers) {
      if (field.some((text) => this.redact(text) !== text)) {
        // A header name cannot contain a bracket, so a bracket means "[token]".
        return new Headers(this.redact([...headers]).filter(([name]) => !name.includes("[")));
      }
    }
    return headers;
  }
}

/** Escapes in JSON (`\/`, `\u002f`) and in URLs, which can be escaped more than once (`%2f`, `%252f`). */
const ESCAPED = /(?:\\u00|%(?:25)*)([2-7][\da-f])|\\(?=\W)/gi;

const INCOMPLETE_ESCAPE = /(\\(u[\da-f]{0,3})?|%(25)*[\da-f]?)$/i;

function decodeEscapes(text: string): string {
  return text.replace(ESCAPED, (_, hex) => (hex ? String.fromCharCode(Number.parseInt(hex, 16)) : ""));
}
