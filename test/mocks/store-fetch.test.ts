/** `store.fetch` behaves like the real `fetch`. */
import { createPlantStore, faults } from "plant-store-sdk/mocks/store";
import { expect, test } from "vitest";
import { FERN, JSON_HEADERS, PLANTS_URL, POST } from "../support/post-plant.ts";
import { collectGarbage } from "./collect-garbage.ts";

test("store.fetch accepts any origin and any path prefix", async () => {
  const store = createPlantStore();
  const init = POST;
  for (const url of [
    "http://localhost/plants",
    "https://a.example:8443/v1/x/plants",
    "http://[::1]/plants/plants",
  ]) {
    expect((await store.fetch(url, init)).status).toBe(200);
  }
  expect(store.plants).toHaveLength(3);
});

test("store.fetch accepts a Request, a URL, and a Request with an init", async () => {
  const store = createPlantStore();
  const init = POST;
  await store.fetch(new Request(PLANTS_URL, init));
  await store.fetch(new URL(PLANTS_URL), init);
  await store.fetch(new Request(PLANTS_URL), init);
  expect(store.requests.map(({ status }) => status)).toEqual([200, 200, 200]);
});

test("store.fetch works without `this`", async () => {
  const { fetch } = createPlantStore();
  expect((await fetch(PLANTS_URL, POST)).status).toBe(200);
});

test.each([
  ["a relative URL", "/plants", { method: "POST" }],
  ["no URL", "", {}],
  ["a GET with a body", PLANTS_URL, { method: "GET", body: FERN }],
  ["a forbidden method", PLANTS_URL, { method: "CONNECT" }],
  ["an invalid header", PLANTS_URL, { headers: { "a b": "c" } }],
])("store.fetch rejects %s with a TypeError and records nothing", async (_what, url, init) => {
  const store = createPlantStore();
  const pending = store.fetch(url, init);
  expect(pending).toBeInstanceOf(Promise);
  await expect(pending).rejects.toThrow(TypeError);
  expect(store.requests).toEqual([]);
});

test.each([
  ["an Error", new Error("enough")],
  ["a string", "enough"],
  ["zero", 0],
])("an aborted signal rejects with its reason, %s, and creates nothing", async (_what, reason) => {
  const store = createPlantStore();
  const init = POST;
  const signal = AbortSignal.abort(reason);
  await expect(store.fetch(PLANTS_URL, { ...init, signal })).rejects.toBe(reason);
  await expect(store.fetch(new Request(PLANTS_URL, { ...init, signal }))).rejects.toBe(reason);
  expect(store.plants).toEqual([]);
  expect(store.requests).toEqual([]);
});

test("an aborted signal rejects immediately even if the body never ends", async () => {
  const init = { method: "POST", body: new ReadableStream(), headers: JSON_HEADERS, duplex: "half" };
  const signal = AbortSignal.abort(new Error("enough"));
  const pending = createPlantStore().fetch(PLANTS_URL, { ...init, signal } as RequestInit);
  await expect(pending).rejects.toBe(signal.reason);
});

test("a signal that aborts during authentication rejects a request that would hang", async () => {
  const caller = new AbortController();
  const reason = new Error("enough");
  const auth = () => {
    caller.abort(reason);
    return true;
  };
  const store = createPlantStore({ auth });
  store.enqueue(faults.hang({ afterCreate: true }));
  const { signal } = caller;
  const pending = store.fetch(PLANTS_URL, { ...POST, signal });
  await expect(pending).rejects.toBe(reason);
});

test("a signal of null replaces the signal of a Request", async () => {
  const store = createPlantStore();
  const init = { ...POST, signal: AbortSignal.abort() };
  expect((await store.fetch(new Request(PLANTS_URL, init), { signal: null })).status).toBe(200);
});

test("a body that fails rejects with a TypeError and records nothing", async () => {
  const store = createPlantStore();
  const cause = new Error("lost");
  const body = new ReadableStream({ pull: (controller) => controller.error(cause) });
  const init = { method: "POST", body, headers: JSON_HEADERS, duplex: "half" };
  const pending = store.fetch(PLANTS_URL, init as RequestInit);
  await expect(pending).rejects.toThrow(new TypeError("fetch failed", { cause }));
  expect(store.requests).toEqual([]);
});

test("a signal that aborts without a reason rejects with an AbortError", async () => {
  const pending = createPlantStore().fetch(PLANTS_URL, { signal: AbortSignal.abort() });
  await expect(pending).rejects.toMatchObject({ name: "AbortError" });
});

test.each<[what: string, inputs: (init: RequestInit) => [string | Request, RequestInit?]]>([
  ["next to a URL", (init) => [PLANTS_URL, init]],
  ["of a Request", (init) => [new Request(PLANTS_URL, init)]],
])("a signal %s aborts after a garbage collection, in which a Request can lose it", async (_, inputs) => {
  const store = createPlantStore();
  const controller = new AbortController();
  const init = {
    method: "POST",
    body: new ReadableStream(), // Never sends anything.
    headers: JSON_HEADERS,
    signal: controller.signal,
    duplex: "half",
  };
  const outcome = store.fetch(...inputs(init as RequestInit)).catch((error: unknown) => error);
  await collectGarbage();
  const reason = new Error("enough");
  controller.abort(reason);
  expect(await outcome).toBe(reason);
});

test("a signal that aborts while the body arrives rejects immediately", async () => {
  const store = createPlantStore();
  const controller = new AbortController();
  const { promise: reading, resolve: onRead } = Promise.withResolvers<void>();
  const body = new ReadableStream({
    start: (stream) => stream.enqueue(new TextEncoder().encode(FERN)),
    pull: () => onRead(), // Never ends.
  });
  const init = { method: "POST", body, headers: JSON_HEADERS, signal: controller.signal, duplex: "half" };
  const pending = store.fetch(PLANTS_URL, init as RequestInit);
  const reason = new Error("enough");
  await reading;
  controller.abort(reason);
  await expect(pending).rejects.toBe(reason);
  expect(store.plants).toEqual([]);
});
