/** What a peer may write of the tokens that it was sent: it must go no further. */

/** A shorter token is likely to be part of an ordinary word, which must stay as it is. */
const SHORTEST_REDACTED = 8;

/** Every copy of the tokens that a peer has been sent, however JSON or a URL writes them. */
export class Echo {
  /** The longest first: another may be a part of it. */
  #tokens: string[] = [];

  /** From now on this token is replaced too, also in one case, as the names of headers come. */
  add(token: string): void {
    for (const spelling of [token, token.toLowerCase(), token.toUpperCase()]) {
      const plain = withoutEscapes(spelling);
      if (plain.length >= SHORTEST_REDACTED) this.#tokens.push(plain);
    }
    this.#tokens.sort((a, b) => b.length - a.length);
  }

  /** A text, or a value as JSON has them, with `[token]` in place of every copy, in the names of members too. */
  redact<T>(value: T): T;
  redact(value: unknown): unknown {
    if (typeof value === "object" && value !== null) {
      const redact = (item: unknown) => this.redact(item);
      return Array.isArray(value)
        ? value.map(redact)
        : Object.fromEntries(Object.entries(value).map(redact) as [string, unknown][]);
    }
    // Escapes only make a text longer.
    if (typeof value !== "string" || value.length < (this.#tokens.at(-1)?.length ?? 0)) return value;
    const plain = withoutEscapes(value);
    let redacted = plain;
    for (const token of this.#tokens) redacted = redacted.replaceAll(token, "[token]");
    return redacted === plain ? value : redacted;
  }

  /** A text, which may break off within a token, likewise. */
  redactExcerpt(text: string): string {
    const redacted = this.redact(text);
    for (const token of this.#tokens) {
      for (let { length } = token; length >= SHORTEST_REDACTED; length--) {
        if (redacted.endsWith(token.slice(0, length))) return `${redacted.slice(0, -length)}[token]`;
      }
    }
    return redacted;
  }

  /** Headers likewise, in a copy where there is an echo; those that have it in their name are left out. */
  redactHeaders(headers: Headers): Headers {
    for (const field of headers) {
      if (field.some((text) => this.redact(text) !== text)) {
        // No name can hold a bracket of its own.
        return new Headers(this.redact([...headers]).filter(([name]) => !name.includes("[")));
      }
    }
    return headers;
  }
}

/** How JSON writes a sign that a token may have, as `\/` or `\u002f`, and a URL, once or more: `%2f`, `%252f`. */
const ESCAPED = /(?:\\u00|%(?:25)*)([2-7][\da-f])|\\(?=\W)/gi;

function withoutEscapes(text: string): string {
  return text.replace(ESCAPED, (_, hex) => (hex ? String.fromCharCode(Number.parseInt(hex, 16)) : ""));
}
