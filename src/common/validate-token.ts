/** Visible ASCII. Wider than RFC 6750 section 2.1, because the specification does not define the format. */
const VALID_TOKEN = /^[\x21-\x7e]+$/;

export function isValidToken(token: unknown): token is string {
  return typeof token === "string" && VALID_TOKEN.test(token);
}
