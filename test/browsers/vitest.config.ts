/** The tests that need browsers: Chromium, Firefox and WebKitGTK. */
import "../support/check-node-version.ts";
import { resolve } from "node:path";
import type { ProvidedContext } from "vitest";
import { defineConfig, type TestProjectConfiguration } from "vitest/config";
import { findChromium, findFirefox, findWebKit } from "../../scripts/installed-programs.ts";

const EXCLUDED = {
  Chromium: [],
  Firefox: ["accessibility"], // axe finds the same in each browser.
  WebKitGTK: ["accessibility", "origin"], // No option of its driver makes it resolve the host name of these pages.
};

/** Tests that run in Node and control a browser from there: one project per browser, to run in parallel. */
const controlledBrowser = (browserName: ProvidedContext["browserName"]): TestProjectConfiguration => ({
  extends: true,
  test: {
    name: browserName,
    include: ["test/browsers/*.test.ts"],
    exclude: EXCLUDED[browserName].map((name) => `test/browsers/${name}.test.ts`),
    environment: "node",
    testTimeout: 120_000,
    hookTimeout: 180_000,
    provide: { browserName },
  },
});

const installed = { Chromium: findChromium(), Firefox: findFirefox(), WebKitGTK: findWebKit() };
const missing = Object.entries(installed).flatMap(([name, found]) => (found === undefined ? [name] : []));
if (missing.length > 0) {
  // A thrown error would be printed with its stack.
  console.error(`Missing browsers: ${missing.join(", ")}. Run \`npm run setup:browsers\` to install them.`);
  process.exit(1);
}

export default defineConfig({
  root: resolve(import.meta.dirname, "../.."),
  test: {
    maxWorkers: 5, // These tests mostly wait.
    projects: (["Chromium", "Firefox", "WebKitGTK"] as const).map(controlledBrowser),
  },
});
