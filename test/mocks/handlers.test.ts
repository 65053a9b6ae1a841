/** The requests that the MSW handlers handle and those that they leave to MSW. */
import { inspect } from "node:util";
import { type HttpHandler, http } from "msw";
import { setupServer } from "msw/node";
import { PlantStoreClient, safeCreatePlant } from "plant-store-sdk";
import { faults, type MockHandlersOptions, MockStore, mockHandlers } from "plant-store-sdk/mocks";
import { expect, onTestFinished, test, vi } from "vitest";
import { plant, testOptions } from "../support/client.ts";
import { JSON_HEADERS, POST } from "../support/post-plant.ts";

type ListenOptions = Parameters<ReturnType<typeof setupServer>["listen"]>[0];

/** Starts MSW until the test ends. By default, it lets no request through. */
function intercept(handlers: HttpHandler[], options: ListenOptions = { onUnhandledFrame: "error" }): void {
  const server = setupServer(...handlers);
  server.listen(options);
  onTestFinished(() => server.close());
}

/** Starts MSW with a store for this test. `unhandled` lists the requests that no handler handled; they fail. */
function open(store: MockStore, { baseUrl }: MockHandlersOptions = { baseUrl: "*" }) {
  const unhandled: string[] = [];
  vi.spyOn(console, "error").mockImplementation(() => {}); // MSW also prints them.
  intercept(mockHandlers(store, { baseUrl }), {
    onUnhandledFrame({ frame, defaults }) {
      const { request } = frame.data as { request: Request };
      unhandled.push(`${request.method} ${request.url}`);
      defaults.error();
    },
  });
  return { unhandled };
}

const V1 = "https://plants.example/v1";

test.each<[ofClient: string | URL, ofHandlers?: string]>([
  [V1, "*"],
  ["https://plants.example"],
  ["https://plants.example/"],
  [V1],
  [`${V1}//`],
  [new URL("https://plants.example/v1/")],
  ["https://PLANTS.example/V1"],
  ["https://plants.example:443/v1"],
  ["http://[::1]:4010/v1"],
  ["https://plants.example/v1/../v2"],
  ["https://plants.example/a b"],
  ["https://plants.example/v(1)/a+b/~c:d"],
])("a client with the base URL %s reaches the store if the handlers have the same or %s", async (...row) => {
  const [baseUrl, ofHandlers = baseUrl] = row;
  const store = new MockStore();
  const { unhandled } = open(store, { baseUrl: ofHandlers });
  const result = await safeCreatePlant(plant, { ...testOptions, baseUrl });
  expect(unhandled).toEqual([]);
  expect(result).toMatchObject({ success: true, data: { name: "Fern" } });
  if (ofHandlers === "*") expect(store.requests.map(({ url }) => url)).toEqual([`${baseUrl}/plants`]);
});

test.each([
  ["api", "https://page.example/"],
  ["/api", "https://page.example/other/"],
  [".", undefined],
  ["//plants.example/api", "https://canary.example/"],
])(
  "in a page, a client and the handlers resolve the base URL %s alike, with <base href=%j>",
  async (...row) => {
    const [baseUrl, baseURI] = row;
    vi.stubGlobal("location", new URL("https://page.example/app/shelves/3"));
    if (baseURI) vi.stubGlobal("document", { baseURI });
    const store = new MockStore();
    const { unhandled } = open(store, { baseUrl });
    expect(await safeCreatePlant(plant, { ...testOptions, baseUrl })).toMatchObject({ success: true });
    expect(unhandled).toEqual([]);
    expect(store.plants).toHaveLength(1);
  },
);

const NO_URL = 'must be a URL such as https://plants.example/api, or "*" for any';
const TOO_MUCH = "must not contain credentials, a query or a fragment";
const WRONG_BASE = "is relative, so <base> must have the page's own origin, without credentials";

