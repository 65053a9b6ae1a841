/** Whether this code runs in a browser. Every browser's user agent starts with "Mozilla/". */
export function isBrowser(): boolean | undefined {
  return globalThis.navigator?.userAgent?.startsWith("Mozilla/");
}
