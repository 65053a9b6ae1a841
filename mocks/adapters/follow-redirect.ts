/** Redirects of `store.fetch` (Fetch Standard, "HTTP-redirect fetch"). */
import type { ServiceRequest } from "../parts/service-request.ts";
import type { ServiceResponse } from "../parts/service-response.ts";

/** A redirect to another origin, which is not the store. Following it would leave the process. */
export class RedirectError extends TypeError {}

const REDIRECTS = [301, 302, 303, 307, 308];

const MAX_REDIRECTS = 20;

/**
 * Returns the next request, or undefined if the caller gets this response.
 *
 * @throws Error with the words of Node's `fetch` if it must not be followed
 */
export function followRedirect(
  sent: ServiceRequest,
  { status, headers: { location } }: ServiceResponse,
  mode: RequestRedirect,
  redirects: number,
): ServiceRequest | undefined {
  if (mode === "manual" || location === undefined || !REDIRECTS.includes(status)) return undefined;
  if (mode === "error") throw new Error("unexpected redirect");
  if (redirects === MAX_REDIRECTS) throw new Error("redirect count exceeded");
  const { origin, protocol, host, pathname, search } = new URL(location, sent.url);
  if (origin !== new URL(sent.url).origin) {
    const target = `${protocol}//${host}${pathname}`;
    throw new RedirectError(`store.fetch does not follow the redirect to ${target}, which is not the store.`);
  }
  const next = { ...sent, url: origin + pathname + search };
  const isGet = status === 303 ? sent.method !== "HEAD" : status < 303 && sent.method === "POST";
  if (!isGet) return next;
  const headers = Object.entries(sent.headers).filter(([name]) => !name.startsWith("content-"));
  return { ...next, method: "GET", headers: Object.fromEntries(headers), body: new Uint8Array() };
}
