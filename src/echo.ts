/** What a peer may write of the tokens that it was sent: it must go no further. */

/** A shorter token is likely to be part of an ordinary word, which must stay as it is. */
const SHORTEST_REDACTED = 8;

/** Every copy of the tokens that a peer has been sent, as servers write them. */
export class Echo {
  readonly #tokens = new Set<string>();
  #pattern = /(?!)/g;

  /** From now on this token is replaced too. */
  add(token: string): void {
    if (token.length < SHORTEST_REDACTED) return;
    // The longest first: another may be its beginning.
    const tokens = [...this.#tokens.add(token)].sort().reverse();
    this.#pattern = new RegExp(tokens.map(patternOf).join("|"), "gi");
  }

  /** A value that may be of JSON, with `[token]` in place of every copy, in the names of members too. */
  redact<T>(value: T): T;
  redact(value: unknown): unknown {
    if (typeof value === "string") return value.replace(this.#pattern, "[token]");
    if (Object(value) !== value) return value;
    const redact = (item: unknown) => this.redact(item);
    return Array.isArray(value)
      ? value.map(redact)
      : Object.fromEntries(Object.entries(value as object).map(redact) as [string, unknown][]);
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

  /** Headers likewise; those that have a copy in their name are left out. */
  redactHeaders(headers: Headers): Headers {
    return new Headers(this.redact(Array.from(headers)).filter(([name]) => !name?.includes("[")));
  }
}

/** A token as servers write it: a sign in it also as `\/` or `\u002f`, by JSON's rules, or `%2f`, by a URL's. */
function patternOf(token: string): string {
  return token.replace(/\W/g, (sign) => {
    const hex = sign.charCodeAt(0).toString(16);
    return `(?:\\\\?\\${sign}|(?:\\\\u00|%)${hex})`;
  });
}
