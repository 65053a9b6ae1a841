/** The installed browsers, for tests that run in Node and control a browser. */
import { findChromium, findFirefox, findWebKit } from "../support/installed-programs.ts";
import type { ColorScheme, PageDriver } from "./page-driver.ts";
import { startChromium, startFirefox } from "./playwright-driver.ts";
import { startWebKit } from "./webkit-driver.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The name of the browser of this project. */
    browserName: string;
  }
}

export interface Browser {
  name: string;
  /** Whether a page can transfer a stream to its service worker. MSW needs that for a truncated response. */
  transfersStreams: boolean;
  /** Starts the browser with an empty profile. */
  start(colorScheme: ColorScheme): Promise<PageDriver>;
}

/** An empty array if the browser is not installed. */
function browser<Programs>(
  name: string,
  programs: Programs | undefined,
  start: (programs: Programs, colorScheme: ColorScheme) => Promise<PageDriver>,
  transfersStreams = true,
): Browser[] {
  if (programs === undefined) return [];
  return [{ name, transfersStreams, start: (colorScheme) => start(programs, colorScheme) }];
}

export const browsers: Browser[] = [
  ...browser("Chromium", findChromium(), startChromium),
  ...browser("Firefox", findFirefox(), startFirefox),
  ...browser("WebKitGTK", findWebKit(), startWebKit, false),
];
