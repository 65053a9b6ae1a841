/** Validates the request headers that a caller adds. */
import { configurationError } from "../errors.ts";
import type { PlantStoreCallOptions } from "../options.ts";

/** Set by the client, or forbidden by `fetch` (Fetch Standard, section 2.2.2, "forbidden request-header"). */
const RESERVED_NAME =
  /^(authorization|content-type|accept-(charset|encoding)|access-control-request-.*|connection|content-length|cookie2?|date|dnt|expect|host|keep-alive|origin|referer|set-cookie|te|trailer|transfer-encoding|upgrade|via|proxy-.*|sec-.*)$/i;

/** Only such a name is shown in a message: anything else may be a whole header line with a secret. */
const PLAIN_NAME = /^[\w-]+$/;

/** Headers by lower-case name. `null` removes one. */
export type HeaderChanges = Record<string, string | null>;

/** The headers after the changes. */
export function changeHeaders(
  headers: Record<string, string>,
  changes: HeaderChanges = {},
): Record<string, string> {
  const changed = Object.entries({ ...headers, ...changes }).filter(([, value]) => value !== null);
  return Object.fromEntries(changed) as Record<string, string>;
}

/**
 * Leaves out undefined headers.
 *
 * @throws PlantStoreConfigurationError with the name but never with a value, which may be a secret
 */
export function validateHeaders(headers: NonNullable<PlantStoreCallOptions["headers"]>): HeaderChanges {
  const valid = new Headers();
  const removed: HeaderChanges = {};
  for (const pair of Symbol.iterator in headers ? headers : Object.entries(headers)) {
    if (!Array.isArray(pair) || pair.length !== 2) {
      throw configurationError("headers", "must be an object or pairs");
    }
    const [name, value] = pair;
    if (value === undefined) continue;
    if (RESERVED_NAME.test(name)) {
      const advice = /^authorization$/i.test(name) ? "use the `token` option" : "the client or fetch sets it";
      throw configurationError("headers", `must not contain \`${name}\`: ${advice}`);
    }
    try {
      if (typeof value === "string") valid.append(name, value);
      else if (value === null) removed[name.toLowerCase()] = value;
      else throw undefined;
    } catch {
      const what = PLAIN_NAME.test(name) ? `value of \`${name}\`` : "name";
      throw configurationError("headers", `has an invalid ${what}`);
    }
  }
  return { ...removed, ...Object.fromEntries(valid) };
}
