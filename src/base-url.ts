/** Where the store is, and whether a bearer token may travel there. */
import { PlantStoreConfigurationError } from "./errors.ts";

/**
 * A base URL without its trailing slashes.
 *
 * @throws PlantStoreConfigurationError without showing the URL as given: it may hold a password, or be the token
 * in the wrong place.
 */
export function resolveBaseUrl(baseUrl: string | URL, allowInsecureHttp: boolean): string {
  const url = parse(baseUrl);
  if (url?.protocol !== "https:" && url?.protocol !== "http:") {
    throw new PlantStoreConfigurationError("baseUrl", "must be a URL such as https://plants.example/api");
  }
  if (url.username || url.password || /[?#]/.test(url.href)) {
    throw new PlantStoreConfigurationError(
      "baseUrl",
      "must not hold a user, a password, a query or a fragment",
    );
  }
  if (url.protocol === "http:" && !allowInsecureHttp && !isExemptFromTls(url)) {
    throw new PlantStoreConfigurationError(
      "baseUrl",
      `must be https to keep the token secret on the way to ${url.host}, unless \`allowInsecureHttp\` is true`,
    );
  }
  return url.href.replace(/\/+$/, "");
}

/** Absolute, or relative to the page where there is one. */
function parse(baseUrl: unknown): URL | undefined {
  try {
    return new URL(baseUrl as string, globalThis.location?.href);
  } catch {
    return undefined; // The parser's error shows its input.
  }
}

/** This machine, whose traffic stays on it (RFC 6761 section 6.3), and the page's own origin, whose choice is made. */
function isExemptFromTls({ hostname, origin }: URL): boolean {
  return (
    /^(127(\.\d+){3}|\[::1\]|(.+\.)?localhost)$/.test(hostname) || origin === globalThis.location?.origin
  );
}
