/** Everyone can use the live page and the site of the API reference. `npm run docs` builds the site. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import axe from "axe-core";
import { expect, test } from "vitest";
import { startBrowser, startBrowserAndMock } from "./browser.ts";
import type { PageDriver } from "./page-driver.ts";
import { polling, readBrightness, Visit } from "./page-visit.ts";

declare global {
  interface Window {
    axe: typeof axe;
  }
}

const site = pathToFileURL(join(import.meta.dirname, "../../docs/api"));
const [light, mock] = await startBrowserAndMock();
const dark = await startBrowser("dark");
const schemes = [
  ["light", light],
  ["dark", dark],
] as const;

/** @param impacts those that count; by default all */
async function expectNoAxeViolations(
  page: PageDriver,
  impacts: string[] = ["minor", "moderate", "serious", "critical"],
): Promise<void> {
  await page.run(new Function(axe.source) as () => void);
  const violations = await page.run(async (impacts) => {
    for (const animation of document.getAnimations()) animation.cancel(); // They mix colors.
    const { violations } = await window.axe.run();
    return violations
      .filter(({ impact }) => impacts.includes(`${impact}`))
      .map(
        ({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`)}`,
      );
  }, impacts);
  expect(violations).toEqual([]);
}

test.each(schemes)(
  "the live page is %s if the user prefers it, and axe finds no violation",
  async (scheme, page) => {
    const visit = await Visit.start(page, mock);
    expect((await page.run(readBrightness)) > 150 ? "light" : "dark").toBe(scheme);
    await expectNoAxeViolations(page);
    await page.click(visit.session);
    await expect.poll(() => visit.texts("#session-list li"), polling).toContain(visit.session);
    await expectNoAxeViolations(page);
    await visit.open();
    await visit.fillPage();
    await expectNoAxeViolations(page);
    await visit.store.clear();
    await visit.open();
    await page.click("Create a plant and lose the response");
    await visit.expectResult({ outcome: "unknown" });
    await expectNoAxeViolations(page);
  },
);

test.each(schemes)("the site has one title and no serious violation that axe finds, %s", async (_, page) => {
  for (const file of [
    "index.html",
    "documents/Errors_and_outcomes.html",
    "documents/Faults.html",
    "classes/plant-store-sdk_mocks.MockStore.html",
    "interfaces/plant-store-sdk.PlantStoreClientOptions.html",
  ]) {
    await page.open(`${site}/${file}`);
    await expectNoAxeViolations(page, ["serious", "critical"]);
    const titles = () =>
      document.querySelectorAll("h1:not(.tsd-page-title:has(+ .tsd-typography > h1) > h1)").length;
    expect([file, await page.run(titles)]).toEqual([file, 1]);
  }
});

test.each([
  ["How do I", ["cancel", "abort", "request body", "lost response", "500", "502", "base URL", "environment"]],
  ["How do I", [".env", "Vite", "SvelteKit", "Workers", "Kubernetes", "development", "pending", "thread"]],
  ["How do I", ["http", "certificate", "self-signed", "DEPTH_ZERO_SELF_SIGNED_CERT", "retry", "SIGTERM"]],
  ["Proxy or private CA", ["proxy", "private CA"]],
  ["Observability", ["log"]],
  ["Errors and outcomes", ["postMessage"]],
  ["Rules", ["rules"]],
  ["parseNewPlant", ["parseNewPlant"]],
  ["unknownRows", ["unknownRows"]],
])("the search of the site shows %s among the first three results, for %j", async (name, words) => {
  for (const word of words) {
    await light.open(`${site}/index.html`);
    await light.click("Search");
    await light.type(word);
    const first = () =>
      light.run(() =>
        Array.from(document.querySelectorAll("#tsd-search-results a"), (link) => link.textContent).slice(
          0,
          3,
        ),
      );
    await expect.poll(first, { ...polling, message: word }).toContainEqual(expect.stringContaining(name));
  }
});
