/** The request headers that a caller may add. */
import { PlantStoreConfigurationError } from "./errors.ts";

/** What the client sets itself, and the request headers that fetch forbids (Fetch Standard, section 2.2.2). */
const RESERVED_NAME =
  /^(authorization|content-type|accept-charset|accept-encoding|access-control-request-.*|connection|content-length|cookie2?|date|dnt|expect|host|keep-alive|origin|referer|set-cookie|te|trailer|transfer-encoding|upgrade|via|proxy-.*|sec-.*)$/i;

/** A name as names are; anything else is not shown, since a whole header line may have gone into it. */
const PLAIN_NAME = /^[\w-]+$/;

/**
 * Headers by lower-case name, those without a value left out.
 *
 * @throws PlantStoreConfigurationError naming the header. It never shows a value: it may be a secret.
 */
export function checkHeaders(headers: Record<string, string | undefined> | Headers): Record<string, string> {
  const checked = new Headers();
  for (const [name, value] of Symbol.iterator in headers ? headers : Object.entries(headers)) {
    if (value === undefined) continue;
    if (RESERVED_NAME.test(name)) {
      throw new PlantStoreConfigurationError(
        "headers",
        `must not hold \`${name}\`: the client or fetch sets it`,
      );
    }
    try {
      checked.set(name, value);
    } catch {
      const problem = PLAIN_NAME.test(name) ? `must give \`${name}\` a value` : "must have names";
      throw new PlantStoreConfigurationError("headers", `${problem} that can stand in a header`);
    }
  }
  return Object.fromEntries(checked);
}