test.each([
  ...["", "plants.example", "https://", "ftp://plants.example"].map((url) => [url, NO_URL]),
  ...["?a=1", "#a"].map((end) => [`https://plants.example${end}`, TOO_MUCH]),
  ...["u", ":p"].map((user) => [`https://${user}@plants.example`, TOO_MUCH]),
  ["api", WRONG_BASE, "https://canary.example/"],
  ["api?a=1", TOO_MUCH, "https://page.example/"],
])("the handlers reject the base URL %j, as the client does: it %s", (baseUrl, problem, baseURI) => {
  if (baseURI) vi.stubGlobal("location", new URL("https://page.example/"));
  if (baseURI) vi.stubGlobal("document", { baseURI });
  expect(() => mockHandlers(new MockStore(), { baseUrl: `${baseUrl}` })).toThrow(
    new TypeError(`mockHandlers: \`baseUrl\` ${problem}.`),
  );
  expect(() => new PlantStoreClient({ baseUrl: `${baseUrl}`, token: null })).toThrow("`baseUrl`");
});

test("outside a page, the handlers reject a path", () => {
  expect(() => mockHandlers(new MockStore(), { baseUrl: "/api" })).toThrow(NO_URL);
});

test.each([
  ["POST", "https://plants.example/plants", V1],
  ["POST", "https://plants.example/v2/plants", V1],
  ["POST", "https://plants.example/v1/v1/plants", V1],
  ["POST", "https://other.example/v1/plants", V1],
  ["POST", "http://plants.example/v1/plants", V1],
  ["POST", "https://plants.example:8443/v1/plants", V1],
  ["GET", "https://plants.example/plants", "*"],
  ["POST", "https://plants.example/plants/", "*"],
  ["POST", "https://plants.example/Plants", "*"],
  ["POST", "https://plants.example/houseplants", "*"],
  ["GET", "https://plants.example/health", "*"],
  ["OPTIONS", "https://plants.example/health", "*"],
])("the handlers ignore %s %s if they have the base URL %s", async (method, url, baseUrl) => {
  const store = new MockStore();
  const { unhandled } = open(store, { baseUrl });
  await expect(fetch(url, { method, headers: JSON_HEADERS })).rejects.toThrow(TypeError);
  expect(unhandled).toEqual([`${method} ${url}`]);
  expect(store.requests).toEqual([]);
});

test("the handlers respond to a preflight of /plants", async () => {
  const store = new MockStore();
  const { unhandled } = open(store, { baseUrl: V1 });
  const response = await fetch(`${V1}/plants`, { method: "OPTIONS" });
  expect(response.status).toBe(204);
  expect(response.headers.get("access-control-allow-methods")).toBe("POST");
  expect(unhandled).toEqual([]);
  expect(store.requests).toEqual([]);
});

test.each([undefined, null, {}, "https://plants.example"])("the handlers reject the store %j", (store) => {
  expect(() => mockHandlers(store as MockStore, { baseUrl: "*" })).toThrow(
    new TypeError("mockHandlers: the first argument must be a store from MockStore."),
  );
});

test.each([
  ["can transfer streams to its service worker", structuredClone, "created"],
  ["cannot, like WebKit", rejectStreams, "unknown"],
])("a truncated response is a lost connection in a page that %s", async (_, clone, outcome) => {
  vi.stubGlobal("navigator", { serviceWorker: {}, userAgent: "Mozilla/5.0" });
  vi.stubGlobal("structuredClone", clone);
  const store = new MockStore();
  open(store);
  store.enqueue(faults.truncate(5));
  const result = await safeCreatePlant(plant, testOptions);
  expect(result).toMatchObject({ success: false, error: { kind: "connection", outcome } });
  expect(await safeCreatePlant(plant, testOptions)).toMatchObject({ success: true });
});

function rejectStreams(): never {
  throw new DOMException("ReadableStream object could not be cloned", "DataCloneError");
}

test("MSW reports that an earlier handler has read the body of a request, and the store does not see it", async () => {
  const report = vi.spyOn(console, "error").mockImplementation(() => {});
  const store = new MockStore();
  const logging = http.all("*", async ({ request }) => void (await request.text()));
  intercept([logging, ...mockHandlers(store, { baseUrl: "*" })]);
  const { status } = await fetch("https://plants.example/plants", POST);
  expect(status).toBe(500);
  expect(inspect(report.mock.calls)).toContain("a handler before these has read the body of the request");
  expect(store.requests).toEqual([]);
});
