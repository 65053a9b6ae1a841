/** Visible ASCII. Wider than RFC 6750 section 2.1, because the specification does not define the format. */
export function isVisibleAscii(value: unknown): value is string {
  return typeof value === "string" && /^[\x21-\x7e]+$/.test(value);
}

/** `docker run --env-file` keeps the quotation marks of its file. */
const QUOTED = /^(["']).*\1$/;

export function isValidToken(token: unknown): token is string {
  return isVisibleAscii(token) && !QUOTED.test(token);
}

/** What a token must be. */
export const TOKEN_FORMAT = "visible ASCII without `Bearer`, spaces or quotation marks around it";

/** The kind of a token that is not valid, never the token. */
export function describeInvalidToken(value: unknown): string {
  if (typeof value !== "string") return value === null ? "null" : typeof value;
  if (value === "") return "an empty text";
  if (QUOTED.test(value)) return "a text in quotation marks";
  if (/[\r\n]/.test(value)) return "a text with a line break";
  return /\s/.test(value) ? "a text with spaces" : "a text with other characters";
}
