/** The request headers that a caller may add. */
import { PlantStoreConfigurationError } from "./errors.ts";

/** RFC 9110 section 5.6.2. */
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;

/** RFC 9110 section 5.5. */
const HEADER_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;

/** What the client sets itself, and the request headers that fetch forbids (Fetch Standard, section 2.2.2). */
const RESERVED_NAME =
  /^(authorization|content-type|accept-charset|accept-encoding|access-control-request-.*|connection|content-length|cookie2?|date|dnt|expect|host|keep-alive|origin|referer|set-cookie|te|trailer|transfer-encoding|upgrade|via|proxy-.*|sec-.*)$/;

/**
 * Headers by lower-case name, those without a value left out.
 *
 * @throws PlantStoreConfigurationError naming the header. It never shows a value: it may be a secret.
 */
export function checkHeaders(headers: Record<string, string | undefined> | Headers): Record<string, string> {
  if (typeof headers !== "object" || headers === null || Array.isArray(headers)) {
    throw refused("must be an object of header names and values, or a Headers");
  }
  const checked: Record<string, string> = {};
  const entries = Symbol.iterator in headers ? headers : Object.entries(headers);
  for (const [name, value] of entries) {
    if (value === undefined) continue;
    const lowerCase = name.toLowerCase();
    if (!HEADER_NAME.test(name)) throw refused(`must not hold ${JSON.stringify(name)}: it is no header name`);
    if (RESERVED_NAME.test(lowerCase)) {
      throw refused(
        `must not hold \`${lowerCase}\`: ${RESERVED_BECAUSE[lowerCase] ?? "fetch sets it by itself"}`,
      );
    }
    if (typeof value !== "string" || !HEADER_VALUE.test(value)) {
      throw refused(
        `must give \`${lowerCase}\` a string that can stand in a header: Latin-1, no line breaks`,
      );
    }
    checked[lowerCase] = value;
  }
  return checked;
}

const RESERVED_BECAUSE: Record<string, string> = {
  authorization: "the client sets it from `token`",
  "content-type": "the body is always application/json",
};

function refused(problem: string): PlantStoreConfigurationError {
  return new PlantStoreConfigurationError(`\`headers\` ${problem}.`, { option: "headers" });
}
