import { inspect } from "node:util";
import { afterEach, expect, test, vi } from "vitest";
import { configurationErrorOf, plant, recordingFetch, testClient } from "../support/client.ts";

/** A page's address, as `globalThis.location` has it. */
function openPage(href: string): void {
  vi.stubGlobal("location", new URL(href));
}

async function urlRequested(baseUrl: string | URL, options: object = {}): Promise<string | undefined> {
  const { fetch, sent } = recordingFetch();
  await testClient({ baseUrl, fetch, ...options }).createPlant(plant);
  return sent[0]?.url;
}

function refusalOf(baseUrl: unknown, options: object = {}) {
  return configurationErrorOf(() => testClient({ baseUrl: baseUrl as string, ...options }));
}

afterEach(() => {
  vi.unstubAllGlobals();
});

test.each<[baseUrl: string | URL, url: string]>([
  ["https://plants.example", "https://plants.example/plants"],
  ["https://plants.example/", "https://plants.example/plants"],
  ["https://plants.example///", "https://plants.example/plants"],
  ["https://plants.example/api/v1", "https://plants.example/api/v1/plants"],
  ["https://plants.example/api/v1/", "https://plants.example/api/v1/plants"],
  ["https://plants.example/api/v1////", "https://plants.example/api/v1/plants"],
  ["https://plants.example/api//v1/", "https://plants.example/api//v1/plants"],
  ["https://plants.example:8443/api", "https://plants.example:8443/api/plants"],
  ["https://plants.example:443/api", "https://plants.example/api/plants"],
  ["HTTPS://Plants.Example/API", "https://plants.example/API/plants"],
  ["https://plants.example/a%2Fb%3Fc", "https://plants.example/a%2Fb%3Fc/plants"],
  ["https://plants.example/a/../b", "https://plants.example/b/plants"],
  ["https://plants.example/plants", "https://plants.example/plants/plants"],
  ["https://bücher.example/gärten", "https://xn--bcher-kva.example/g%C3%A4rten/plants"],
  ["https://[2001:db8::1]/api", "https://[2001:db8::1]/api/plants"],
  [new URL("https://plants.example/api/"), "https://plants.example/api/plants"],
])("under %s plants are created at %s", async (baseUrl, url) => {
  expect(await urlRequested(baseUrl)).toBe(url);
});

test("a URL object that its owner changes later does not change the client", async () => {
  const baseUrl = new URL("https://plants.example/api");
  const { fetch, sent } = recordingFetch();
  const client = testClient({ baseUrl, fetch });
  baseUrl.host = "elsewhere.example";
  await client.createPlant(plant);
  expect(sent[0]?.url).toBe("https://plants.example/api/plants");
});

test.each([
  "https://plants.example/api?canary=1",
  "https://plants.example/?",
  "https://plants.example/api#canary",
  "https://plants.example/#",
  "https://canary@plants.example/api",
  "https://canary:canary@plants.example/api",
  "https://:canary@plants.example/api",
  "http://canary:canary@127.0.0.1",
  new URL("https://plants.example/api?canary=1"),
])("%s is refused for its query, fragment, user or password, which are not shown", (baseUrl) => {
  const error = refusalOf(baseUrl);
  expect(error).toMatchObject({ option: "baseUrl", outcome: "not-created", attempts: 0 });
  expect(error.message).toContain("must not contain a user, a password, a query or a fragment");
  expect(inspect(error, { depth: null, showHidden: true })).not.toContain("canary");
});

test.each([
  "canary",
  "/canary",
  "./canary",
  "//canary.example/api",
  "canary.example/api",
  "canary.example:443/api",
  "https://",
  "https://canary example/",
  "https://canary:99999/",
  "ftp://canary.example/",
  "file:///canary",
  "ws://canary.example",
  "data:text/plain,canary",
  "javascript:canary",
  "blob:https://canary.example/1",
])("%s is no base URL where there is no page, and is not shown", (baseUrl) => {
  const error = refusalOf(baseUrl);
  expect(error.option).toBe("baseUrl");
  expect(error.message).toBe("`baseUrl` must be a URL such as https://plants.example/api.");
  expect(inspect(error, { depth: null, showHidden: true })).not.toContain("canary");
});

