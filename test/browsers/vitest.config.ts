/** The tests that need browsers. One that this machine lacks is left out, unless the mode is "every-browser". */
import "../support/check-node-version.ts";
import { resolve } from "node:path";
import { playwright } from "@vitest/browser-playwright";
import { msw } from "msw/vite";
import type { LaunchOptions } from "playwright";
import { defineConfig, type TestProjectConfiguration } from "vitest/config";
import { findChromium, findFirefox, findWebKit } from "../support/installed-programs.ts";
import { environmentAt } from "./driver-home.ts";
import { peerCommands } from "./peers-commands.ts";
import { resolvePackage, unpackPackage } from "./peers-package.ts";

/** What Vitest's browser mode keeps is the project's, and not the machine's. */
process.env.XDG_DATA_HOME = resolve(import.meta.dirname, "../../node_modules/.cache");

const installed = { Chromium: findChromium(), Firefox: findFirefox(), WebKitGTK: findWebKit() };

/** A host that is not this machine by its name, as `localhost` is, for pages on an origin of their own. */
const PAGE_HOST = "page.test";

const inChromium = (app: string, executablePath: string) =>
  inBrowser(app, "chromium", {
    executablePath,
    // Without its sandbox, which does not work for root.
    args: ["--no-sandbox", `--host-resolver-rules=MAP ${PAGE_HOST} 127.0.0.1`],
  });

const inFirefox = (app: string, executablePath: string) =>
  inBrowser(app, "firefox", {
    executablePath,
    channel: "moz-firefox", // As Mozilla and distributions build it; Playwright has a build of its own.
    firefoxUserPrefs: { "network.dns.localDomains": PAGE_HOST },
  });

/** @param app the folder of an app that has the package. */
async function inBrowser(
  app: string,
  name: "chromium" | "firefox",
  launchOptions: LaunchOptions,
): Promise<TestProjectConfiguration> {
  return {
    extends: true,
    plugins: [resolvePackage(app), msw({ mode: "worker-only" })],
    // Found before the first test, not during it: Vite would load the page again.
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
        provider: playwright({ launchOptions: { ...launchOptions, env: environmentAt(app) } }),
        commands: { ...(await peerCommands(app)) },
        instances: [{ browser: name, name }],
      },
    },
  };
}

/** The playground page, which this process drives. */
const PAGE: TestProjectConfiguration = {
  extends: true,
  test: {
    name: "page",
    include: Object.values(installed).some(Boolean) ? ["test/browsers/page.test.ts"] : [],
    environment: "node",
    testTimeout: 60_000,
    hookTimeout: 180_000,
  },
};

/** Ends the run where a browser is missing; an error that is thrown here would be shown with its stack. */
function requireEveryBrowser(): void {
  const missing = Object.entries(installed).flatMap(([name, found]) => (found === undefined ? [name] : []));
  if (missing.length === 0) return;
  console.error(`Browsers are missing: ${missing.join(", ")}. \`npm run setup:browsers\` installs them.`);
  process.exit(1);
}

export default defineConfig(async ({ mode }) => {
  if (mode === "every-browser") requireEveryBrowser();
  const app = await unpackPackage();
  return {
    root: resolve(import.meta.dirname, "../.."),
    test: {
      reporters: ["default", "json"],
      outputFile: { json: "coverage/browser-tests.json" },
      passWithNoTests: true,
      projects: [
        ...(installed.Chromium ? [await inChromium(app, installed.Chromium)] : []),
        ...(installed.Firefox ? [await inFirefox(app, installed.Firefox)] : []),
        PAGE,
      ],
    },
  };
});
