/** The effects of faults. For delays and hangs, see fault-waits.test.ts. */
import { createPlantStore, faults } from "plant-store-sdk/mocks/store";
import { expect, test, vi } from "vitest";
import { errorMessageOf, FERN, JSON_HEADERS, PLANTS_URL, post } from "../support/post-plant.ts";

// The effects of each fault.

test.each([300, 302, 400, 401, 404, 408, 409, 429, 500, 503, 599])(
  "a status fault of %d responds with an Error body and creates nothing",
  async (status) => {
    const store = createPlantStore();
    store.enqueue(faults.status(status));
    const response = await post(store, FERN);
    expect(await errorMessageOf(response, status)).toBe(`fault: status ${status}`);
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    expect(store.plants).toEqual([]);
    expect(store.requests).toMatchObject([
      { plant: { id: 1, name: "Fern" }, status, fault: faults.status(status) },
    ]);
  },
);

test.each([200, 201, 202, 299])(
  "a status fault of %d creates the plant and responds with it",
  async (status) => {
    const store = createPlantStore();
    store.enqueue(faults.status(status, { headers: { "x-shelf": "3" } }));
    const response = await post(store, FERN);
    expect(response.status).toBe(status);
    expect(response.headers.get("x-shelf")).toBe("3");
    expect(await response.json()).toEqual({ name: "Fern" });
    expect(store.plants).toEqual([{ id: 1, name: "Fern" }]);
    expect(store.requests).toMatchObject([{ status, plant: { id: 1, name: "Fern" } }]);
  },
);

test("a status fault of 200 without afterCreate responds with an Error body and creates nothing", async () => {
  const store = createPlantStore();
  store.enqueue(faults.status(200, { afterCreate: false }));
  expect(await errorMessageOf(await post(store, FERN), 200)).toBe("fault: status 200");
  expect(store.plants).toEqual([]);
});

test.each([
  [204, 1],
  [205, 1],
  [304, 0],
])("a status fault of %d has its headers, but no body and no media type", async (status, plants) => {
  const store = createPlantStore();
  store.enqueue(faults.status(status, { headers: { "X-Request-Id": "1" } }));
  const response = await post(store, FERN);
  expect(response.status).toBe(status);
  expect(response.body).toBeNull();
  expect(response.headers.get("content-type")).toBeNull();
  expect(response.headers.get("x-request-id")).toBe("1");
  expect(store.plants).toHaveLength(plants);
});

class ServiceError extends Error {
  readonly #code: number;

  constructor(code: number) {
    super("no");
    this.#code = code;
  }

