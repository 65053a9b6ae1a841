/** Who may use the admin API and sessions: programs on this machine and pages of the mock itself, but not every web page. */
import { isLoopback } from "../../src/common/is-loopback.ts";
import { HttpError } from "../parts/http-error.ts";
import type { ServiceRequest } from "../parts/service-request.ts";

/** @throws HttpError with 403 for a page of another site, which sends its own `Origin`, or only `Sec-Fetch-Site` */
export function checkAdminAccess(request: ServiceRequest, allowedHosts: ReadonlySet<string>): void {
  const { host } = checkHost(request, allowedHosts);
  const { origin, "sec-fetch-site": site } = request.headers;
  // A page cannot send `Sec-Fetch-Site` itself. It holds behind a proxy that changes `Host`, too.
  if (site === "same-origin") return;
  // An <img> of any page sends no Origin.
  if ((origin && URL.parse(origin)?.host !== host) || site === "cross-site") {
    throw new HttpError(403, "the admin API cannot be used by pages of another origin");
  }
}

/** @throws HttpError with 403 for a page of another site that is not on this machine: it could fill the server with sessions */
export function checkSessionAccess(request: ServiceRequest, allowedHosts: ReadonlySet<string>): void {
  const host = checkHost(request, allowedHosts);
  const { origin, "sec-fetch-site": site } = request.headers;
  const { hostname = "" } = URL.parse(origin ?? "") ?? {};
  // Browsers send `Sec-Fetch-Site` only to this machine and over TLS. Without it, another host is another site.
  const isForeign = site ? site === "cross-site" : origin && hostname !== host.hostname;
  if (!isForeign || isLoopback(hostname, true) || allowedHosts.has(hostname)) return;
  throw new HttpError(
    403,
    "a page of another site cannot use sessions: serve it from localhost, or allow its host with --allowed-host or `allowedHosts`",
  );
}

/** A page that rebinds its host name to this machine by DNS sends that name as `Host`. */
function checkHost({ headers }: ServiceRequest, allowedHosts: ReadonlySet<string>): URL {
  const host = parseHost(headers.host);
  if (host === undefined) throw new HttpError(403, "the admin API and sessions need a valid Host header");
  const { hostname } = host;
  if (isLoopback(hostname, true) || ADDRESS.test(hostname) || allowedHosts.has(hostname)) return host;
  throw new HttpError(
    403,
    `the admin API and sessions do not allow the host ${hostname}: use an IP address or localhost, or allow the name with --allowed-host or \`allowedHosts\``,
  );
}

/** The name of a host as it appears in a URL, or undefined if it is not one. */
export function parseHostname(name: unknown): string | undefined {
  // The URL parser drops the default port, and accepts a wildcard, which would match nothing.
  if (typeof name !== "string" || /[*]|:\d*$/.test(name)) return undefined;
  return parseHost(name)?.hostname;
}

function parseHost(host: string | null | undefined): URL | undefined {
  return !host || /[/?#@\\\s]/.test(host) ? undefined : (URL.parse(`http://${host}`) ?? undefined);
}

// The URL parser has normalized IPv4 addresses.
const ADDRESS = /^(\[.*\]|\d+\.\d+\.\d+\.\d+)$/;
