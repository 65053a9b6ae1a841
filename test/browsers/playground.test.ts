/** The playground page, with the packed package, in every installed browser. */
import { createPlantStore, faults, listen, type PlantStoreOptions } from "plant-store-sdk/mocks/server";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { browsers } from "./installed-browsers.ts";
import type { PageDriver } from "./page-driver.ts";
import { polling, readLightness, readPageState, type ShownResult, Visit } from "./playground-visit.ts";
import { type Playground, servePlayground } from "./serve-playground.ts";

const TOKEN = "canary-token-71f04c";

let playground: Playground;
beforeAll(async () => {
  playground = await servePlayground();
});
afterAll(() => playground?.close());

async function startStore(options?: PlantStoreOptions) {
  const store = createPlantStore(options);
  const server = await listen(store);
  onTestFinished(() => server.close());
  return { store, url: server.url };
}

describe.each(browsers)("in $name", ({ start, transfersStreams }) => {
  let page: PageDriver;
  beforeAll(async () => {
    playground.violations.length = 0;
    page = await start("light");
  });
  afterAll(() => page?.close());
  const open = () => Visit.start(page, playground.url);

  test("creates a plant and shows it, with the request and the response", async () => {
    const visit = await open();
    await visit.createPlant("42", "Fern", "indoor");
    await visit.expectResult({ state: "success", attempts: "1" });
    expect(await visit.status()).toContain("Created");
    expect(await visit.items("Plants")).toEqual([expect.stringMatching(/Fern.*indoor.*42/)]);
    const response = expect.stringMatching(/ 200 .*{"name":"Fern","tag":"indoor"}$/);
    await expect.poll(() => visit.items("On the wire"), polling).toEqual([response]);
    const [exchange] = await visit.items("On the wire");
    expect(exchange).toMatch(/POST http:\S+\/plants /);
    expect(exchange).toContain("authorization: Bearer [token]");
    expect(exchange).toContain('{"id":42,"name":"Fern","tag":"indoor"}');
  });

  test("sends an id beyond 2^53 exactly, and no empty tag", async () => {
    const visit = await open();
    await visit.createPlant("9007199254740993", "Olive tree");
    await visit.expectResult({ state: "success", attempts: "1" });
    expect(await visit.items("Plants")).toEqual([expect.stringContaining("9007199254740993")]);
    const [exchange] = await visit.items("On the wire");
    expect(exchange).toContain('{"id":9007199254740993,"name":"Olive tree"}');
  });

  test("shows the issue of an invalid plant and sends nothing", async () => {
    const visit = await open();
    await visit.createPlant("fern", "Fern");
    await visit.expectResult({
      state: "failure",
      kind: "invalid-plant",
      outcome: "not-created",
      attempts: "0",
    });
    expect(await visit.status()).toContain("not valid");
    const issueOfFocusedField = () =>
      page.run(() => document.activeElement?.closest(".field")?.querySelector(".issue")?.textContent);
    expect(await issueOfFocusedField()).toMatch(/^The id must be an integer/);
    await page.fill("Id", "1");
    expect(await issueOfFocusedField()).toBe("");
    expect(await visit.items("On the wire")).toEqual([]);
    expect(await visit.items("Timeline")).toEqual([]);
    expect(await visit.items("Plants")).toEqual([]);
  });

  test.each<[fault: string, expected: Partial<ShownResult>]>([
    ["400 rejected", { kind: "rejected", outcome: "not-created" }],
    ["503", { kind: "unexpected-response", outcome: "unknown" }],
    ["Reset", { kind: "connection", outcome: "unknown" }],
    // Without transferable streams, MSW reads the whole response before it sends the status.
    ["Truncated", { kind: "connection", outcome: transfersStreams ? "created" : "unknown" }],
  ])("shows the result of the fault %s, and removes it from the queue", async (fault, expected) => {
    const visit = await open();
    await visit.queueFault(fault);
    expect(await visit.items("Queued faults")).toEqual([fault]);
    await visit.createPlant("1", "Fern");
    await visit.expectResult({ state: "failure", attempts: "1", ...expected });
    expect(await visit.items("Queued faults")).toEqual([]);
    expect(await visit.items("Plants")).toHaveLength(expected.outcome === "created" ? 1 : 0);
  });

  test("clears faults and plants with the buttons", async () => {
    const visit = await open();
    await visit.createPlant("1", "Fern");
    await visit.expectResult({ state: "success", attempts: "1" });
    await visit.queueFault("Reset");
    await visit.queueFault("503");
    expect(await visit.items("Queued faults")).toEqual(["Reset", "503"]);
    await page.click("Clear faults");
    expect(await visit.items("Queued faults")).toEqual([]);
    expect(await visit.items("Plants")).toHaveLength(1);
    await page.click("Clear");
    expect(await visit.items("Plants")).toEqual([]);
  });

  test("times out if the mock hangs", async () => {
    const visit = await open();
    await visit.queueFault("Hang");
    await page.fill("Timeout (ms)", "300");
    await visit.createPlant("1", "Fern");
    await visit.expectResult({ state: "failure", kind: "timeout", outcome: "unknown", attempts: "1" });
    expect(await visit.items("Timeline")).toContain("Deadline 300 ms");
  });

  test("aborts a call with the button", async () => {
    const visit = await open();
    await visit.queueFault("Hang");
    await visit.createPlant("1", "Fern");
    await visit.expectResult({ state: "running" });
    await expect.poll(() => visit.items("Queued faults"), polling).toEqual([]);
    await page.click("Abort");
    await visit.expectResult({ state: "failure", kind: "aborted", outcome: "unknown", attempts: "1" });
  });

  test("retries after the Retry-After delay, and draws both attempts and the delay", async () => {
    const visit = await open();
    await visit.queueFault("429, Retry-After 1 s");
    await page.fill("Timeout (ms)", "20000");
    await visit.createPlant("1", "Fern");
    await visit.expectResult({ state: "success", attempts: "2" });
    expect(await visit.items("Queued faults")).toEqual([]);
    expect(await visit.items("Timeline")).toEqual([
      expect.stringMatching(/^Attempt 1: 429 after [\d,]+ ms$/),
      "Wait 1,000 ms",
      expect.stringMatching(/^Attempt 2: 200 after [\d,]+ ms$/),
      "Deadline 20,000 ms",
    ]);
    const bars = await page.run(() => {
      const elements = document.querySelectorAll("[data-kind=attempt] .bar, [data-kind=wait] .bar");
      return Array.from(elements, (bar) => bar.getBoundingClientRect().toJSON() as DOMRect);
    });
    const [first, wait, second] = bars;
    expect(first?.width).toBeGreaterThan(0);
    expect(wait?.width).toBeGreaterThan(10);
    expect(second?.left).toBeGreaterThan((wait?.right ?? Number.NaN) - 1); // Browsers round positions.
  });

  test("retries an unknown outcome if that is selected, and warns of a duplicate", async () => {
    const visit = await open();
    await visit.queueFault("Reset");
    await page.choose("Retry unknown outcomes");
    await visit.createPlant("1", "Fern");
    await visit.expectResult({ state: "success", attempts: "2" });
    expect(await visit.status()).toContain("There may be a duplicate");
  });

  test("creates a plant in a real service, with the faults disabled", async () => {
    const { store, url } = await startStore({ auth: (token) => token === TOKEN });
    const visit = await open();
    await visit.useRealService(url, TOKEN);
    const disabled = () => document.querySelector("fieldset:disabled legend")?.textContent;
    expect(await page.run(disabled)).toBe("Faults");
    await visit.createPlant("9007199254740993", "Olive tree");
    await visit.expectResult({ state: "success", attempts: "1" });
    expect(store.plants).toEqual([{ id: 9007199254740993n, name: "Olive tree" }]);
    expect(store.requests.map(({ token }) => token)).toEqual([TOKEN]);
  });

  test("does not show or store the token, even if the service echoes it", async () => {
    const { store, url } = await startStore();
    store.enqueue(faults.delay(0), faults.status(500, { sent: `Bearer ${TOKEN}` }, { "x-sent": TOKEN }));
    const visit = await open();
    await visit.useRealService(url, TOKEN);
    await visit.createPlant("1", "Fern");
    await visit.expectResult({ state: "success" });
    await visit.createPlant("2", "Moss");
    await visit.expectResult({ state: "failure", kind: "unexpected-response", outcome: "unknown" });
    const onTheWire = () => visit.items("On the wire");
    await expect.poll(onTheWire, polling).toEqual([expect.stringContaining('"Bearer [token]"')]);

    store.enqueue(faults.body(`"${TOKEN.slice(0, -2)}`)); // As in a truncated response.
    await visit.createPlant("3", "Ivy");
    await visit.expectResult({ state: "failure", outcome: "created" });
    await expect.poll(onTheWire, polling).toEqual([expect.stringMatching(/"\[token\]$/)]);

    expect(store.requests.map(({ token }) => token)).toEqual([TOKEN, TOKEN, TOKEN]);
    await page.run(() => console.log({ nested: { in: { an: "object" } } }));
    const written = (await page.readConsole()).join("\n");
    expect(written).toContain('"object"');
    const state = JSON.stringify(await page.run(readPageState));
    expect(state).toContain("Bearer [token]");
    expect(written + state).not.toContain(TOKEN.slice(0, -2));
  });

  test("reports an unknown outcome if the service is unreachable", async () => {
    const server = await listen(createPlantStore());
    await server.close();
    const visit = await open();
    await visit.useRealService(server.url, TOKEN);
    await visit.createPlant("1", "Fern");
    await visit.expectResult({ state: "failure", kind: "connection", outcome: "unknown", attempts: "1" });
  });

  test("can be used with the keyboard alone", async () => {
    const visit = await open();
    const focused = () =>
      page.run(() => (document.activeElement as HTMLInputElement | null)?.labels?.[0]?.textContent?.trim());
    await page.press("Tab");
    for (let stops = 0; stops < 10 && (await focused()) !== "Id"; stops++) await page.press("Tab");
    expect(await focused()).toBe("Id");
    await page.type("7"); // Tab selects the whole text of a field, so typing replaces it.
    await page.press("Tab");
    await page.type("Moss");
    await page.press("Enter");
    await visit.expectResult({ state: "success", attempts: "1" });
    expect(await visit.items("Plants")).toEqual([expect.stringMatching(/^Moss.*\b7$/)]);
  });

  test("does not scroll horizontally at a width of 360 pixels", async () => {
    await page.open(playground.framed(360));
    const isReady = () => window.frames[0]?.document.documentElement.dataset.ready;
    await expect.poll(() => page.run(isReady), polling).toBe("true");
    const { width, clientWidth, scrollWidth } = await page.run(() => {
      const framed = window.frames[0] as Window;
      const { clientWidth, scrollWidth } = framed.document.documentElement;
      return { width: framed.innerWidth, clientWidth, scrollWidth };
    });
    expect(width).toBe(360);
    expect(scrollWidth).toBe(clientWidth);
  });

  test("is dark or light, as the user prefers", async () => {
    const dark = await start("dark");
    onTestFinished(() => dark.close());
    await open();
    await Visit.start(dark, playground.url);
    const [inLight, inDark] = [await page.run(readLightness), await dark.run(readLightness)];
    expect(inLight.background - inLight.text).toBeGreaterThan(0.5);
    expect(inDark.text - inDark.background).toBeGreaterThan(0.5);
  });

  test("no test above violated the page's Content-Security-Policy", async () => {
    await open();
    await page.run(() => {
      document.body.append(Object.assign(new Image(), { src: "https://elsewhere.example/blocked.png" }));
    });
    // All other pages are closed, so this report is the last.
    const provoked = { blocked: expect.stringContaining("elsewhere.example"), directive: "img-src" };
    await expect.poll(() => playground.violations, polling).toContainEqual(provoked);
    expect(playground.violations).toEqual([provoked]);
  });
});
