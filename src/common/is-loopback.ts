/**
 * Whether requests to a host stay on this machine.
 *
 * @param hostname a name or an address; one of IPv6 with or without brackets
 * @param subdomains whether `*.localhost` counts. Only browsers treat it as loopback: elsewhere, DNS may resolve it (RFC 6761
 * section 6.3 does not prevent that)
 */
export function isLoopback(hostname: string, subdomains = false): boolean {
  return (
    /^(127(\.\d+){3}|\[?::1\]?|localhost)$/.test(hostname) || (subdomains && hostname.endsWith(".localhost"))
  );
}
