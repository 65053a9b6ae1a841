/** Which runtime this is, as far as it matters to the client. */

export const isBun = "Bun" in globalThis;
export const isDeno = "Deno" in globalThis;

/** Whether this code runs in a browser. Every browser's user agent starts with "Mozilla/". */
export function isBrowser(): boolean {
  return Boolean(globalThis.navigator?.userAgent?.startsWith("Mozilla/"));
}

/** Reports an error that must not affect the call. */
export function report(error: unknown): void {
  try {
    // In Bun and Deno, reportError ends the process like an uncaught exception.
    if (typeof reportError === "function" && !isBun && !isDeno) reportError(error);
    else console.error(error);
  } catch {
    // A test runner's console may throw. The call continues.
  }
}
