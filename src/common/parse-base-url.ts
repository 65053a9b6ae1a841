/** Parses the base URL of a service, for the client and for the mock. */

/** The page's own origin. In a frame of `about:srcdoc` or `about:blank`, that of `location` is `"null"`. */
export const pageOrigin = (): string | undefined => globalThis.origin ?? globalThis.location?.origin;

export const withoutTrailingSlashes = (url: string): string => url.replace(/\/+$/, "");

/**
 * Resolves it as `fetch` does: in a page, it may be relative to `document.baseURI`.
 *
 * @returns undefined if it is not a URL of http or https
 * @throws what `fail` makes, if the URL has what a base URL must not have. Does not show the URL: it may contain a password
 */
export function parseBaseUrl(
  baseUrl: string,
  fail: (option: "baseUrl", problem: string) => Error,
): URL | undefined {
  const absolute = parse(baseUrl);
  const url = absolute ?? parse(baseUrl, globalThis.document?.baseURI ?? globalThis.location?.href);
  if (url?.protocol !== "https:" && url?.protocol !== "http:") return undefined;
  const hasCredentials = Boolean(url.username || url.password);
  // `//plants.example` names its host, so <base> decides nothing.
  const isRelative = !absolute && !baseUrl.startsWith("//");
  if (isRelative && (url.origin !== pageOrigin() || hasCredentials))
    throw fail("baseUrl", "is relative, so <base> must have the page's own origin, without credentials");
  if (hasCredentials || /[?#]/.test(url.href))
    throw fail("baseUrl", "must not contain credentials, a query or a fragment");
  return url;
}

function parse(url: string, base?: string): URL | undefined {
  try {
    return new URL(url, base);
  } catch {
    return undefined; // Without the parser's error, which quotes its input.
  }
}
