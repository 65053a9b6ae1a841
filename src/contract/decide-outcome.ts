/** The outcome of a call that creates something: whether it did. Every failure has one, and retries depend on it. */
import { isSameName } from "./changed-fields.ts";

/**
 * Whether the failed call created a plant.
 *
 * - `"not-created"`: it did not. Sending the plant again is safe.
 * - `"unknown"`: it may have. Sending the plant again may create a duplicate.
 * - `"created"`: it did, but the response could not be used. Do not send the plant again.
 */
export type PlantStoreOutcome = "not-created" | "unknown" | "created";

/** The header `content-type`, if there is one. */
type ContentType = string | null | undefined;

/** A permission, or a filter in front of the store. */
const access = [403, 406];
/** The server timed out, or (nginx) the client disconnected. */
const interrupted = [408, 499];

/** The statuses from 400 to 499 that something else than the plant causes. */
export const OTHER_CAUSES = {
  credentials: [401, 407],
  access,
  address: [404, 405],
  interrupted,
  limit: [429],
};

/** Whether a `content-type`, or one of several, means HTML: `text/html` or `application/xhtml+xml`. */
export const isHtmlType = (contentType: ContentType): boolean => /\bx?html\b/i.test(`${contentType}`);

/**
 * Whether it means JSON: `application/json`, or a type such as `application/vnd.plants+json`. If there are several, the last
 * valid one counts (Fetch Standard, "extract a MIME type").
 */
export const isJsonType = (contentType: ContentType): boolean =>
  /(^|,)\s*(application\/json|[^;,\s]+\+json)\s*(;[^,]*)?(,[^/]*|,\s*\*\/\*)?$/i.test(`${contentType}`);

/**
 * Whether the response is a 403 or 406 in HTML. Web application firewalls (the Core Rule Set of ModSecurity) and
 * proxies (squid) replace the store's response to a plant that was created by such a 403.
 */
export const mayReplaceAnother = (status: number, contentType: ContentType): boolean =>
  access.includes(status) && isHtmlType(contentType);

/**
 * The outcome of one attempt after `fetch` was called, as far as the head of the response decides it. A sign-in page or a
 * gateway can send a 200, too, so only JSON counts as the store's own.
 *
 * @param status `undefined` if no response arrived
 */
export function outcomeOfHead(status: number | undefined = 0, contentType: ContentType): PlantStoreOutcome {
  if (status === 200 || status === 201) return isJsonType(contentType) ? "created" : "unknown";
  const isRejected = status >= 400 && status < 500 && !interrupted.includes(status);
  return isRejected && !mayReplaceAnother(status, contentType) ? "not-created" : "unknown";
}

/**
 * The outcome of a 200 whose body is complete. Only the store knows the name that was sent.
 *
 * @param name of the plant that was sent, if it was one
 */
export function outcomeOfBody(body: unknown, name: string | undefined): PlantStoreOutcome {
  return name !== undefined && isSameName(name, Object(body).name) ? "created" : "unknown";
}
