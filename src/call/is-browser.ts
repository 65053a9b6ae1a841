/** Whether this code runs in a browser. Every browser's user agent starts with "Mozilla/". */
export function isBrowser(): boolean {
  return Boolean(globalThis.navigator?.userAgent?.startsWith("Mozilla/"));
}
