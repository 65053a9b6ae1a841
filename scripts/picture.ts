/** Takes the picture of the live page, docs/live-page.webp: `npm run picture`. Needs `cwebp`, in Debian's package webp. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { chromium, type Page } from "playwright";
import { findChromium } from "../test/support/installed-programs.ts";

const mock = spawn(process.execPath, ["dist/cli/plant-store-sdk.js", "mock", "--json"], {
  stdio: ["ignore", "pipe", "inherit"],
});
const executablePath = findChromium() ?? "chromium";
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
try {
  const [ready] = await once(createInterface(mock.stdout), "line", { signal: AbortSignal.timeout(10_000) });
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 }, reducedMotion: "reduce" });
  await page.goto(JSON.parse(ready).page);
  await page.getByRole("button", { name: "Lose a response" }).click();
  await page.getByText("Stored", { exact: true }).waitFor();
  await page.locator("#plants li").waitFor();
  await page.getByText("None queued").waitFor();
  const clip = { x: 0, y: 0, width: 1280, height: 628 }; // Ends below the outcome.
  const png = await reduceColors(page, (await page.screenshot({ clip })).toString("base64"));
  execFileSync("cwebp", ["-quiet", "-lossless", "-z", "9", "-o", "docs/live-page.webp", "--", "-"], {
    input: Buffer.from(png, "base64"),
  });
} finally {
  await browser.close();
  mock.kill();
}

/** Halves the size: most colors are shades at the edges of letters. Takes and returns a PNG in base64. */
function reduceColors(page: Page, png: string): Promise<string> {
  return page.evaluate(async (png) => {
    const bytes = Uint8Array.from(atob(png), (character) => character.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes]));
    const { width, height } = bitmap;
    const canvas = Object.assign(document.createElement("canvas"), { width, height });
    const context = canvas.getContext("2d") as CanvasRenderingContext2D;
    context.drawImage(bitmap, 0, 0);
    const image = context.getImageData(0, 0, width, height);
    const pixels = new Uint32Array(image.data.buffer);
    const counts = new Map<number, number>();
    for (const color of pixels) counts.set(color, (counts.get(color) ?? 0) + 1);
    const distance = (a: number, b: number) =>
      Math.hypot(...[0, 8, 16].map((shift) => ((a >> shift) & 255) - ((b >> shift) & 255)));
    const palette: number[] = [];
    for (const [color] of [...counts].sort(([, a], [, b]) => b - a))
      if (palette.length < 10 || palette.every((other) => distance(color, other) > 24)) palette.push(color);
    const nearest = (color: number) =>
      palette.reduce((best, other) => (distance(color, other) < distance(color, best) ? other : best));
    const replacements = new Map([...counts.keys()].map((color) => [color, nearest(color)]));
    pixels.forEach((color, index) => {
      pixels[index] = replacements.get(color) ?? color;
    });
    context.putImageData(image, 0, 0);
    return canvas.toDataURL("image/png").slice("data:image/png;base64,".length);
  }, png);
}
