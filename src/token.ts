/** The bearer token: it travels in one header, and is kept out of everything else. */
import type { Call } from "./call.ts";
import { PlantStoreConfigurationError } from "./errors.ts";
import type { Settings } from "./options.ts";

/** Visible ASCII: wider than RFC 6750 section 2.1, since the specification leaves the format open. */
const USABLE = /^[\x21-\x7e]+$/;

/** @throws PlantStoreConfigurationError without showing the token. */
export function checkToken(token: Settings["token"]): Settings["token"] {
  if (typeof token === "function" || isUsable(token)) return token;
  throw new PlantStoreConfigurationError("token", REQUIREMENT);
}

const REQUIREMENT =
  "must be a string of visible ASCII characters, without spaces and without the word Bearer";

function isUsable(token: unknown): token is string {
  return typeof token === "string" && USABLE.test(token);
}

/** The token for a call's next attempt; a function is asked each time, so that an expired token can be replaced. */
export async function nextToken(call: Call): Promise<string> {
  const { token } = call.settings;
  const value = typeof token === "string" ? token : await askForToken(token, call);
  call.tokens.add(value);
  return value;
}

async function askForToken(token: () => string | Promise<string>, call: Call): Promise<string> {
  let value: unknown;
  try {
    value = await token();
  } catch (cause) {
    throw new PlantStoreConfigurationError("token", "is a function that failed; the `cause` says why", {
      ...call.details,
      cause,
    });
  }
  if (isUsable(value)) return value;
  throw new PlantStoreConfigurationError("token", `is a function whose result ${REQUIREMENT}`, call.details);
}

/** A shorter token is likely to be part of an ordinary word, which must stay as it is. */
const SHORTEST_REDACTED = 8;

/** Text that a peer sent, with every copy of the tokens that it may have echoed replaced by `[token]`. */
export function redact(text: string, tokens: Iterable<string>): string {
  let redacted = text;
  // The longest first: another may be its beginning.
  for (const token of [...tokens].sort((a, b) => b.length - a.length)) {
    if (token.length < SHORTEST_REDACTED) continue;
    redacted = redacted.replace(echoOf(token), "[token]");
    // A text that breaks off may end within a token.
    const start = redacted.lastIndexOf(token.slice(0, SHORTEST_REDACTED));
    if (start >= 0 && token.startsWith(redacted.slice(start)))
      redacted = `${redacted.slice(0, start)}[token]`;
  }
  return redacted;
}

/** A token as servers write it: a sign in it also as `\/` or `\u002f`, by JSON's rules, or `%2f`, by a URL's. */
function echoOf(token: string): RegExp {
  const pattern = token.replace(/\W/g, (sign) => {
    const hex = sign.charCodeAt(0).toString(16);
    return `(?:\\\\?\\${sign}|(?:\\\\u00|%)${hex})`;
  });
  return new RegExp(pattern, "gi");
}

/** {@link redact} for headers: a copy where one of them echoes a token. */
export function redactHeaders(headers: Headers, tokens: Iterable<string>): Headers {
  const entries = Array.from(headers, ([name, value]): [string, string] => [name, redact(value, tokens)]);
  return new Headers(entries);
}
