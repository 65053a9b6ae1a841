/** The tests that need browsers: Chromium, Firefox and WebKitGTK. */
import "../support/check-node-version.ts";
import { resolve } from "node:path";
import { playwright } from "@vitest/browser-playwright";
import { msw } from "msw/vite";
import type { LaunchOptions } from "playwright";
import type { ProvidedContext } from "vitest";
import { defineConfig, type TestProjectConfiguration } from "vitest/config";
import { findChromium, findFirefox, findWebKit } from "../support/installed-programs.ts";
import { environmentFor } from "./browser-home.ts";
import { resolvePackage, unpackPackage } from "./packed-package.ts";
import { peerCommands } from "./peer-commands.ts";

/** Vitest's browser mode stores its data in the project. */
process.env.XDG_DATA_HOME = resolve(import.meta.dirname, "../../node_modules/.cache");

/** A host name for pages that is not loopback. The browsers resolve it to 127.0.0.1. */
const PAGE_HOST = "page.test";

const inChromium = (app: string, executablePath: string) =>
  inBrowser(app, "chromium", {
    executablePath,
    // The sandbox does not work as root.
    args: ["--no-sandbox", `--host-resolver-rules=MAP ${PAGE_HOST} 127.0.0.1`],
  });

const inFirefox = (app: string, executablePath: string) =>
  inBrowser(app, "firefox", {
    executablePath,
    channel: "moz-firefox", // An unpatched Firefox. Playwright's own Firefox is patched.
    firefoxUserPrefs: { "network.dns.localDomains": PAGE_HOST },
  });

/** @param app the folder of an app that contains the package */
async function inBrowser(
  app: string,
  name: "chromium" | "firefox",
  launchOptions: LaunchOptions,
): Promise<TestProjectConfiguration> {
  return {
    extends: true,
    plugins: [resolvePackage(app), msw({ mode: "worker-only" })],
    // If Vite discovered these during a test, it would reload the page.
    optimizeDeps: { exclude: ["plant-store-sdk"], include: ["ky", "zod/mini", "msw", "msw/browser"] },
    test: {
      name,
      include: ["test/mocks/adapters/*.browser-test.ts", "test/browsers/*.browser-test.ts"],
      testTimeout: 20_000,
      expect: { poll: { timeout: 15_000 } },
      provide: { pageHost: PAGE_HOST },
      browser: {
        enabled: true,
        headless: true,
        screenshotFailures: false,
        provider: playwright({ launchOptions: { ...launchOptions, env: environmentFor(app) } }),
        commands: { ...(await peerCommands(app)) },
        instances: [{ browser: name, name }],
      },
    },
  };
}

/** Tests that run in Node and control a browser from there: one project per browser, to run in parallel. */
const controlledBrowser = (browserName: ProvidedContext["browserName"]): TestProjectConfiguration => ({
  extends: true,
  test: {
    name: `controlled ${browserName}`,
    include: ["test/browsers/*.test.ts"],
    // axe finds the same in each browser.
    exclude: browserName === "Chromium" ? [] : ["test/browsers/accessibility.test.ts"],
    environment: "node",
    testTimeout: 120_000,
    hookTimeout: 180_000,
    provide: { browserName },
  },
});

/** Exits if a browser is missing. A thrown error would be printed with its stack. */
function requireBrowsers(): { Chromium: string; Firefox: string } {
  const installed = { Chromium: findChromium(), Firefox: findFirefox(), WebKitGTK: findWebKit() };
  const { Chromium, Firefox, WebKitGTK } = installed;
  if (Chromium && Firefox && WebKitGTK) return { Chromium, Firefox };
  const missing = Object.entries(installed).flatMap(([name, found]) => (found === undefined ? [name] : []));
  console.error(`Missing browsers: ${missing.join(", ")}. Run \`npm run setup:browsers\` to install them.`);
  process.exit(1);
}

export default defineConfig(async () => {
  const { Chromium, Firefox } = requireBrowsers();
  const app = await unpackPackage();
  return {
    root: resolve(import.meta.dirname, "../.."),
    test: {
      maxWorkers: 3, // One for each browser: these tests mostly wait.
      projects: [
        ...(["Chromium", "Firefox", "WebKitGTK"] as const).map(controlledBrowser),
        await inChromium(app, Chromium),
        await inFirefox(app, Firefox),
      ],
    },
  };
});
