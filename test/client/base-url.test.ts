import { inspect } from "node:util";
import { expect, test, vi } from "vitest";
import {
  configurationErrorOf,
  failureOf,
  plant,
  recordingFetch,
  requestOf,
  testClient,
} from "../support/client.ts";

function openPage(href: string): void {
  vi.stubGlobal("location", new URL(href));
}

const urlRequested = async (baseUrl: string | URL, options: object = {}) =>
  (await requestOf({ baseUrl, ...options })).url;

function errorFor(baseUrl: unknown, options: object = {}) {
  return configurationErrorOf(() => testClient({ baseUrl: baseUrl as string, ...options }));
}

test.each<[baseUrl: string | URL, url: string]>([
  ["https://plants.example", "https://plants.example/plants"],
  ["https://plants.example/api/v1////", "https://plants.example/api/v1/plants"],
  ["https://plants.example/api//v1/", "https://plants.example/api//v1/plants"],
  ["HTTPS://Plants.Example/API", "https://plants.example/API/plants"],
  ["https:\\\\plants.example\\@evil.example", "https://plants.example/@evil.example/plants"],
  ["https://plants.example//evil.example", "https://plants.example//evil.example/plants"],
  ["ht\ttp:/\n/plants.example/a\npi\t", "http://plants.example/api/plants"],
  ["https://bücher.example/gärten", "https://xn--bcher-kva.example/g%C3%A4rten/plants"],
  [new URL("https://plants.example/api/"), "https://plants.example/api/plants"],
])("the base URL %s leads to %s", async (baseUrl, url) => {
  expect(await urlRequested(baseUrl, { allowInsecureHttp: true })).toBe(url);
});

test.each([
  "https://plants.example/api?canary=1",
  "https://plants.example/?",
  "https://plants.example/api#canary",
  "https://plants.example/#",
  "https://canary:canary@plants.example/api",
  "https://:canary@plants.example/api",
  new URL("https://plants.example/api?canary=1"),
  "/api?canary=1",
])("a base URL with a query, fragment, user or password is rejected without being shown: %s", (baseUrl) => {
  openPage("https://page.example/app/");
  const error = errorFor(baseUrl, { allowInsecureHttp: true });
  expect(error).toMatchObject({ option: "baseUrl", outcome: "not-created", attempts: 0 });
  expect(error.message).toContain("must not contain credentials, a query or a fragment");
  expect(inspect(error, { depth: null, showHidden: true })).not.toContain("canary");
});

test.each(["canary", "//canary.example/api", "https://", "ftp://canary.example/", { href: "canary" }])(
  "the base URL %o is rejected outside a page without being shown",
  (baseUrl) => {
    const error = errorFor(baseUrl);
    expect(error.option).toBe("baseUrl");
    expect(error.message).toBe("`baseUrl` must be a URL such as https://plants.example/api.");
    expect(inspect(error, { depth: null, showHidden: true })).not.toContain("canary");
  },
);

test.each(["canary.example:443/api", "canary.example", "localhost:4010"])(
  "the message for the base URL %s says that its scheme is missing, without showing it",
  (baseUrl) => {
    const { message } = errorFor(baseUrl);
    expect(message).toMatch(/: write http:\/\/ or https:\/\/ before the host\.$/);
    expect(message).not.toContain(baseUrl);
  },
);

test.each([
  ["/api", undefined, "https://page.example/api/plants"],
  ["api/v1/", undefined, "https://page.example/app/api/v1/plants"],
  ["//plants.example/api", undefined, "https://plants.example/api/plants"],
  ["https://plants.example/api", undefined, "https://plants.example/api/plants"],
  ["api", "https://page.example/other/", "https://page.example/other/api/plants"],
  ["https://plants.example", "https://canary.example/", "https://plants.example/plants"],
])("in a page, the base URL %s is resolved as fetch does, with <base href=%j>: %s", async (...row) => {
  const [baseUrl, base, url] = row;
  openPage("https://page.example/app/index.html?tab=2#top");
  if (base) vi.stubGlobal("document", { baseURI: base });
  expect(await urlRequested(baseUrl)).toBe(url);
});

