/** Which runtime this is, as far as it matters to the client. */
import { VERSION } from "../version.ts";

export const isBun = "Bun" in globalThis;
export const isDeno = "Deno" in globalThis;

/** Whether this code runs in a browser. Every browser's user agent starts with "Mozilla/". */
export function isBrowser(): boolean {
  return Boolean(globalThis.navigator?.userAgent?.startsWith("Mozilla/"));
}

/** Headers that the client sends by default. Browsers send their own `user-agent`; CORS would have to allow another. */
export function runtimeHeaders(): Record<string, string> {
  return isBrowser() ? {} : { "user-agent": `plant-store-sdk/${VERSION}` };
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
