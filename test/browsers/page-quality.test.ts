/** Everyone can use the live page, and it loads nothing from elsewhere. */
import { expect, onTestFinished, test } from "vitest";
import { browserName, startBrowserAndMock } from "./browser.ts";
import { findOverlaps, polling, Visit } from "./page-visit.ts";

const [page, mock] = await startBrowserAndMock();
const open = () => Visit.start(page, mock);

test("can be used with the keyboard alone", async () => {
  const visit = await open();
  const focused = () =>
    page.run(() => {
      const element = document.activeElement as HTMLInputElement | null;
      return element?.labels?.[0]?.textContent ?? element?.textContent ?? "";
    });
  const tabTo = async (text: string) => {
    for (let stops = 0; stops < 30 && !(await focused()).startsWith(text); stops++) await page.press("Tab");
    expect(await focused()).toMatch(new RegExp(`^${text}`));
  };
  await tabTo("503");
  await page.press("Enter");
  await visit.expectQueuedFaults("503");
  await tabTo("id");
  await page.type("7"); // Tab selects the whole text of a field, so typing replaces it.
  await page.press("Tab");
  await page.type("Moss");
  await page.press("Enter");
  await visit.expectResult({ outcome: "unknown" });
  await visit.expectRequests(/7 Moss 503/);
  await page.run(() => document.querySelector<HTMLElement>("[type=search]")?.focus());
  await page.press("Tab");
  await page.press("Enter");
  await visit.expectText(".exchange").toContain('{"id":7,"name":"Moss"}');
});

test("does not scroll horizontally on any screen, and nothing in its header overlaps", async () => {
  const visit = await open();
  await visit.fillPage();
  await page.run(() => {
    const session = document.getElementById("session");
    const url = document.getElementById("base-url");
    if (session) session.textContent = "a-session-with-a-long-name".repeat(4);
    url?.append("a-session-with-a-long-name".repeat(4));
  });
  onTestFinished(() => page.setWidth(1_280));
  for (const width of [320, 360, 390, 412, 768, 1_024, 1_280]) {
    await page.setWidth(width);
    const { clientWidth, scrollWidth } = await page.run(() => {
      const { clientWidth, scrollWidth } = document.documentElement;
      return { clientWidth, scrollWidth };
    });
    expect([width, scrollWidth]).toEqual([width, clientWidth]);
    expect([width, await page.run(findOverlaps)]).toEqual([width, []]);
  }
});

test("cuts long names at a width of 360 pixels, but no id", async () => {
  const visit = await open();
  await page.setWidth(360);
  onTestFinished(() => page.setWidth(1_280));
  const text = "long ".repeat(500);
  await visit.client.createPlant({ id: 9223372036854775807n, name: text, tag: text });
  await visit.expectRequests(/^#1 \S* ?9223372036854775807 long/);
  await expect.poll(async () => (await visit.plants()).length, polling).toBe(1);
  const [plant, id, request] = await page.run(() => {
    const heightOf = (selector: string) => document.querySelector<HTMLElement>(selector)?.offsetHeight;
    return ["#plants li", "#plants .id", "#request-list li"].map(heightOf);
  });
  expect(plant).toBeLessThan(48); // One line.
  expect(id).toBeLessThan(32);
  expect(request).toBeLessThan(144);
});

// No media query sees how `setWidth` makes up for the wide window of WebKitGTK.
test.skipIf(browserName === "WebKitGTK")("on a narrow screen, its links lead to each part", async () => {
  const visit = await open();
  await page.setWidth(390);
  onTestFinished(() => page.setWidth(1_280));
  await visit.store.enqueue({ type: "reset" });
  await expect
    .poll(() => visit.texts("#parts a"), polling)
    .toEqual(["Faults (1)", "Try it", "Plants", "Requests"]);
  for (const part of ["requests", "try-it", "plants-part", "faults"]) {
    await page.run((part) => document.querySelector<HTMLElement>(`[href="#${part}"]`)?.click(), part);
    const positions = () =>
      page.run((part) => {
        const topOf = (id: string) => document.getElementById(id)?.getBoundingClientRect().top ?? Number.NaN;
        return [Math.round(topOf("parts")), topOf(part) > 30 && topOf(part) < innerHeight];
      }, part);
    await expect.poll(positions, polling).toEqual([0, true]);
  }
});

test("shows names as text, whatever they contain", async () => {
  const visit = await open();
  const hostile = `<img src=x onerror="document.title='attacked'">`;
  await visit.client.createPlant({ id: 1, name: hostile, tag: hostile });
  await visit.expectPlants([`1 ${hostile} ${hostile}`]);
  await expect.poll(async () => (await visit.requests())[0], polling).toContain(hostile);
  expect(await page.run(() => document.images.length)).toBe(1); // The icon of the page.
});

test("loads nothing from elsewhere, and its Content-Security-Policy forbids it", async () => {
  const visit = await open();
  await page.run(() => {
    const violations: string[] = [];
    window.violations = violations;
    addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI }) =>
      violations.push(`${effectiveDirective} ${blockedURI}`),
    );
  });
  await visit.fillPage();
  const loaded = await page.run(() => performance.getEntriesByType("resource").map(({ name }) => name));
  expect(loaded.length).toBeGreaterThan(3);
  expect(loaded.filter((url) => !url.startsWith(mock.url))).toEqual([]);
  expect(await page.run(() => window.violations)).toEqual([]);
  await page.run(() => {
    document.body.append(Object.assign(new Image(), { src: "https://elsewhere.example/blocked.png" }));
    document.body.setAttribute("style", "color: red");
    document.body.append(
      Object.assign(document.createElement("script"), { textContent: "window.attacked = true" }),
    );
  });
  await expect
    .poll(() => page.run(() => window.violations), polling)
    .toEqual(
      expect.arrayContaining([
        expect.stringContaining("img-src"),
        expect.stringContaining("style-src-attr"),
        expect.stringContaining("script-src-elem"),
      ]),
    );
});