test.each(["about:srcdoc", "about:blank"])(
  "in a frame of %s, the page's own origin is that of the frame",
  async (href) => {
    openPage(href);
    vi.stubGlobal("document", { baseURI: "http://page.example/app/" });
    vi.stubGlobal("origin", "http://page.example");
    expect(await urlRequested("api")).toBe("http://page.example/app/api/plants");
    expect(await urlRequested("http://page.example/api")).toBe("http://page.example/api/plants");
    vi.stubGlobal("origin", "null"); // As in a sandbox.
    expect(errorFor("api").message).toContain("<base> must have the page's own origin");
  },
);

test.each(["https://canary.example/", "https://canary:canary@page.example/", "http://page.example/"])(
  "if the page has <base href=%j>, a relative base URL is rejected",
  (base) => {
    openPage("https://page.example/index.html");
    vi.stubGlobal("document", { baseURI: base });
    const error = errorFor("/api");
    expect(error.message).toContain("<base> must have the page's own origin, without credentials");
    expect(inspect(error, { depth: null, showHidden: true })).not.toContain("canary");
  },
);

test.each([
  ["/api/", "/api"],
  ["/", ""],
])(
  "%j is accepted outside a page, for server rendering, but a call with it is not sent",
  async (baseUrl, used) => {
    const { fetch, sent } = recordingFetch();
    const client = testClient({ baseUrl, token: null, fetch });
    expect(client.baseUrl).toBe(used);
    const error = await failureOf(client.safeCreatePlant(plant));
    expect(error).toMatchObject({ kind: "configuration", option: "baseUrl", outcome: "not-created" });
    expect(error.message).toBe(
      "`baseUrl` is a path, which works only in a page. On a server, pass a URL with its host.",
    );
    expect(sent).toEqual([]);
  },
);

test.each(["http://localhost", "http://127.0.0.1:4010", "http://127.255.255.254", "http://[::1]:4010"])(
  "plain HTTP to a loopback host is allowed: %s",
  async (baseUrl) => {
    expect(await urlRequested(baseUrl)).toMatch(/^http:\/\/.+\/plants$/);
  },
);

test.each(["http://plants.localhost:4010", "http://a.b.localhost"])(
  "plain HTTP to %s is allowed only in a browser, because elsewhere DNS may resolve it",
  async (baseUrl) => {
    expect(errorFor(baseUrl).message).toContain("must use https");
    vi.stubGlobal("navigator", { userAgent: "Mozilla/5.0 (X11; Linux x86_64)" });
    expect(await urlRequested(baseUrl)).toBe(`${baseUrl}/plants`);
  },
);

test.each([
  ["http://plants.example", "plants.example"],
  ["http://127.evil.com", "127.evil.com"],
  ["http://localhost.evil.com", "localhost.evil.com"],
  ["http://evil-localhost", "evil-localhost"],
  ["http://128.0.0.1", "128.0.0.1"],
  ["http://0.0.0.0", "0.0.0.0"],
  ["http://[::2]", "[::2]"],
])("plain HTTP to another host is rejected unless allowInsecureHttp is set: %s", async (baseUrl, host) => {
  const error = errorFor(baseUrl);
  expect(error.option).toBe("baseUrl");
  for (const part of ["must use https", host, "`allowInsecureHttp`"]) expect(error.message).toContain(part);
  expect(errorFor(baseUrl, { allowInsecureHttp: false }).message).toBe(error.message);
  expect(await urlRequested(baseUrl, { allowInsecureHttp: true })).toBe(`http://${host}/plants`);
});

test.each(["/api", "http://page.example/api", "http://page.example:80/api"])(
  "plain HTTP to the origin of a page is allowed: %s",
  async (baseUrl) => {
    openPage("http://page.example/app/");
    expect(await urlRequested(baseUrl)).toBe("http://page.example/api/plants");
  },
);

test.each([
  ["http://page.example/app/", "http://page.example:8080/api"],
  ["http://page.example/app/", "//plants.example"],
  ["https://page.example/app/", "http://page.example/api"],
])("plain HTTP from the page %s to another origin is rejected: %s", (page, baseUrl) => {
  openPage(page);
  expect(errorFor(baseUrl).message).toContain("must use https");
});
