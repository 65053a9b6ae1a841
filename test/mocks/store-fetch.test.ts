/** `store.fetch` behaves like the real `fetch`. */
import { faults, MockStore, type MockStoreFetch } from "plant-store-sdk/mocks/store";
import { expect, test, vi } from "vitest";
import { TOKEN } from "../support/client.ts";
import { collectGarbage } from "../support/collect-garbage.ts";
import { FERN, PLANTS_URL, POST, storeWith } from "../support/post-plant.ts";

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

test("store.fetch rejects an invalid request with a TypeError and records nothing", async () => {
  const store = new MockStore();
  const pending = store.fetch(PLANTS_URL, { method: "GET", body: FERN });
  expect(pending).toBeInstanceOf(Promise);
  await expect(pending).rejects.toThrow(TypeError);
  expect(store.requests).toEqual([]);
});

test.each([new Error("enough"), "enough", 0])("an aborted signal rejects with its reason", async (reason) => {
  const store = new MockStore();
  const init = { ...POST, signal: AbortSignal.abort(reason) };
  await expect(store.fetch(PLANTS_URL, init)).rejects.toBe(reason);
  await expect(store.fetch(new Request(PLANTS_URL, init))).rejects.toBe(reason);
  const endless = streaming(new ReadableStream(), init.signal);
  await expect(store.fetch(PLANTS_URL, endless)).rejects.toBe(reason);
  expect(store.plants).toEqual([]);
  expect(store.requests).toEqual([]);
});

const lost = new Error("lost");

test.each<[string, (controller: ReadableStreamDefaultController) => void, cause: unknown]>([
  ["fails", (controller) => controller.error(lost), lost],
  ["does not consist of bytes", (controller) => controller.enqueue("text"), expect.any(TypeError)],
])("a body that %s rejects like Node's fetch and records nothing", async (_, start, cause) => {
  const store = new MockStore();
  const pending = store.fetch(PLANTS_URL, streaming(new ReadableStream({ start })));
  await expect(pending).rejects.toThrow(
    expect.objectContaining({ name: "TypeError", message: "fetch failed", cause }),
  );
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

const HOME = "https://plants.example";
const redirectTo = (location: string, status = 307) =>
  storeWith(faults.status(status, { headers: { location } }));

test("a response has its URL, also when it is cloned", async () => {
  const response = await new MockStore().fetch(`${HOME}/plants?a=1#part`, POST);
  for (const each of [response, response.clone()])
    expect(each).toMatchObject({ url: `${HOME}/plants?a=1`, redirected: false });
});

test("a redirect within the store is followed, with the body and the token", async () => {
  const store = redirectTo("plants?moved");
  const response = await store.fetch(PLANTS_URL, POST);
  expect(response).toMatchObject({ status: 200, url: `${PLANTS_URL}?moved`, redirected: true });
  expect(store.requests).toMatchObject([{ status: 307 }, { status: 200, token: TOKEN, body: FERN }]);
});

test.each([301, 302, 303])("after a %d, a POST becomes a GET without a body", async (status) => {
  const store = redirectTo("/moss", status);
  expect((await store.fetch(PLANTS_URL, POST)).status).toBe(404);
  expect(store.requests[1]).toMatchObject({ method: "GET", body: "" });
  expect(store.requests[1]?.headers).not.toHaveProperty("content-type");
});

test.each([
  ["https://me:secret@other.example/plants?secret#secret", "https://other.example/plants"],
  ["data:text/plain,hi", "data:text/plain,hi"],
])("a redirect to %s rejects with a TypeError that names it, without secrets", async (location, shown) => {
  const message = `store.fetch does not follow the redirect to ${shown}, which is not the store.`;
  await expect(redirectTo(location).fetch(PLANTS_URL, POST)).rejects.toThrow(new TypeError(message));
});

test.each<[string, MockStore, RequestRedirect, string]>([
  ["with `redirect: 'error'`", redirectTo("/plants"), "error", "unexpected redirect"],
  ["that never ends", redirectTo("/plants"), "follow", "redirect count exceeded"],
  ["to a URL that is not valid", redirectTo("http://["), "follow", "Invalid URL"],
])("a redirect %s rejects like Node's fetch", async (_, store, redirect, message) => {
  store.enqueue(
    ...Array.from({ length: 20 }, () => faults.status(307, { headers: { location: "/plants" } })),
  );
  const { cause } = await store.fetch(PLANTS_URL, { ...POST, redirect }).catch((error) => error);
  expect(cause.message).toBe(message);
});

test("with `redirect: 'manual'`, and without a location, the caller gets the redirect", async () => {
  const manual = await redirectTo("/moss").fetch(PLANTS_URL, { ...POST, redirect: "manual" });
  expect([manual.status, manual.headers.get("location")]).toEqual([307, "/moss"]);
  expect((await storeWith(faults.status(302)).fetch(PLANTS_URL, POST)).status).toBe(302);
});

test("a body is read up to the limit of the port", async () => {
  const cancel = vi.fn();
  const pull = vi.fn((to: ReadableStreamDefaultController) => to.enqueue(new Uint8Array(65_536)));
  const body = new ReadableStream({ pull, cancel });
  expect((await new MockStore().fetch(PLANTS_URL, streaming(body))).status).toBe(413);
  expect(cancel).toHaveBeenCalled();
  expect(pull.mock.calls.length).toBeLessThan(32);
});

test("an abort stops reading the body", async () => {
  const controller = new AbortController();
  const cancel = vi.fn();
  const init = streaming(new ReadableStream({ cancel }), controller.signal);
  const pending = new MockStore().fetch(PLANTS_URL, init);
  controller.abort("enough");
  await expect(pending).rejects.toBe("enough");
  expect(cancel).toHaveBeenCalledWith("enough");
});

test.each([faults.stall(5), faults.trickle(1)])(
  "cancelling the body of a response is a disconnection: %j ends",
  async (fault) => {
    const store = storeWith(fault);
    const response = await store.fetch(PLANTS_URL, POST);
    await response.body?.cancel();
    await expect.poll(() => store.requests).toMatchObject([{ response: { incomplete: true } }]);
    expect(store.requests[0]?.duration).toBeGreaterThan(0);
  },
);
