/** Removes tokens from what readers outside this process get. */
import { copyPlainData } from "./plain-data.ts";
import type { RecordedRequest, SubscribedRequest } from "./recorded-request.ts";

/** A shortened body can end in the middle of the token. Nobody could recognize that part later. */
export function withoutPartOfToken(text: string, token = ""): string {
  for (let length = token.length - 1; length >= MIN_TOKEN_LENGTH; length--) {
    if (text.endsWith(token.slice(0, length))) return text.slice(0, -length);
  }
  return text;
}

/** A shorter token could be part of an ordinary word or number, and is not redacted. */
const MIN_TOKEN_LENGTH = 8;

/**
 * Returns a copy of a recorded request without its token, for readers outside this process. If the client also wrote the
 * token elsewhere, such as into the URL or the body, `[token]` replaces it there.
 */
export function withoutToken(record: RecordedRequest): SubscribedRequest {
  const { token, ...rest } = record;
  return redactToken(rest, token);
}

/** Returns a copy of plain data with `[token]` in place of a token. */
export function redactToken<T>(value: T, token = ""): T {
  if (token.length < MIN_TOKEN_LENGTH) return copyPlainData(value);
  return copyPlainData(value, (text) => {
    const redacted = text.replaceAll(token, "[token]");
    return hasEscapes(redacted) ? redacted.replaceAll(escapedSpellings(token), "[token]") : redacted;
  });
}

/** Whether a text may be percent-encoded, or escaped as in JSON. */
export function hasEscapes(text: string): boolean {
  return /[%\\]/.test(text);
}

/**
 * Matches a token in which any character may be percent-encoded, or escaped as in JSON. No text can match a character in
 * two ways, which could take exponential time: so `%` and the backslash must be escaped.
 */
function escapedSpellings(token: string): RegExp {
  const utf8 = new TextEncoder();
  const spellings = Array.from(token, (character) => {
    const percent = Array.from(utf8.encode(character), (byte) => `%${hex(byte, 2)}`).join("");
    const json = `\\\\u${hex(character.charCodeAt(0), 4)}`;
    return `(?:${unescaped(character)}|${percent}|${json})`;
  });
  return new RegExp(spellings.join(""), "gi");
}

function unescaped(character: string): string {
  if (character === "%") return "%25";
  if (character === "\\") return "\\\\\\\\";
  const literal = character.replace(/\W/, "\\$&");
  return character === "/" || character === '"' ? `\\\\?${literal}` : literal;
}

function hex(number: number, digits: number): string {
  return number.toString(16).padStart(digits, "0");
}
