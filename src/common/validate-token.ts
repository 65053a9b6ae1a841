/** Wider than RFC 6750 section 2.1, because the specification does not define the format. */
export const TOKEN_FORMAT = "visible ASCII without `Bearer`, spaces or quotes";

export const isVisibleAscii = (value: unknown): value is string =>
  typeof value === "string" && /^[!-~]+$/.test(value);

/** Rejects quotation marks on both sides: `docker run --env-file` keeps those of its file. */
export const isValidToken = (token: unknown): token is string =>
  isVisibleAscii(token) && !/^(["']).*\1$/.test(token);

/** The kind of an invalid token, never the token. */
export function describeInvalidToken(value: unknown): string {
  if (typeof value !== "string") return value === null ? "null" : typeof value;
  if (value === "") return "an empty text";
  if (isVisibleAscii(value)) return "a text in quotation marks";
  if (/[\r\n]/.test(value)) return "a text with a line break";
  return /\s/.test(value) ? "a text with spaces" : "a text with other characters";
}
