/** Validates the request headers that a caller adds. */
import { configurationError } from "../errors.ts";

/** Set by the client, or forbidden by `fetch` (Fetch Standard, section 2.2.2, "forbidden request-header"). */
const RESERVED_NAME =
  /^(authorization|content-type|accept-(charset|encoding)|access-control-request-.*|connection|content-length|cookie2?|date|dnt|expect|host|keep-alive|origin|referer|set-cookie|te|trailer|transfer-encoding|upgrade|via|proxy-.*|sec-.*)$/i;

/** Only such a name is shown in a message: anything else may be a whole header line with a secret. */
const PLAIN_NAME = /^[\w-]+$/;

/**
 * Returns the headers by lower-case name, without undefined ones.
 *
 * @throws PlantStoreConfigurationError with the name but never with a value, which may be a secret
 */
export function validateHeaders(
  headers: Record<string, string | undefined> | Headers,
): Record<string, string> {
  const valid = new Headers();
  for (const [name, value] of Symbol.iterator in headers ? headers : Object.entries(headers)) {
    if (value === undefined) continue;
    if (RESERVED_NAME.test(name)) {
      const advice = /^authorization$/i.test(name) ? "use the `token` option" : "the client or fetch sets it";
      throw configurationError("headers", `must not contain \`${name}\`: ${advice}`);
    }
    try {
      valid.set(name, value);
    } catch {
      const what = PLAIN_NAME.test(name) ? `value of \`${name}\`` : "name";
      throw configurationError("headers", `has an invalid ${what}`);
    }
  }
  return Object.fromEntries(valid);
}
