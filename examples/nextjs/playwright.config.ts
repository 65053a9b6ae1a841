import { defineConfig } from "@playwright/test";

const { CHROMIUM } = process.env;

/** As a string, because the target ES2017 of Next.js has no literals with named groups. */
const LISTENING = "listening on (?<mock_url>http:\\S+)";

export default defineConfig({
  testDir: "e2e",
  fullyParallel: true,
  workers: 2,
  expect: { timeout: 30_000 }, // Long enough for a busy machine.
  reporter: "line",
  // Playwright stores the URL that the command prints in MOCK_URL.
  webServer: {
    command: "npx plant-store-sdk mock --port 0",
    wait: { stdout: new RegExp(LISTENING) },
  },
  use: {
    // CHROMIUM is the path of a browser that is already installed. By default, Playwright uses its own.
    launchOptions: CHROMIUM ? { executablePath: CHROMIUM, args: ["--no-sandbox"] } : {},
  },
});
