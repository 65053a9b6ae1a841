/** `store.fetch` behaves like the real `fetch`. */
import { MockStore, type MockStoreFetch } from "plant-store-sdk/mocks/store";
import { expect, test } from "vitest";
import { collectGarbage } from "../support/collect-garbage.ts";
import { FERN, PLANTS_URL, POST } from "../support/post-plant.ts";

const ABORTED = new Request(PLANTS_URL, { ...POST, signal: AbortSignal.abort() });

/** A request whose body is a stream. */
const streaming = (body: ReadableStream, signal?: AbortSignal) =>
  ({ ...POST, body, duplex: "half", ...(signal && { signal }) }) as RequestInit;

test.each<[what: string, ...Parameters<MockStoreFetch>]>([
  ["another origin", "http://localhost/plants", POST],
  ["a path prefix", "https://a.example:8443/v1/plants/plants", POST],
  ["a Request", new Request(PLANTS_URL, POST)],
  ["a URL", new URL(PLANTS_URL), POST],
  ["a Request with an init", new Request(PLANTS_URL), POST],
  ["a Request whose signal is replaced by null", ABORTED, { signal: null }],
])("store.fetch works without `this`, and accepts %s", async (_what, ...input) => {
  const { fetch } = new MockStore();
  expect((await fetch(...input)).status).toBe(200);
});

test.each([
  ["a relative URL", "/plants", { method: "POST" }],
  ["no URL", "", {}],
  ["a GET with a body", PLANTS_URL, { method: "GET", body: FERN }],
  ["a forbidden method", PLANTS_URL, { method: "CONNECT" }],
  ["an invalid header", PLANTS_URL, { headers: { "a b": "c" } }],
])("store.fetch rejects %s with a TypeError and records nothing", async (_what, url, init) => {
  const store = new MockStore();
  const pending = store.fetch(url, init);
  expect(pending).toBeInstanceOf(Promise);
  await expect(pending).rejects.toThrow(TypeError);
  expect(store.requests).toEqual([]);
});

test.each([new Error("enough"), "enough", 0])(
  "an aborted signal rejects with its reason %s",
  async (reason) => {
    const store = new MockStore();
    const init = { ...POST, signal: AbortSignal.abort(reason) };
    await expect(store.fetch(PLANTS_URL, init)).rejects.toBe(reason);
    await expect(store.fetch(new Request(PLANTS_URL, init))).rejects.toBe(reason);
    expect(store.plants).toEqual([]);
    expect(store.requests).toEqual([]);
  },
);

test("an aborted signal rejects immediately even if the body never ends", async () => {
  const signal = AbortSignal.abort(new Error("enough"));
  const pending = new MockStore().fetch(PLANTS_URL, streaming(new ReadableStream(), signal));
  await expect(pending).rejects.toBe(signal.reason);
});

test("a body that fails rejects with a TypeError and records nothing", async () => {
  const store = new MockStore();
  const cause = new Error("lost");
  const body = new ReadableStream({ pull: (controller) => controller.error(cause) });
  const pending = store.fetch(PLANTS_URL, streaming(body));
  await expect(pending).rejects.toThrow(new TypeError("fetch failed", { cause }));
  expect(store.requests).toEqual([]);
});

test.each<[what: string, inputs: (init: RequestInit) => [string | Request, RequestInit?]]>([
  ["next to a URL", (init) => [PLANTS_URL, init]],
  ["of a Request", (init) => [new Request(PLANTS_URL, init)]],
])("a signal %s aborts after a garbage collection, in which a Request can lose it", async (_, inputs) => {
  const store = new MockStore();
  const controller = new AbortController();
  const init = streaming(new ReadableStream(), controller.signal); // Never sends anything.
  const outcome = store.fetch(...inputs(init)).catch((error: unknown) => error);
  await collectGarbage();
  const reason = new Error("enough");
  controller.abort(reason);
  expect(await outcome).toBe(reason);
});
