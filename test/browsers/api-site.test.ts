/** The site of the API reference can be searched and read. `npm run docs` builds it. */
import { createReadStream } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { expectNoAxeViolations } from "./axe.ts";
import { type Browser, browsers } from "./installed-browsers.ts";
import { polling } from "./page-visit.ts";

const site = join(import.meta.dirname, "../../docs/api");
const TYPES: Record<string, string> = {
  ".html": "text/html",
  ".css": "text/css",
  ".js": "text/javascript",
  ".svg": "image/svg+xml",
};

const name = inject("browserName");
const { start } = browsers.find((browser) => browser.name === name) as Browser;

describe(`in ${name}`, () => {
  const server = createServer(({ url = "" }, response) => {
    const { pathname } = new URL(url, "http://localhost");
    response.setHeader("content-type", TYPES[extname(pathname)] ?? "application/octet-stream");
    createReadStream(join(site, pathname))
      .on("error", () => response.writeHead(404).end())
      .pipe(response);
  });
  let url: string;
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  test("the search finds a function by its name", async () => {
    const page = await start("light");
    try {
      await page.open(`${url}/index.html`);
      await page.click("Search");
      await page.type("parseNewPlant");
      const results = () =>
        page.run(() =>
          Array.from(document.querySelectorAll("#tsd-search-results a"), (link) => link.textContent),
        );
      await expect.poll(results, polling).toContainEqual(expect.stringContaining("parseNewPlant"));
    } finally {
      await page.close();
    }
  });

  test.each(["light", "dark"] as const)("its text has enough contrast, %s", async (scheme) => {
    const page = await start(scheme);
    try {
      for (const file of [
        "index.html",
        "documents/Errors_and_outcomes.html",
        "classes/plant-store-sdk.PlantStoreClient.html",
      ]) {
        await page.open(`${url}/${file}`);
        await expectNoAxeViolations(page, ["color-contrast"]);
      }
    } finally {
      await page.close();
    }
  });
});
