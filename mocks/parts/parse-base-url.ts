/** Returns a base URL without slashes at its end, or undefined if the client would reject it, too. */
export function parseBaseUrl(url: unknown, base?: string): string | undefined {
  if (!URL.canParse(`${url}`, base)) return undefined;
  const { href, protocol, username, password } = new URL(`${url}`, base);
  const isValid = /^https?:$/.test(protocol) && !/[?#]/.test(href) && !username && !password;
  return isValid ? href.replace(/\/+$/, "") : undefined;
}
