/** Removes tokens from what readers outside this process get. Takes time that is linear in the text. */
import { copyPlainData } from "./plain-data.ts";
import type { RecordedRequest, SubscribedRequest } from "./recorded-request.ts";

/** A shorter token could be part of an ordinary word or number, and is not redacted. */
const MIN_TOKEN_LENGTH = 8;

const MASK = "[token]";

/** Returns a copy of a recorded request without its token. `[token]` replaces it elsewhere, such as in the URL. */
export function withoutToken(record: RecordedRequest): SubscribedRequest {
  try {
    const { token, ...rest } = record;
    return redactToken(rest, token);
  } catch {
    // Nothing of what could not be redacted may be shown, so the error is not printed either.
    const { method, time, created } = record;
    return { method, url: "[hidden]", headers: {}, time, body: "[hidden]", created };
  }
}

/** Returns a copy of plain data with `[token]` in place of a token. */
export function redactToken<T>(value: T, token = ""): T {
  if (token.length < MIN_TOKEN_LENGTH) return copyPlainData(value);
  return copyPlainData(value, (text) => redactText(text, token));
}

function redactText(text: string, token: string): string {
  const literal = mask(text, findAll(text, token).starts, (start) => [start, start + token.length]);
  if (!/[%\\]/.test(literal)) return literal;
  const { decoded, offsets } = decode(literal);
  const rangeOf = (start: number) => [offsets[start], offsets[start + token.length]];
  return mask(literal, findAll(decoded, token).starts, rangeOf);
}

function mask(text: string, starts: number[], rangeOf: (start: number) => (number | undefined)[]): string {
  let masked = "";
  let last: number | undefined = 0;
  for (const [from, to] of starts.map(rangeOf)) {
    masked += text.slice(last, from) + MASK;
    last = to;
  }
  return masked + text.slice(last);
}

/** A shortened body can end in the middle of the token. Nobody could recognize that part later. */
export function withoutPartOfToken(text: string, token = ""): string {
  if (token.length < MIN_TOKEN_LENGTH) return text;
  const { decoded, offsets } = decode(text);
  const { partial } = findAll(decoded, token);
  return partial < MIN_TOKEN_LENGTH ? text : text.slice(0, offsets[decoded.length - partial]);
}

/** A character that is percent-encoded in UTF-8, or escaped as in JSON. */
const ESCAPE =
  /%[0-7][\da-f]|%[cd][\da-f]%[89ab][\da-f]|%e[\da-f](?:%[89ab][\da-f]){2}|%f[0-7](?:%[89ab][\da-f]){3}|\\u[\da-f]{4}|\\["\\/]/giu;

/** Decodes each escape once. `offsets` has the position in the text of each decoded character, and of the end. */
function decode(text: string): { decoded: string; offsets: number[] } {
  let decoded = "";
  const offsets: number[] = [];
  const copy = (from: number, to: number) => {
    decoded += text.slice(from, to);
    for (let offset = from; offset < to; offset++) offsets.push(offset);
  };
  let end = 0;
  for (const { 0: escaped, index } of text.matchAll(ESCAPE)) {
    copy(end, index);
    end = index + escaped.length;
    const character = unescaped(escaped);
    if (character === undefined) copy(index, end);
    else {
      decoded += character;
      for (let unit = 0; unit < character.length; unit++) offsets.push(index);
    }
  }
  copy(end, text.length + 1);
  return { decoded, offsets };
}

/** Returns undefined if it is not valid UTF-8. */
function unescaped(text: string): string | undefined {
  if (text.startsWith("\\"))
    return text[1] === "u" ? String.fromCharCode(Number.parseInt(text.slice(2), 16)) : text[1];
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Finds a token (Knuth, Morris, Pratt). `indexOf` takes up to the product of both lengths, 0.8 s for 1 MB. */
function findAll(text: string, token: string): { starts: number[]; partial: number } {
  const starts: number[] = [];
  if (!text.includes(token.slice(0, MIN_TOKEN_LENGTH))) return { starts, partial: 0 };
  const borders = bordersOf(token);
  let matched = 0;
  for (let index = 0; index < text.length; index++) {
    matched = advance(token, borders, matched, text.charCodeAt(index));
    if (matched < token.length) continue;
    starts.push(index + 1 - matched);
    matched = 0;
  }
  // The length of the token's part at the end of the text.
  return { starts, partial: matched };
}

/** For each length of a prefix, the length of the longest other prefix that it ends with. */
function bordersOf(token: string): number[] {
  const borders = [0, 0];
  for (let length = 1; length < token.length; length++)
    borders.push(advance(token, borders, borders[length] as number, token.charCodeAt(length)));
  return borders;
}

function advance(token: string, borders: number[], matched: number, code: number): number {
  let length = matched;
  while (length > 0 && token.charCodeAt(length) !== code) length = borders[length] as number;
  return token.charCodeAt(length) === code ? length + 1 : 0;
}
