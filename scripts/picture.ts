/** Takes the picture of the live page in the README: `npm run build && npx node scripts/picture.ts`. Needs Chromium. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { chromium } from "@playwright/test";
import { builtFile } from "./built-file.ts";
import { findChromium } from "./installed-programs.ts";

const mock = spawn(process.execPath, [builtFile("cli/plant-store-sdk.js"), "mock", "--json"], {
  stdio: ["ignore", "pipe", "inherit"],
});
const executablePath = findChromium() ?? "chromium";
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
try {
  const [ready] = await once(createInterface(mock.stdout), "line", { signal: AbortSignal.timeout(10_000) });
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, reducedMotion: "reduce" });
  await page.goto(JSON.parse(ready).page);
  await page.getByRole("button", { name: "Create a plant and lose the response" }).click();
  await page.getByText("Stored", { exact: true }).waitFor();
  await page.locator("#plants li").waitFor();
  await page.getByText("None queued").waitFor();
  const clip = { x: 0, y: 0, width: 1280, height: 795, scale: 1 }; // Ends below the outcome.
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality: 60, clip });
  await writeFile("docs/pictures/live-page.webp", data, "base64"); // A third of a PNG.
} finally {
  await browser.close();
  mock.kill();
}
