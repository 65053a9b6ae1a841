/** After each test, restores what it replaced, so that no test has to. */
import { afterEach, vi } from "vitest";

// Loads Node's own HTTP client. Otherwise, a test that imports undici would install that version for all tests of the process.
new Headers();

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});
