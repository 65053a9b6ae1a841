/** Validates the base URL, and decides whether a bearer token may be sent there. */
import { invalidUrl, rejectProxy, UNRESOLVED_PATH } from "#read-environment";
import { isLoopback } from "../common/is-loopback.ts";
import { pageOrigin, parseBaseUrl, withoutTrailingSlashes } from "../common/parse-base-url.ts";
import { configurationError } from "../errors.ts";
import { isBrowser } from "./runtime.ts";

/** Such as `/api`. Not `//plants.example`, which names a host. */
const PATH = /^\/(?!\/)/;

/**
 * Returns the base URL without trailing slashes. Outside a page, a path stays as it is: a component that is rendered on a
 * server creates its client there, but calls it only in the page.
 *
 * @param fetch the caller's, which sends the requests; by default the global one
 * @throws PlantStoreConfigurationError without the URL: it may contain a password, or be a token in the wrong place
 */
export function resolveBaseUrl(
  baseUrl: string | URL,
  allowInsecureHttp: boolean | undefined,
  fetch: unknown,
): string {
  const text = typeof baseUrl === "string" ? baseUrl : baseUrl.href;
  if (!globalThis.location && PATH.test(text)) return withoutTrailingSlashes(text);
  const url = parseBaseUrl(text, configurationError);
  if (!url) throw configurationError("baseUrl", invalidUrl(text));
  if (url.protocol === "http:" && !allowInsecureHttp) {
    if (!isExemptFromTls(url)) {
      const problem = `must use https: http to ${url.host} is not encrypted. \`allowInsecureHttp\` allows it`;
      throw configurationError("baseUrl", problem);
    }
    rejectProxy(url, fetch);
  }
  return withoutTrailingSlashes(url.href);
}

/** @throws PlantStoreConfigurationError if a call starts although the base URL is a path that no page has resolved */
export function rejectPath(baseUrl: string): void {
  // "/" has lost its slash.
  if (PATH.test(`${baseUrl}/`)) throw configurationError("baseUrl", UNRESOLVED_PATH);
}

/** Loopback traffic stays on this machine. The page's own origin was chosen when it was loaded. */
function isExemptFromTls({ hostname, origin }: URL): boolean {
  return isLoopback(hostname, isBrowser()) || origin === pageOrigin();
}
