/** The requests that the MSW handlers handle and those that they leave to MSW. */
import { inspect } from "node:util";
import { http } from "msw";
import { safeCreatePlant } from "plant-store-sdk";
import { faults, type MockHandlersOptions, MockStore, mockHandlers } from "plant-store-sdk/mocks";
import { expect, test, vi } from "vitest";
import { plant, testOptions } from "../support/client.ts";
import { JSON_HEADERS, POST } from "../support/post-plant.ts";
import { intercept } from "./intercept.ts";

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

test.each(["https://plants.example/v1", "http://[::1]:4010"])(
  'the handlers for "*" accept any base URL, such as %s',
  async (baseUrl) => {
    const store = new MockStore();
    const { unhandled } = open(store);
    expect(await safeCreatePlant(plant, { ...testOptions, baseUrl })).toMatchObject({ success: true });
    expect(store.requests.map(({ url }) => url)).toEqual([`${baseUrl}/plants`]);
    expect(unhandled).toEqual([]);
  },
);

test.each<[string | URL]>([
  ["https://plants.example"],
  ["https://plants.example/"],
  ["https://plants.example/v1"],
  ["https://plants.example/v1//"],
  [new URL("https://plants.example")],
  [new URL("https://plants.example/v1/")],
  ["https://PLANTS.example/V1"],
  ["https://plants.example:443/v1"],
  ["http://127.0.0.1:80"],
  ["http://[::1]:4010/v1"],
  ["https://plants.example/v1/../v2"],
  ["https://plants.example/a b"],
  ["https://plants.example/v(1)/a+b/~c:d"],
])("the client reaches the store if both have the base URL %s", async (baseUrl) => {
  const store = new MockStore();
  const { unhandled } = open(store, { baseUrl });
  const result = await safeCreatePlant(plant, { ...testOptions, baseUrl });
  expect(unhandled).toEqual([]);
  expect(result).toMatchObject({ success: true, data: { name: "Fern" } });
});

test.each([
  "https://plants.example/plants",
  "https://plants.example/v2/plants",
  "https://plants.example/v1/v1/plants",
  "https://other.example/v1/plants",
  "http://plants.example/v1/plants",
  "https://plants.example:8443/v1/plants",
])("the handlers ignore POST %s if they have another base URL", async (url) => {
  const store = new MockStore();
  const { unhandled } = open(store, { baseUrl: "https://plants.example/v1" });
  await expect(fetch(url, POST)).rejects.toThrow(TypeError);
  expect(unhandled).toEqual([`POST ${url}`]);
  expect(store.requests).toEqual([]);
});

test.each([
  ["GET", "/plants"],
  ["POST", "/plants/"],
  ["POST", "/plants/1"],
  ["POST", "/Plants"],
  ["POST", "/houseplants"],
  ["GET", "/health"],
  ["OPTIONS", "/health"],
])("the handlers ignore %s %s", async (method, path) => {
  const store = new MockStore();
  const { unhandled } = open(store);
  const url = `https://plants.example${path}`;
  await expect(fetch(url, { method, headers: JSON_HEADERS })).rejects.toThrow(TypeError);
  expect(unhandled).toEqual([`${method} ${url}`]);
  expect(store.requests).toEqual([]);
});

test("the handlers respond to a preflight of /plants", async () => {
  const store = new MockStore();
  const { unhandled } = open(store, { baseUrl: "https://plants.example/v1" });
  const response = await fetch("https://plants.example/v1/plants", { method: "OPTIONS" });
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

test("a request that is aborted before the handlers see it does not reach the store", async () => {
  const store = new MockStore();
  const arrived = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const slow = http.all("*", async () => {
    arrived.resolve();
    await released.promise;
  });
  intercept([slow, ...mockHandlers(store, { baseUrl: "*" })]);
  const controller = new AbortController();
  const pending = fetch("https://plants.example/plants", { ...POST, signal: controller.signal });
  pending.catch(() => {});
  await arrived.promise;
  controller.abort(new Error("enough"));
  released.resolve();
  await expect(pending).rejects.toThrow("enough");
  await new Promise(setImmediate);
  expect(store.requests).toEqual([]);
});
