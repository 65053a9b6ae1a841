/** The journal's entries. */
import type { NewPlant } from "../../src/contract/schemas.ts";
import type { Fault } from "../faults/fault.ts";
import { copy } from "./copy.ts";
import { bearerToken, bodyText, type ServiceRequest } from "./protocol.ts";

/** A request that the store received, and its result. CORS preflights and health checks are not recorded. */
export interface RecordedRequest {
  method: string;
  url: string;
  /** The headers, with lower-case names. Without `authorization`, `proxy-authorization` and `cookie`. */
  headers: Record<string, string>;
  /** When the request had arrived completely, ms since 1970. */
  time: number;
  /** The body as text; only the first MiB of a larger body. The command keeps 16 KiB. */
  body: string;
  /** The plant in the body, if it is valid. Its id is a number if that is exact, otherwise a bigint. */
  plant?: NewPlant | undefined;
  /** Whether the request has created its plant, whatever the client was told. */
  created: boolean;
  /** The bearer token, if one was sent. */
  token?: string | undefined;
  /** Response status; absent until a response is sent, and if none is sent. */
  status?: number | undefined;
  /** Why the request was rejected: the message of a 4xx, or of a 500 if the mock itself failed. */
  reason?: string | undefined;
  /** The fault that was applied to this request. Never `repeat` or `when`, but what they contain. */
  fault?: Fault | undefined;
}

const SECRET_HEADERS = ["authorization", "proxy-authorization", "cookie"];

/**
 * Makes the journal's entry for a request.
 *
 * @param maxBody how much of the body to keep, bytes
 */
export function recordRequest(request: ServiceRequest, maxBody: number): RecordedRequest {
  const { method, url, body } = request;
  const headers = Object.fromEntries(
    Object.entries(request.headers)
      .filter(([name]) => !SECRET_HEADERS.includes(name))
      .map(([name, value]) => [name, String(value)]), // node:http makes an array of `set-cookie`.
  );
  const token = bearerToken(request);
  const text = bodyText(body, maxBody);
  const kept = body.length > maxBody ? withoutPartOfToken(text, token) : text;
  const record = { method, url, headers, time: Date.now(), body: kept, created: false };
  return token === undefined ? record : { ...record, token };
}

/** A shortened body can end in the middle of the token. Nobody could recognize that part later. */
function withoutPartOfToken(text: string, token = ""): string {
  for (let length = token.length - 1; length >= MIN_TOKEN_LENGTH; length--) {
    if (text.endsWith(token.slice(0, length))) return text.slice(0, -length);
  }
  return text;
}

/** A shorter token could be part of an ordinary word or number, and is not redacted. */
const MIN_TOKEN_LENGTH = 8;

/**
 * Returns a copy of an entry without its token, for readers outside this process. If the client also wrote the token
 * elsewhere, such as into the URL or the body, `[token]` replaces it there.
 */
export function withoutToken(record: RecordedRequest): Omit<RecordedRequest, "token"> {
  const { token, ...rest } = record;
  return redactToken(rest, token);
}

/** Returns a copy of plain data with `[token]` in place of a token. */
export function redactToken<T>(value: T, token = ""): T {
  if (token.length < MIN_TOKEN_LENGTH) return copy(value);
  return copy(value, (text) => {
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
