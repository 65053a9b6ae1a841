/** Base URLs in a page: relative ones, the page's own origin, and a page without environment variables. */
import type { CreatePlantOptions } from "plant-store-sdk";
import { expect, test } from "vitest";
import { startSdkPage } from "./page-sdk.ts";
import { startPeer } from "./peer.ts";

const token = "a-very-secret-token";

const { page, site, loadSdk, open } = await startSdkPage();

/** Opens a page, and creates plants from it, one after another. Returns the results and what its policy blocked. */
async function createPlantsOn(url: string, calls: Pick<CreatePlantOptions, "baseUrl" | "token">[]) {
  await open(url);
  return page.run(async (calls) => {
    const violations: string[] = [];
    const markerReported = new Promise<void>((resolve) => {
      document.addEventListener("securitypolicyviolation", ({ effectiveDirective }) => {
        if (effectiveDirective === "img-src") resolve();
        else violations.push(effectiveDirective);
      });
    });
    const results: unknown[] = [];
    for (const options of calls) {
      const { error } = await window.sdk.safeCreatePlant({ id: 1, name: "Fern" }, options);
      results.push(error?.toJSON() ?? "success");
    }
    // Violations are reported with a delay, in order. This last one shows that all were reported.
    new Image().src = "/marker";
    await markerReported;
    return { results, violations };
  }, calls);
}

test("http is allowed to the page's own origin, and relative base URLs are resolved against the page", async () => {
  const { siteUrl, requests } = await startPeer();
  const baseUrls = [siteUrl, "/api", "api", "./", "../v1/"];
  const calls = baseUrls.map((baseUrl) => ({ baseUrl, token }));
  // The page has a strict Content-Security-Policy.
  expect(await createPlantsOn(`${siteUrl}/shop/index.html?page=2#top`, calls)).toEqual({
    results: baseUrls.map(() => "success"),
    violations: [],
  });
  // There is no preflight.
  expect(requests.map(({ method, url, headers }) => [method, url, headers.authorization])).toEqual(
    ["/plants", "/api/plants", "/shop/api/plants", "/shop/plants", "/v1/plants"].map((path) => [
      "POST",
      path,
      `Bearer ${token}`,
    ]),
  );
});

test("http to another origin is rejected, and a page has no environment variables", async () => {
  const [site, peer] = [await startPeer(), await startPeer()];
  const { results } = await createPlantsOn(site.siteUrl, [
    { baseUrl: peer.siteUrl, token },
    { token },
    { baseUrl: "", token },
    { baseUrl: "/api" },
  ]);
  const rejected = (option: string, problem: string) => ({
    kind: "configuration",
    option,
    message: expect.stringContaining(problem),
    outcome: "not-created",
  });
  expect(results).toMatchObject([
    rejected("baseUrl", "must use https"),
    rejected("baseUrl", "is missing"),
    rejected("baseUrl", "must not be empty"),
    rejected("token", "is missing"),
  ]);
  expect([...peer.requests, ...site.requests]).toEqual([]);
});

test.each(["about:srcdoc", "about:blank"])("a frame of %s has the origin of its page", async (href) => {
  await open();
  const found = await page.run(
    async ([href, loadSdk]) => {
      const frame = document.createElement("iframe");
      if (href === "about:srcdoc") frame.srcdoc = "<title>A frame</title>";
      const loaded = new Promise((resolve) => frame.addEventListener("load", resolve));
      document.body.append(frame);
      await loaded;
      const { contentWindow } = frame as unknown as { contentWindow: typeof window };
      contentWindow.eval(`(${loadSdk})()`);
      const options = { baseUrl: "api", token: null };
      const { error } = await contentWindow.sdk.safeCreatePlant({ id: 1, name: "Fern" }, options);
      return [contentWindow.location.href, error?.message];
    },
    [href, String(loadSdk)] as const,
  );
  expect(found).toEqual([
    href,
    expect.stringContaining(`The 200 response from ${site}api/plants is invalid`),
  ]);
});
