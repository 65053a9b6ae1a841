/** The outcome of a call that creates something: whether it did. Every failure has one, and retries depend on it. */

/**
 * Whether the failed call created a plant.
 *
 * - `"not-created"`: it did not. Sending the plant again is safe.
 * - `"unknown"`: it may have. Sending the plant again may create a duplicate.
 * - `"created"`: it did, but the response could not be used. Do not send the plant again.
 */
export type PlantStoreOutcome = "not-created" | "unknown" | "created";

/** Whether a `content-type` means JSON: `application/json`, or a type such as `application/vnd.plants+json`. */
export const isJsonType = (contentType: string): boolean =>
  /^(application\/json|[^;\s]+\+json)\s*(;|$)/i.test(contentType);

/** The statuses from 400 to 499 that something else than the plant causes. */
export const OTHER_CAUSES = {
  credentials: [401, 407],
  access: [403, 406], // A permission, or a filter in front of the store.
  address: [404, 405],
  open: [408, 499], // The server timed out, or (nginx) the client disconnected.
  limit: [429],
};

/** Whether a `content-type` means HTML: `text/html` or `application/xhtml+xml`. */
export const isHtmlType = (contentType: string): boolean => /\bx?html\b/i.test(contentType);

/**
 * Whether the response may replace another one that the store sent: web application firewalls (the Core Rule Set of
 * ModSecurity) and proxies (squid) replace the response to a plant that was created by a 403 in HTML.
 */
export const mayReplaceAnother = (status: number, contentType: string): boolean =>
  OTHER_CAUSES.access.includes(status) && isHtmlType(contentType);

/**
 * The outcome of one attempt after `fetch` was called, as far as the head of the response decides it. A sign-in page or a
 * gateway can send a 200, too, so only JSON counts as the store's own.
 *
 * @param status `undefined` if no response arrived
 * @param contentType `null` or `undefined` if there is none
 */
export function outcomeOfHead(
  status: number | undefined = 0,
  contentType: string | null | undefined,
): PlantStoreOutcome {
  const type = contentType ?? "";
  if (status === 200 || status === 201) return isJsonType(type) ? "created" : "unknown";
  const isRejected = status >= 400 && status < 500 && !OTHER_CAUSES.open.includes(status);
  return isRejected && !mayReplaceAnother(status, type) ? "not-created" : "unknown";
}

/**
 * The outcome if the complete body of a 200 is not a valid plant. Only the store knows the name that was sent.
 *
 * @param name of the plant that was sent, if it was one
 */
export function outcomeOfBody(body: unknown, name: string | undefined): PlantStoreOutcome {
  const isOfStore = name !== undefined && (body as { name?: unknown } | null | undefined)?.name === name;
  return isOfStore ? "created" : "unknown";
}
