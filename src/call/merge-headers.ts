/** Validates and merges the request headers that a caller adds. */
import { ignoreRejection } from "../common/ignore-rejection.ts";
import { isObject } from "../common/read-options.ts";
import { configurationError, ownFailures } from "../errors.ts";
import type { PlantStoreHeaders } from "../options.ts";
import { VERSION } from "../version.ts";
import { isBrowser } from "./runtime.ts";

/** Set by the client, or forbidden by `fetch` (Fetch Standard, section 2.2.2, "forbidden request-header"). */
const RESERVED_NAME =
  /^(authorization|content-type|accept-(charset|encoding)|access-control-request-.*|connection|content-length|cookie2?|date|dnt|expect|host|keep-alive|origin|referer|set-cookie|te|trailer|transfer-encoding|upgrade|via|proxy-.*|sec-.*)$/i;

/** Only such a name is shown in a message: anything else may be a whole header line with a secret. */
const PLAIN_NAME = /^[\w-]+$/;

/** Headers by lower-case name. `null` removes one. */
type HeaderChanges = Record<string, string | null>;

/** Valid headers, or a function that returns some for each call. */
export type HeaderSource = HeaderChanges | (() => PlantStoreHeaders);

/**
 * The headers of a call.
 *
 * @param sources later ones take precedence
 * @throws PlantStoreConfigurationError if a function fails
 */
export function mergeHeaders(sources: readonly HeaderSource[]): Record<string, string> {
  let merged: HeaderChanges = { accept: "application/json" };
  // Browsers send their own; CORS would have to allow another.
  if (!isBrowser()) merged["user-agent"] = `plant-store-sdk/${VERSION}`;
  for (const source of sources)
    merged = { ...merged, ...(typeof source === "function" ? validateHeaders(source) : source) };
  for (const [name, value] of Object.entries(merged)) if (value === null) delete merged[name];
  return merged as Record<string, string>;
}

/**
 * Leaves out undefined headers.
 *
 * @throws PlantStoreConfigurationError with the name but never with a value, which may be a secret
 */
export function validateHeaders(given: PlantStoreHeaders | (() => PlantStoreHeaders)): HeaderChanges {
  try {
    return readHeaders(typeof given === "function" ? given() : given);
  } catch (cause) {
    if (ownFailures.has(cause as object)) throw cause;
    const what = typeof given === "function" ? "is a function that failed" : "cannot be read";
    throw configurationError("headers", `${what}; see \`cause\``, cause);
  }
}

function readHeaders(headers: PlantStoreHeaders): HeaderChanges {
  if (!isObject(headers) || typeof (headers as { then?: unknown }).then === "function") {
    ignoreRejection(headers);
    throw configurationError("headers", "must be an object or pairs");
  }
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
    if (value === null) removed[name.toLowerCase()] = null;
    else if (typeof value !== "string" || !append(valid, name, value)) {
      const what = PLAIN_NAME.test(name) ? `value of \`${name}\`` : "name";
      throw configurationError("headers", `has an invalid ${what}`);
    }
  }
  return { ...removed, ...Object.fromEntries(valid) };
}

/** @returns whether name and value are valid */
function append(headers: Headers, name: string, value: string): boolean {
  try {
    headers.append(name, value);
    return true;
  } catch {
    return false; // Without the error, which quotes the value.
  }
}
