import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
/** The reference store's `fetch` beside creating plants: other routes, other origins, and the contract of the real one. */
import { createPlantStore } from "plant-store-sdk/mocks/store";
import { expect, test } from "vitest";
import { FERN, JSON_HEADERS, refusal, URL_OF_PLANTS } from "./posting.ts";

test.each(["GET", "HEAD", "PUT", "PATCH", "DELETE"])(
  "%s on /plants is answered 405 with Allow",
  async (method) => {
    const store = createPlantStore();
    const response = await store.fetch(URL_OF_PLANTS, { method, headers: JSON_HEADERS });
    expect(response.headers.get("allow")).toBe("POST, OPTIONS");
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    if (method === "HEAD") expect(response.status).toBe(405);
    else expect(await refusal(response, 405)).toBe(`${method} is not allowed here: use POST`);
    expect(store.requests).toMatchObject([{ method, status: 405 }]);
  },
);

test.each(["/", "/plants/1", "/plants/", "/Plants", "/xplants", "/plant", "/healthy"])(
  "POST on %s is answered 404, authorized or not",
  async (path) => {
    const store = createPlantStore();
    for (const headers of [JSON_HEADERS, {}]) {
      const response = await store.fetch(`https://plants.example${path}`, {
        method: "POST",
        body: FERN,
        headers,
      });
      expect(response.headers.get("access-control-allow-origin")).toBe("*");
      expect(await refusal(response, 404)).toBe(`${path} is unknown: plants are created at /plants`);
    }
    expect(store.plants).toEqual([]);
  },
);

test("GET /health is answered 200 to anyone, and not journaled", async () => {
  const store = createPlantStore();
  const response = await store.fetch("https://plants.example/health");
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("application/json");
  expect(response.headers.get("access-control-allow-origin")).toBe("*");
  expect(store.requests).toEqual([]);
});

test("POST /health is answered 405 with Allow", async () => {
  const response = await createPlantStore().fetch("https://plants.example/health", { method: "POST" });
  expect(response.headers.get("allow")).toBe("GET, HEAD");
  expect(await refusal(response, 405)).toBe("POST is not allowed here: use GET");
});

test("a preflight is answered with what it asks for, without a token, and not journaled", async () => {
  const store = createPlantStore();
  // A page's own fetch may not set these headers; a Headers object of Node's may.
  const headers = {
    origin: "https://app.example",
    "access-control-request-method": "POST",
    "access-control-request-headers": "authorization,content-type,x-request-id",
  };
  const response = await store.fetch(URL_OF_PLANTS, { method: "OPTIONS", headers });
  expect(response.status).toBe(204);
  expect(await response.text()).toBe("");
  expect(Object.fromEntries(response.headers)).toEqual({
    "access-control-allow-headers": "authorization,content-type,x-request-id",
    "access-control-allow-methods": "POST",
    "access-control-allow-origin": "*",
    "access-control-expose-headers": "*",
  });
  expect(store.requests).toEqual([]);
});

test("a preflight that names no headers is allowed those that a plant needs", async () => {
  const response = await createPlantStore().fetch(URL_OF_PLANTS, { method: "OPTIONS" });
  expect(response.headers.get("access-control-allow-headers")).toBe("authorization, content-type");
});

test("store.fetch needs no `this`", async () => {
  const { fetch } = createPlantStore();
  expect((await fetch(URL_OF_PLANTS, { method: "POST", body: FERN, headers: JSON_HEADERS })).status).toBe(
    200,
  );
});

test.each([
  ["a relative URL", "/plants", { method: "POST" }],
  ["no URL", "", {}],
  ["a GET with a body", URL_OF_PLANTS, { method: "GET", body: FERN }],
  ["a forbidden method", URL_OF_PLANTS, { method: "CONNECT" }],
  ["a header that cannot be", URL_OF_PLANTS, { headers: { "a b": "c" } }],
])("store.fetch rejects with a TypeError for %s, and records nothing", async (_what, url, init) => {
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
])(
  "a signal that has aborted with %s rejects with that reason, and nothing is created",
  async (_what, reason) => {
    const store = createPlantStore();
    const init = { method: "POST", body: FERN, headers: JSON_HEADERS };
    const signal = AbortSignal.abort(reason);
    await expect(store.fetch(URL_OF_PLANTS, { ...init, signal })).rejects.toBe(reason);
    await expect(store.fetch(new Request(URL_OF_PLANTS, { ...init, signal }))).rejects.toBe(reason);
    expect(store.plants).toEqual([]);
    expect(store.requests).toEqual([]);
  },
);

test("a signal that aborts without a reason rejects with an AbortError", async () => {
  const pending = createPlantStore().fetch(URL_OF_PLANTS, { signal: AbortSignal.abort() });
  await expect(pending).rejects.toMatchObject({ name: "AbortError" });
});

test("a signal that aborts before the body is read rejects with its reason, and nothing is created", async () => {
  const store = createPlantStore();
  const controller = new AbortController();
  const { signal } = controller;
  const pending = store.fetch(URL_OF_PLANTS, { method: "POST", body: FERN, headers: JSON_HEADERS, signal });
  const reason = new Error("enough");
  controller.abort(reason);
  await expect(pending).rejects.toBe(reason);
  expect(store.plants).toEqual([]);
  expect(store.requests).toEqual([]);
});

test("a signal still aborts after a garbage collection, in which a Request loses the signal that it was made with", async () => {
  setFlagsFromString("--expose-gc");
  const collectGarbage = runInNewContext("gc") as () => void;
  const store = createPlantStore();
  const controller = new AbortController();
  const init = {
    method: "POST",
    body: new ReadableStream(), // Of which nothing ever comes.
    headers: JSON_HEADERS,
    signal: controller.signal,
    duplex: "half",
  };
  const outcome = store.fetch(URL_OF_PLANTS, init as RequestInit).catch((error: unknown) => error);
  for (let round = 0; round < 3; round++) {
    await new Promise(setImmediate);
    collectGarbage();
  }
  const reason = new Error("enough");
  controller.abort(reason);
  expect(await outcome).toBe(reason);
});

test("a signal that aborts while the body is still on its way rejects at once", async () => {
  const store = createPlantStore();
  const controller = new AbortController();
  const { promise: reading, resolve: onRead } = Promise.withResolvers<void>();
  const body = new ReadableStream({
    start: (stream) => stream.enqueue(new TextEncoder().encode(FERN)),
    pull: () => onRead(), // And it never ends.
  });
  const init = { method: "POST", body, headers: JSON_HEADERS, signal: controller.signal, duplex: "half" };
  const pending = store.fetch(URL_OF_PLANTS, init as RequestInit);
  const reason = new Error("enough");
  await reading;
  controller.abort(reason);
  await expect(pending).rejects.toBe(reason);
  expect(store.plants).toEqual([]);
});
