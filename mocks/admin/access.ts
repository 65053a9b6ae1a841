/** Who may use the admin API: programs on this machine and pages of the mock itself, but no other web page. */
import { ErrorResponse, type ServiceRequest } from "../service/protocol.ts";

/**
 * Checks `Host` and `Origin`. A page of another site sends its own `Origin`. A page that rebinds its host name to this
 * machine by DNS sends that name as `Host`, so only names of this machine and IP addresses are allowed.
 *
 * @param allowedHosts further host names, in lower case
 */
export function checkAccess(
  request: ServiceRequest,
  allowedHosts: ReadonlySet<string>,
): ErrorResponse | undefined {
  const host = parseHost(request.headers.host);
  if (host === undefined) return new ErrorResponse(403, "the admin API needs a valid Host header");
  if (!isLoopbackOrAddress(host.hostname) && !allowedHosts.has(host.hostname)) {
    return new ErrorResponse(
      403,
      `the admin API does not allow the host ${host.hostname}: use an IP address or localhost, or allow the name with --allowed-host or \`allowedHosts\``,
    );
  }
  const origin = request.headers.origin;
  if (origin && parseOrigin(origin) !== host.host) {
    return new ErrorResponse(403, "the admin API cannot be used by pages of another origin");
  }
  return undefined;
}

/** The name of a host as it appears in a URL, or undefined if it is not one. */
export function parseHostname(name: unknown): string | undefined {
  // The URL parser drops the default port, and accepts a wildcard, which would match nothing.
  if (typeof name !== "string" || /[*]|:\d*$/.test(name)) return undefined;
  return parseHost(name)?.hostname;
}

function parseHost(host: string | null | undefined): URL | undefined {
  if (!host || /[/?#@\\\s]/.test(host) || !URL.canParse(`http://${host}`)) return undefined;
  return new URL(`http://${host}`);
}

function parseOrigin(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined;
}

/** The URL parser has normalized IPv4 addresses. */
const LOOPBACK_OR_ADDRESS = /^(\[.*\]|\d+\.\d+\.\d+\.\d+|(.+\.)?localhost)$/;

function isLoopbackOrAddress(hostname: string): boolean {
  return LOOPBACK_OR_ADDRESS.test(hostname);
}
