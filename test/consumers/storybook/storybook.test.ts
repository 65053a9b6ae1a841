/** The guide's recipe for Storybook: stories whose requests MSW answers, in Chromium. */
import { mkdir, readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { join } from "node:path";
import { chromium } from "playwright";
import { expect, test } from "vitest";
import { listenUntilTestEnds } from "../../support/servers.ts";
import { expectRun, installApp, requireProgram } from "../app.ts";

const app = installApp();
const TYPES: Record<string, string> = { html: "text/html", js: "text/javascript", json: "application/json" };

test("each story has the store that its beforeEach prepares", async () => {
  const executablePath = requireProgram("chromium");
  const folder = join(app.folder, "storybook/app");
  await mkdir(join(folder, "public"));
  await expectRun(app.folder, ["node_modules/msw/cli/index.js", "init", "storybook/app/public", "--no-save"]);
  await expectRun(folder, ["../../node_modules/storybook/dist/bin/dispatcher.js", "build", "-o", "out"]);

  /** What MSW lets through. */
  const passed: string[] = [];
  const server = createServer(async ({ method, url = "" }, response) => {
    const [path = ""] = url.split("?");
    if (method !== "GET") passed.push(url);
    response.setHeader("content-type", TYPES[path.replace(/.*\./, "")] ?? "text/plain");
    response.end(await readFile(join(folder, "out", path)).catch(() => undefined));
  });
  const port = await listenUntilTestEnds(server);
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  try {
    const page = await browser.newPage();
    for (const [story, outcome] of Object.entries({ created: "created", "response-lost": "unknown" })) {
      await page.goto(`http://127.0.0.1:${port}/iframe.html?id=newplant--${story}&viewMode=story`);
      await page.getByRole("button", { name: "Create" }).click({ timeout: 60_000 });
      await page.locator("output", { hasText: outcome }).waitFor({ timeout: 60_000 });
    }
  } finally {
    await browser.close();
  }
  expect(passed).toEqual([]);
});
