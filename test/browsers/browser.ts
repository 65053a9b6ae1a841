/** The browser of this project, which vitest.config.ts names, and the mock. Both end with the test file. */
import { afterAll, inject } from "vitest";
import { findChromium, findFirefox, findWebKit, type WebKit } from "../../scripts/installed-programs.ts";
import type { PageDriver } from "./page-driver.ts";
import { type ColorScheme, startChromium, startFirefox } from "./playwright-driver.ts";
import { type RunningMock, startMock } from "./running-mock.ts";
import { startWebKit } from "./webkit-driver.ts";

declare module "vitest" {
  interface ProvidedContext {
    browserName: "Chromium" | "Firefox" | "WebKitGTK";
  }
}

export const browserName = inject("browserName");

/** Starts the browser with an empty profile. vitest.config.ts has checked that it is installed. @param scheme of Chromium */
export async function startBrowser(scheme: ColorScheme = "light"): Promise<PageDriver> {
  const starts = {
    Chromium: () => startChromium(findChromium() as string, scheme),
    Firefox: () => startFirefox(findFirefox() as string),
    WebKitGTK: () => startWebKit(findWebKit() as WebKit),
  };
  const page = await starts[browserName]();
  afterAll(() => page.close());
  return page;
}

export async function startBrowserAndMock(): Promise<[PageDriver, RunningMock]> {
  const [page, mock] = await Promise.all([startBrowser(), startMock()]);
  afterAll(() => mock.stop());
  return [page, mock];
}
