/** The playground page works in every browser, on the package as it is packed, for whoever plays with it. */
import { createPlantStore, faults, listen, type PlantStoreOptions } from "plant-store-sdk/mocks/server";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { browsers } from "./page-browsers.ts";
import type { PageDriver } from "./page-driver.ts";
import { patience, readLightness, readWhatIsKept, type ShownResult, Visit } from "./page-visit.ts";
import { type Playground, servePlayground } from "./playground.ts";

const TOKEN = "canary-token-71f04c";

let playground: Playground;
beforeAll(async () => {
  playground = await servePlayground();
});
afterAll(() => playground?.close());

async function openStore(options?: PlantStoreOptions) {
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
  const open = () => Visit.begin(page, playground.url);

  test("creates a plant, and shows it, with what went over the wire", async () => {
    const visit = await open();
    await visit.createPlant("42", "Fern", "indoor");
    await visit.expectResult({ state: "success", attempts: "1" });
    expect(await visit.status()).toContain("Created");
    expect(await visit.items("Plants")).toEqual([expect.stringMatching(/Fern.*indoor.*42/)]);
    const answer = expect.stringMatching(/ 200 .*{"name":"Fern","tag":"indoor"}$/);
    await expect.poll(() => visit.items("On the wire"), patience).toEqual([answer]);
    const [exchange] = await visit.items("On the wire");
    expect(exchange).toMatch(/POST http:\S+\/plants /);
    expect(exchange).toContain("authorization: Bearer [token]");
    expect(exchange).toContain('{"id":42,"name":"Fern","tag":"indoor"}');
  });

  test("keeps an id beyond 2^53 exact, and sends no empty tag", async () => {
    const visit = await open();
    await visit.createPlant("9007199254740993", "Olive tree");
    await visit.expectResult({ state: "success", attempts: "1" });
    expect(await visit.items("Plants")).toEqual([expect.stringContaining("9007199254740993")]);
    const [exchange] = await visit.items("On the wire");
    expect(exchange).toContain('{"id":9007199254740993,"name":"Olive tree"}');
  });

  test("says what is wrong with a plant that is not valid, and sends nothing", async () => {
    const visit = await open();
    await visit.createPlant("fern", "Fern");
    await visit.expectResult({
      state: "failure",
      kind: "invalid-plant",
      outcome: "not-created",
      attempts: "0",
    });
    expect(await visit.status()).toContain("not valid");
    const issueWithFocus = () =>
      page.run(() => document.activeElement?.closest(".field")?.querySelector(".issue")?.textContent);
    expect(await issueWithFocus()).toMatch(/^The id must be an integer/);
    await page.fill("Id", "1");
    expect(await issueWithFocus()).toBe("");
    expect(await visit.items("On the wire")).toEqual([]);
    expect(await visit.items("Timeline")).toEqual([]);
    expect(await visit.items("Plants")).toEqual([]);
  });

  test.each<[fault: string, told: Partial<ShownResult>]>([
    ["400 rejected", { kind: "rejected", outcome: "not-created" }],
    ["503", { kind: "unexpected-response", outcome: "unknown" }],
    ["Reset", { kind: "connection", outcome: "unknown" }],
    // Without streams MSW must have an answer whole before it sends any of it, the status too.
    ["Truncated", { kind: "connection", outcome: transfersStreams ? "created" : "unknown" }],
  ])("tells what the fault %s brought about, which is then queued no more", async (fault, told) => {
    const visit = await open();
    await visit.queueFault(fault);
    expect(await visit.items("Queued faults")).toEqual([fault]);
    await visit.createPlant("1", "Fern");
    await visit.expectResult({ state: "failure", attempts: "1", ...told });
    expect(await visit.items("Queued faults")).toEqual([]);
    expect(await visit.items("Plants")).toHaveLength(told.outcome === "created" ? 1 : 0);
  });

  test("forgets faults and plants by their buttons", async () => {
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

  test("gives up on a store that hangs", async () => {
    const visit = await open();
    await visit.queueFault("Hang");
    await page.fill("Timeout (ms)", "300");
    await visit.createPlant("1", "Fern");
    await visit.expectResult({ state: "failure", kind: "timeout", outcome: "unknown", attempts: "1" });
    expect(await visit.items("Timeline")).toContain("Deadline 300 ms");
  });

  test("ends a call by its button", async () => {
    const visit = await open();
    await visit.queueFault("Hang");
    await visit.createPlant("1", "Fern");
    await visit.expectResult({ state: "running" });
    await expect.poll(() => visit.items("Queued faults"), patience).toEqual([]);
    await page.click("Abort");
    await visit.expectResult({ state: "failure", kind: "aborted", outcome: "unknown", attempts: "1" });
  });

  test("waits as long as the store asks, tries again, and draws both", async () => {
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
      const shown = document.querySelectorAll("[data-kind=attempt] .bar, [data-kind=wait] .bar");
      return Array.from(shown, (bar) => bar.getBoundingClientRect().toJSON() as DOMRect);
    });
    const [first, wait, second] = bars;
    expect(first?.width).toBeGreaterThan(0);
    expect(wait?.width).toBeGreaterThan(10);
    expect(second?.left).toBeGreaterThan((wait?.right ?? Number.NaN) - 1); // Browsers round.
  });

  test("repeats a call whose outcome is unknown where it is told to, and warns of a second plant", async () => {
    const visit = await open();
    await visit.queueFault("Reset");
    await page.choose("Retry unknown outcomes");
    await visit.createPlant("1", "Fern");
    await visit.expectResult({ state: "success", attempts: "2" });
    expect(await visit.status()).toContain("There may be a duplicate");
  });

  test("creates a plant in a real store, whose faults are its own", async () => {
    const { store, url } = await openStore({ auth: (token) => token === TOKEN });
    const visit = await open();
    await visit.useRealStore(url, TOKEN);
    const disabled = () => document.querySelector("fieldset:disabled legend")?.textContent;
    expect(await page.run(disabled)).toBe("Faults");
    await visit.createPlant("9007199254740993", "Olive tree");
    await visit.expectResult({ state: "success", attempts: "1" });
    expect(store.plants).toEqual([{ id: 9007199254740993n, name: "Olive tree" }]);
    expect(store.requests.map(({ token }) => token)).toEqual([TOKEN]);
  });

  test("shows and keeps a token nowhere, not even where the store sends it back", async () => {
    const { store, url } = await openStore();
    store.enqueue(faults.delay(0), faults.status(500, { sent: `Bearer ${TOKEN}` }, { "x-sent": TOKEN }));
    const visit = await open();
    await visit.useRealStore(url, TOKEN);
    await visit.createPlant("1", "Fern");
    await visit.expectResult({ state: "success" });
    await visit.createPlant("2", "Moss");
    await visit.expectResult({ state: "failure", kind: "unexpected-response", outcome: "unknown" });
    const onTheWire = () => visit.items("On the wire");
    await expect.poll(onTheWire, patience).toEqual([expect.stringContaining('"Bearer [token]"')]);

    store.enqueue(faults.body(`"${TOKEN.slice(0, -2)}`)); // As an answer that breaks off would have it.
    await visit.createPlant("3", "Ivy");
    await visit.expectResult({ state: "failure", outcome: "created" });
    await expect.poll(onTheWire, patience).toEqual([expect.stringMatching(/"\[token\]$/)]);

    expect(store.requests.map(({ token }) => token)).toEqual([TOKEN, TOKEN, TOKEN]);
    await page.run(() => console.log({ deep: { in: { an: "object" } } }));
    const written = (await page.readConsole()).join("\n");
    expect(written).toContain('"object"');
    const kept = JSON.stringify(await page.run(readWhatIsKept));
    expect(kept).toContain("Bearer [token]");
    expect(written + kept).not.toContain(TOKEN.slice(0, -2));
  });

  test("says of a store that it cannot reach that nobody knows the outcome", async () => {
    const server = await listen(createPlantStore());
    await server.close();
    const visit = await open();
    await visit.useRealStore(server.url, TOKEN);
    await visit.createPlant("1", "Fern");
    await visit.expectResult({ state: "failure", kind: "connection", outcome: "unknown", attempts: "1" });
  });

  test("can be used by the keyboard alone", async () => {
    const visit = await open();
    const focused = () =>
      page.run(() => (document.activeElement as HTMLInputElement | null)?.labels?.[0]?.textContent?.trim());
    await page.press("Tab");
    for (let stops = 0; stops < 10 && (await focused()) !== "Id"; stops++) await page.press("Tab");
    expect(await focused()).toBe("Id");
    await page.type("7"); // A field that is reached by Tab is selected as a whole: this replaces it.
    await page.press("Tab");
    await page.type("Moss");
    await page.press("Enter");
    await visit.expectResult({ state: "success", attempts: "1" });
    expect(await visit.items("Plants")).toEqual([expect.stringMatching(/^Moss.*\b7$/)]);
  });

  test("fits a window of 360 pixels, without scrolling sideways", async () => {
    await page.open(playground.framed(360));
    const isReady = () => window.frames[0]?.document.documentElement.dataset.ready;
    await expect.poll(() => page.run(isReady), patience).toBe("true");
    const { width, visible, needed } = await page.run(() => {
      const framed = window.frames[0] as Window;
      const { clientWidth, scrollWidth } = framed.document.documentElement;
      return { width: framed.innerWidth, visible: clientWidth, needed: scrollWidth };
    });
    expect(width).toBe(360);
    expect(needed).toBe(visible);
  });

  test("is dark where its user prefers that, and else light", async () => {
    const dark = await start("dark");
    onTestFinished(() => dark.close());
    await open();
    await Visit.begin(dark, playground.url);
    const [inLight, inDark] = [await page.run(readLightness), await dark.run(readLightness)];
    expect(inLight.ground - inLight.text).toBeGreaterThan(0.5);
    expect(inDark.text - inDark.ground).toBeGreaterThan(0.5);
  });

  test("keeps its own Content-Security-Policy, and did in all that was tried here", async () => {
    await open();
    await page.run(() => {
      document.body.append(Object.assign(new Image(), { src: "https://elsewhere.example/provoked.png" }));
    });
    // The pages that could have brought about others are long gone, so that this report is the last.
    const provoked = { blocked: expect.stringContaining("elsewhere.example"), directive: "img-src" };
    await expect.poll(() => playground.violations, patience).toContainEqual(provoked);
    expect(playground.violations).toEqual([provoked]);
  });
});
