import type { HttpHandler } from "msw";
import { setupServer } from "msw/node";
import { onTestFinished } from "vitest";

type Options = Parameters<ReturnType<typeof setupServer>["listen"]>[0];

/** Starts MSW until the test ends. By default, it lets no request through. */
export function intercept(handlers: HttpHandler[], options: Options = { onUnhandledFrame: "error" }): void {
  const server = setupServer(...handlers);
  server.listen(options);
  onTestFinished(() => server.close());
}
