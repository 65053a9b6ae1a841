/** The browsers that the playground page is tried in. */
import { findChromium, findFirefox, findWebKit } from "../support/installed-programs.ts";
import type { ColorScheme, PageDriver } from "./page-driver.ts";
import { startChromium, startFirefox } from "./playwright-driver.ts";
import { startWebKit } from "./webkit-driver.ts";

/** A browser of this machine. */
export interface Browser {
  name: string;
  /** Whether a page can hand a stream to its service worker, and so MSW an answer that breaks off. */
  transfersStreams: boolean;
  /** Starts it, with an empty profile, for a user who prefers a colour scheme. */
  start(colorScheme: ColorScheme): Promise<PageDriver>;
}

/** None for a browser that this machine lacks. */
function browser<Programs>(
  name: string,
  programs: Programs | undefined,
  start: (programs: Programs, colorScheme: ColorScheme) => Promise<PageDriver>,
  transfersStreams = true,
): Browser[] {
  if (programs === undefined) return [];
  return [{ name, transfersStreams, start: (colorScheme) => start(programs, colorScheme) }];
}

/** Those that this machine has. */
export const browsers: Browser[] = [
  ...browser("Chromium", findChromium(), startChromium),
  ...browser("Firefox", findFirefox(), startFirefox),
  ...browser("WebKitGTK", findWebKit(), startWebKit, false),
];