test.each([
  ["/api", "https://page.example/api/plants"],
  ["/", "https://page.example/plants"],
  [".", "https://page.example/app/plants"],
  ["api/v1/", "https://page.example/app/api/v1/plants"],
  ["../api", "https://page.example/api/plants"],
  ["//plants.example/api", "https://plants.example/api/plants"],
  ["https://plants.example/api", "https://plants.example/api/plants"],
])("in a page %s is resolved against its address: %s", async (baseUrl, url) => {
  openPage("https://page.example/app/index.html?tab=2#top");
  expect(await urlRequested(baseUrl)).toBe(url);
});

test("in a page a relative base URL may hold no query either", () => {
  openPage("https://page.example/app/");
  expect(refusalOf("/api?canary=1").message).toContain("must not contain");
  expect(refusalOf("/api?canary=1").message).not.toContain("canary");
});

test.each(
  [42, true, [], {}, ["https://plants.example"]].map((baseUrl) => ({ baseUrl, shown: inspect(baseUrl) })),
)("in a page, too, a base URL must be a string or a URL: not $shown", ({ baseUrl }) => {
  openPage("https://page.example/app/");
  expect(refusalOf(baseUrl).option).toBe("baseUrl");
});

test.each([
  "http://localhost",
  "http://localhost:4010/api",
  "http://LOCALHOST",
  "http://plants.localhost:4010",
  "http://a.b.localhost",
  "http://127.0.0.1:4010",
  "http://127.0.0.2",
  "http://127.255.255.254",
  "http://127.1",
  "http://2130706433",
  "http://[::1]:4010",
  "http://[0:0:0:0:0:0:0:1]",
])("http is allowed to this machine: %s", async (baseUrl) => {
  expect(await urlRequested(baseUrl)).toMatch(/^http:\/\/.+\/plants$/);
});

test.each([
  ["http://plants.example", "plants.example"],
  ["http://127.evil.com", "127.evil.com"],
  ["http://127.0.0.1.evil.com", "127.0.0.1.evil.com"],
  ["http://localhost.evil.com", "localhost.evil.com"],
  ["http://evil-localhost", "evil-localhost"],
  ["http://localhosts", "localhosts"],
  ["http://128.0.0.1", "128.0.0.1"],
  ["http://10.0.0.1:8080", "10.0.0.1:8080"],
  ["http://192.168.0.1", "192.168.0.1"],
  ["http://0.0.0.0", "0.0.0.0"],
  ["http://[::2]", "[::2]"],
  ["http://[2001:db8::1]", "[2001:db8::1]"],
  ["http://[::ffff:10.0.0.1]", "[::ffff:a00:1]"],
])("http is refused to any other machine, unless it is allowed: %s", async (baseUrl, host) => {
  const error = refusalOf(baseUrl);
  expect(error.option).toBe("baseUrl");
  expect(error.message).toContain("must use https");
  expect(error.message).toContain(host);
  expect(error.message).toContain("`allowInsecureHttp`");
  expect(refusalOf(baseUrl, { allowInsecureHttp: false }).message).toBe(error.message);
  expect(await urlRequested(baseUrl, { allowInsecureHttp: true })).toBe(`http://${host}/plants`);
});

test("allowInsecureHttp allows no other scheme and no password", () => {
  expect(refusalOf("ftp://plants.example", { allowInsecureHttp: true }).message).toContain("must be a URL");
  expect(refusalOf("http://a:b@plants.example", { allowInsecureHttp: true }).message).toContain("password");
});

test.each(["/api", "http://page.example/api", "http://page.example:80/api"])(
  "a page that came by http may use its own origin: %s",
  async (baseUrl) => {
    openPage("http://page.example/app/");
    expect(await urlRequested(baseUrl)).toBe("http://page.example/api/plants");
  },
);

test.each([
  "http://page.example:8080/api",
  "http://api.page.example",
  "http://plants.example",
  "//plants.example",
])("a page that came by http may not use http elsewhere: %s", (baseUrl) => {
  openPage("http://page.example/app/");
  expect(refusalOf(baseUrl).message).toContain("must use https");
});

test("a page that came by https may not use its host by http", () => {
  openPage("https://page.example/app/");
  expect(refusalOf("http://page.example/api").message).toContain("must use https");
});
