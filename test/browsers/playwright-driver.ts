/** Controls Chromium and Firefox with Playwright. It controls Debian's Firefox through WebDriver BiDi. */
import {
  type BrowserContextOptions,
  type BrowserType,
  chromium,
  firefox,
  type LaunchOptions,
  type Page,
} from "@playwright/test";
import { createHome } from "./browser-home.ts";
import type { PageDriver } from "./page-driver.ts";

/** A host name for pages that is not loopback. The browsers resolve it to 127.0.0.1. */
export const PAGE_HOST = "page.test";

export type ColorScheme = "light" | "dark";

/** Starts Chromium without its sandbox, which does not work as root. @param colorScheme that the user prefers */
export function startChromium(executablePath: string, colorScheme: ColorScheme): Promise<PageDriver> {
  const args = ["--no-sandbox", `--host-resolver-rules=MAP ${PAGE_HOST} 127.0.0.1`];
  return start(chromium, { executablePath, args }, { colorScheme });
}

export function startFirefox(executablePath: string): Promise<PageDriver> {
  const firefoxUserPrefs = { "network.dns.localDomains": PAGE_HOST };
  return start(firefox, { executablePath, channel: "moz-firefox", firefoxUserPrefs });
}

async function start(type: BrowserType, options: LaunchOptions, pageOptions?: BrowserContextOptions) {
  const { env, remove } = await createHome();
  try {
    const browser = await type.launch({ ...options, env });
    const page = await browser.newPage(pageOptions);
    return createDriver(page, () => browser.close().finally(remove));
  } catch (error) {
    await remove();
    throw error;
  }
}

function createDriver(page: Page, close: () => Promise<void>): PageDriver {
  return {
    async open(url) {
      await page.goto(url);
    },
    fill: (label, text) => page.getByLabel(label, { exact: true }).fill(text),
    choose: (label) => page.getByLabel(label, { exact: true }).check(),
    async select(label, option) {
      await page.getByLabel(label, { exact: true }).selectOption({ label: option });
    },
    click: (button) => page.getByRole("button", { name: button, exact: true }).click(),
    setWidth: (width) => page.setViewportSize({ width, height: 800 }),
    press: (key) => page.keyboard.press(key),
    type: (text) => page.keyboard.type(text),
    run: (script: (argument: never) => unknown, argument?: unknown) =>
      page.evaluate(script, argument as never) as never,
    close,
  };
}
