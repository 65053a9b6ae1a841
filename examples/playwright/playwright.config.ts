import { defineConfig } from "@playwright/test";

const { CHROMIUM, PAGE_URL = "" } = process.env;

export default defineConfig({
  fullyParallel: true,
  workers: 2,
  expect: { timeout: 30_000 }, // Long enough for a busy machine.
  reporter: "line",
  // Playwright stores the URLs that these commands print in MOCK_URL and PAGE_URL.
  webServer: [
    {
      command: "npx plant-store-sdk mock --port 0",
      wait: { stdout: /listening on (?<mock_url>http:\S+)/ },
    },
    {
      command: "npx vite build && npx vite preview",
      env: { FORCE_COLOR: "0" }, // Colors would be part of the URL.
      wait: { stdout: /Local: +(?<page_url>http:\S+)/ },
    },
  ],
  use: {
    baseURL: PAGE_URL,
    // CHROMIUM is the path of a browser that is already installed. By default, Playwright uses its own.
    launchOptions: CHROMIUM ? { executablePath: CHROMIUM } : {},
  },
});
