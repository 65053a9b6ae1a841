/** Where the store is, and whether a bearer token may travel there. */
import { PlantStoreConfigurationError } from "./errors.ts";

/**
 * A base URL without its trailing slashes.
 *
 * @throws PlantStoreConfigurationError without showing the URL as given: it may hold a password, or be the token
 * in the wrong place.
 */
export function resolveBaseUrl(baseUrl: string | URL | undefined, allowInsecureHttp: boolean): string {
  if (baseUrl === undefined || baseUrl === "") {
    throw refused("is missing: pass it, or set the environment variable PLANT_STORE_BASE_URL");
  }
  const url = parse(baseUrl);
  if (url.protocol !== "https:" && url.protocol !== "http:")
    throw refused("must begin with https:// or http://");
  if (url.username !== "" || url.password !== "") {
    throw refused("must not hold a user name or a password: the store takes a bearer token, as `token`");
  }
  if (/[?#]/.test(url.href))
    throw refused("must not hold a query or a fragment: `/plants` is appended to it");
  if (url.protocol === "http:" && !allowInsecureHttp && !isExemptFromTls(url)) {
    throw refused(
      `must be https: over http the token could be read on its way to ${url.host}. Use https, or set \`allowInsecureHttp: true\``,
    );
  }
  return url.href.replace(/\/+$/, "");
}

function parse(baseUrl: string | URL): URL {
  const page = pageUrl();
  if (typeof baseUrl === "string" || baseUrl instanceof URL) {
    try {
      return new URL(baseUrl, page);
    } catch {
      // Said below, without the parser's message, which shows its input.
    }
  }
  const allowed = page === undefined ? "" : ", or one relative to this page";
  throw refused(`must be an absolute URL such as https://plants.example/api${allowed}`);
}

/** This machine, whose traffic stays on it (RFC 6761 section 6.3), and the page's own origin, whose choice is made. */
function isExemptFromTls({ hostname, origin }: URL): boolean {
  return (
    /^127(\.\d+){3}$/.test(hostname) ||
    hostname === "[::1]" ||
    /^(.+\.)?localhost$/.test(hostname) ||
    origin === globalThis.location?.origin
  );
}

function pageUrl(): string | undefined {
  return globalThis.location?.href;
}

function refused(problem: string): PlantStoreConfigurationError {
  return new PlantStoreConfigurationError(`\`baseUrl\` ${problem}.`, { option: "baseUrl" });
}
