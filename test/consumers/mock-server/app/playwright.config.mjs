import { defineConfig } from "@playwright/test";

export default defineConfig({
  testMatch: "page.spec.mjs",
  fullyParallel: true,
  workers: 2,
  // Long enough for a busy machine.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: "line",
  outputDir: "results",
  use: {
    baseURL: process.env.PAGE_URL,
    // The sandbox of Chromium does not work as root.
    launchOptions: { executablePath: process.env.CHROMIUM, args: ["--no-sandbox"] },
  },
});