  toJSON() {
    return { error: this.#code, message: this.message };
  }
}

test.each<[string, string | object, string]>([
  ["a string unchanged", "<h1>down</h1>", "<h1>down</h1>"],
  ["an empty string unchanged", "", ""],
  ["a JSON string unchanged", '{"a": 1}', '{"a": 1}'],
  ["an object as JSON", { error: 7, message: "\u00fc \u20ac" }, '{"error":7,"message":"\u00fc \u20ac"}'],
  ["an array as JSON", [1, null], "[1,null]"],
  ["an empty object as JSON", {}, "{}"],
  ["an object with `toJSON` as JSON", new ServiceError(7), '{"error":7,"message":"no"}'],
])("a status fault sends %s, with the media type of JSON", async (_what, body, text) => {
  const store = createPlantStore();
  store.enqueue(faults.status(503, { body }));
  const response = await post(store, FERN);
  expect(response.headers.get("content-type")).toBe("application/json");
  expect(await response.text()).toBe(text);
});

test.each(["content-type", "Content-Type", "CONTENT-TYPE"])(
  "a status fault with a %s header replaces the default one",
  async (name) => {
    const store = createPlantStore();
    store.enqueue(
      faults.status(503, { body: "<h1>down</h1>", headers: { [name]: "text/html", "Retry-After": "7" } }),
    );
    const response = await post(store, FERN);
    expect(Object.fromEntries(response.headers)).toEqual({
      "access-control-allow-origin": "*",
      "access-control-expose-headers": "*",
      "content-type": "text/html",
      "retry-after": "7",
    });
  },
);

test.each([0, 1, 120])("a rateLimit fault of %d s responds 429 with Retry-After", async (seconds) => {
  const store = createPlantStore();
  store.enqueue(faults.rateLimit(seconds));
  const response = await post(store, FERN);
  expect(response.headers.get("retry-after")).toBe(String(seconds));
  await errorMessageOf(response, 429);
  expect(store.plants).toEqual([]);
  expect(store.requests).toMatchObject([{ status: 429, fault: faults.rateLimit(seconds) }]);
});

test.each([
  ["", undefined, "application/json"],
  ["{", undefined, "application/json"],
  ["<html>", "text/html; charset=utf-8", "text/html; charset=utf-8"],
  ['{"name":"\u20ac"}', "", ""],
])("a body fault of %j with type %j responds 200 and creates the plant", async (text, contentType, sent) => {
  const store = createPlantStore();
  store.enqueue(faults.body(text, { contentType: contentType }));
  const response = await post(store, FERN);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe(sent);
  expect(await response.text()).toBe(text);
  expect(store.plants).toEqual([{ id: 1, name: "Fern" }]);
  expect(store.requests).toMatchObject([{ status: 200, plant: { id: 1 }, fault: { type: "body", text } }]);
});

test.each([
  [0, ""],
  [5, '{"nam'],
  [14, '{"name":"Fern"'],
  [15, '{"name":"Fern"'],
  [1_000_000, '{"name":"Fern"'],
])("a truncate fault of %d bytes sends %j and then fails the body", async (bytes, expected) => {
  const store = createPlantStore();
  store.enqueue(faults.truncate(bytes));
  const response = await post(store, FERN);
  expect(response.status).toBe(200);
  expect(response.headers.get("content-length")).toBe("15");
  const decoder = new TextDecoder();
  let arrived = "";
  const reading = (async () => {
    for await (const chunk of response.body ?? []) arrived += decoder.decode(chunk, { stream: true });
  })();
  await expect(reading).rejects.toMatchObject({ name: "TypeError", cause: { code: "ECONNRESET" } });
  expect(arrived).toBe(expected);
  expect(store.plants).toEqual([{ id: 1, name: "Fern" }]);
  expect(store.requests).toMatchObject([{ status: 200, fault: faults.truncate(bytes) }]);
});

test("a stall fault sends its bytes, and nothing else until reset()", async () => {
  const store = createPlantStore();
  store.enqueue(faults.stall(5));
  const response = await post(store, FERN);
  expect(response.headers.get("content-length")).toBe("15");
  const reader = response.body?.getReader();
  expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('{"nam');
  const ending = vi.fn();
  const end = reader?.read().catch(ending);
  for (let turn = 0; turn < 10; turn++) await new Promise(setImmediate);
  expect(ending).not.toHaveBeenCalled();
  expect(store.requests).toMatchObject([{ status: 200, fault: { type: "stall", bytes: 5 } }]);
  expect(store.plants).toHaveLength(1);
  store.reset();
  await end;
  expect(ending.mock.calls).toMatchObject([[{ name: "TypeError", cause: { code: "ECONNRESET" } }]]);
});

test("a stalled body fails with the reason of the caller's abort", async () => {
  const store = createPlantStore();
  store.enqueue(faults.stall(5));
  const controller = new AbortController();
  const init = { method: "POST", body: FERN, headers: JSON_HEADERS, signal: controller.signal };
  const response = await store.fetch(PLANTS_URL, init);
  const text = response.text();
  controller.abort("enough");
  await expect(text).rejects.toBe("enough");
});

test.each([
  [false, []],
  [true, [{ id: 1, name: "Fern" }]],
])("a reset fault with afterCreate %j rejects with the TypeError of fetch", async (afterCreate, plants) => {
  const store = createPlantStore();
  store.enqueue(faults.reset({ afterCreate }));
  const lost = {
    name: "TypeError",
    message: "fetch failed",
    cause: { code: "ECONNRESET", syscall: "read" },
  };
  await expect(post(store, FERN)).rejects.toMatchObject(lost);
  expect(store.plants).toEqual(plants);
  expect(store.requests).toMatchObject([
    { plant: { id: 1, name: "Fern" }, fault: { type: "reset", afterCreate } },
  ]);
  expect(store.requests[0]).not.toHaveProperty("status");
});

test("a close fault rejects with the error of a connection that was closed", async () => {
  const store = createPlantStore();
  store.enqueue(faults.close());
  await expect(post(store, FERN)).rejects.toMatchObject({ cause: { code: "UND_ERR_SOCKET" } });
});
