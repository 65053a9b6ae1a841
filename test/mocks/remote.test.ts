/** `connectMockStore`: controls a mock over its admin API, from another process or runtime. */
import { connectMockStore, faults, type RemoteEvent } from "plant-store-sdk/mocks/remote";
import { MockStore } from "plant-store-sdk/mocks/server";
import { expect, test, vi } from "vitest";
import { CLOSED_PORT, startHttpServer } from "../support/servers.ts";
import { openAdmin, postPlant } from "./admin/admin-server.ts";

const MAX_ID = 9223372036854775807n;

test("plants, requests and faults show the store, with exact ids and without the token", async () => {
  const { store, url } = await openAdmin();
  const remote = connectMockStore(url);
  store.enqueue(faults.delay(0), faults.status(503));
  await postPlant(remote.baseUrl, `{"id":${MAX_ID},"name":"Fern"}`);
  expect(await remote.plants()).toEqual([{ id: MAX_ID, name: "Fern" }]);
  expect(await remote.faults()).toEqual([faults.status(503)]);
  const [request, ...others] = await remote.requests();
  const { token, ...recorded } = store.requests[0] ?? {};
  expect(request).toEqual({ index: 1, ...recorded });
  expect(token).toBeDefined();
  expect(others).toEqual([]);
});

test("settings returns the settings of the store, and configure changes those that are given", async () => {
  const { store, url } = await openAdmin({ store: { latency: 3 } });
  const remote = connectMockStore(url);
  expect(await remote.settings()).toEqual({ rules: {}, latency: 3, chaos: null });
  const rules = { duplicates: { status: 409 }, id: { max: 2n ** 63n - 1n } };
  const chaos = { rate: 0, seed: 7, faults: [faults.hang()] };
  await remote.configure({ rules, chaos });
  expect(await remote.settings()).toEqual({ rules, latency: 3, chaos });
  expect(store.settings).toEqual(await remote.settings());
  await expect(remote.configure({ latency: -1, chaos: null })).rejects.toThrow(
    new Error(
      `PATCH ${url}/__admin/settings responded 400: \`latency\` must be milliseconds from 0 to 2147483647, or [min, max], not -1.`,
    ),
  );
  expect(store.settings.chaos).not.toBeNull();
  await remote.configure({ chaos: null });
  expect(store.settings).toEqual({ rules, latency: 3, chaos: null });
});

test.each(["remote", "local"])(
  "clearFaults and clearRequests of a %s store clear only these",
  async (which) => {
    const { store, url } = await openAdmin();
    const cleared = which === "local" ? store : connectMockStore(url);
    await postPlant(url, '{"id":1,"name":"Fern"}');
    store.enqueue(faults.status(503));
    await cleared.clearFaults();
    expect([store.plants.length, store.requests.length, store.faults.length]).toEqual([1, 1, 0]);
    await cleared.clearRequests();
    expect([store.plants.length, store.requests.length]).toEqual([1, 0]);
  },
);

test("release lets the held requests of one session go on; those of a session that is removed are lost", async () => {
  const { url } = await openAdmin();
  const [one, other] = ["one", "other"].map((session) => connectMockStore(url, { session }));
  const held = [one, other].map(async (store) => {
    await store?.enqueue(faults.hold());
    return postPlant(`${store?.baseUrl}`, '{"id":1,"name":"Fern"}').then(
      ({ status }) => status,
      () => "lost",
    );
  });
  await expect.poll(async () => (await one?.requests())?.length).toBe(1);
  await expect.poll(async () => (await other?.requests())?.length).toBe(1);
  await one?.release();
  expect(await held[0]).toBe(200);
  expect(await other?.plants()).toEqual([]);
  await other?.removeSession();
  expect(await held[1]).toBe("lost");
});

test("sessions lists the sessions of the server, and removeSession removes one", async () => {
  const { url } = await openAdmin();
  const [remote, one] = [connectMockStore(`${url}/`), connectMockStore(url, { session: "test[é/b]" })];
  await one.enqueue(faults.reset());
  expect([await remote.sessions(), await one.sessions()]).toEqual([["test[é/b]"], ["test[é/b]"]]);
  await one.removeSession();
  expect([await remote.sessions(), await one.faults()]).toEqual([[], []]);
  await expect(remote.removeSession()).rejects.toThrow(
    "connectMockStore: the default store cannot be removed.",
  );
});

// Events.

/** A store that tells when a subscription ends. */
function watchedSession() {
  const session = new MockStore();
  const ended = vi.fn();
  vi.spyOn(session, "subscribe").mockImplementation((listener) => {
    const unsubscribe = MockStore.prototype.subscribe.call(session, listener);
    return () => ended(unsubscribe());
  });
  return { session, ended };
}

async function take(events: AsyncGenerator<RemoteEvent, void>, count: number): Promise<RemoteEvent[]> {
  const taken: RemoteEvent[] = [];
  for await (const event of events) if (taken.push(event) === count) break;
  return taken;
}

test("events reports every request after it resolved, with exact ids and without the token", async () => {
  const { store, url } = await openAdmin();
  const events = await connectMockStore(url).events();
  await postPlant(url, `{"id":${MAX_ID},"name":"Ö ${"x".repeat(100_000)}"}`);
  store.enqueue(faults.status(503));
  store.clear();
  const [received, ended, ...others] = await take(events, 4);
  expect(received).toMatchObject({ type: "received", index: 1, request: { plant: { id: MAX_ID } } });
  expect(ended).toMatchObject({ type: "ended", index: 1, request: { status: 200 } });
  expect(ended).toHaveProperty("request.duration", expect.any(Number));
  expect(received).not.toHaveProperty("request.token");
  expect(others).toEqual([{ type: "faults" }, { type: "clear" }]);
});

test.each<[string, (events: AsyncGenerator<RemoteEvent, void>) => Promise<unknown>]>([
  ["the loop is left", (events) => take(events, 1)],
  ["it is ended before the first event was read", (events) => events.return()],
])("the subscription ends when %s", async (_, end) => {
  const { session, ended } = watchedSession();
  const { url } = await openAdmin({ sessions: () => session });
  const events = await connectMockStore(url, { session: "one" }).events();
  await postPlant(`${url}/sessions/one`, '{"id":1,"name":"Fern"}');
  expect(ended).not.toHaveBeenCalled();
  await end(events);
  await expect.poll(() => ended).toHaveBeenCalledOnce();
});

test("the signal ends a subscription that waits, with its reason", async () => {
  const { session, ended } = watchedSession();
  const { url } = await openAdmin({ sessions: () => session });
  const controller = new AbortController();
  const remote = connectMockStore(url, { session: "one" });
  const events = await remote.events({ signal: controller.signal });
  const next = events.next();
  const reason = new Error("enough");
  controller.abort(reason);
  await expect(next).rejects.toBe(reason);
  await expect.poll(() => ended).toHaveBeenCalledOnce();
  await expect(remote.events({ signal: controller.signal })).rejects.toBe(reason);
});

test("the loop ends if the session is removed", async () => {
  const { url } = await openAdmin();
  const { baseUrl, events, removeSession } = connectMockStore(url, { session: "one" });
  const watched = await events();
  await postPlant(baseUrl, '{"id":1,"name":"Fern"}');
  await removeSession();
  expect((await take(watched, 9)).map(({ type }) => type)).toEqual(["received", "ended", "clear"]);
});

test("the loop fails if the server is lost", async () => {
  const { server, url } = await openAdmin();
  const events = await connectMockStore(url).events();
  await server.close();
  await expect(events.next()).rejects.toThrow(`The connection to ${url}/__admin/events was lost.`);
});

// Errors.

test("an unreachable mock is reported with its URL and the reason", async () => {
  const { server, url } = await openAdmin();
  await server.close();
  const remote = connectMockStore(url);
  const message = `Cannot reach ${url}/__admin/plants (ECONNREFUSED). Start the mock, or check its URL.`;
  await expect(remote.plants()).rejects.toMatchObject({ message, cause: expect.any(TypeError) });
  await expect(remote.events()).rejects.toThrow("Cannot reach");
});

test("a failure without a code is reported with its message, as in a browser", async () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  await expect(connectMockStore("http://127.0.0.1:4010").plants()).rejects.toThrow(
    "Cannot reach http://127.0.0.1:4010/__admin/plants (Failed to fetch). Start the mock, or check its URL.",
  );
});

test.each([
  ["a web page", 200, "text/html", "<h1>Hello</h1>"],
  ["other JSON", 200, "application/json", '{"plants":7,"requests":null}'],
  ["null", 200, "application/json", "null"],
  ["a page that says 404", 404, "text/html", "<h1>Not found</h1>"],
  ["JSON without a message", 500, "application/json", '{"message":7}'],
])("a server that responds with %s is reported as not a mock", async (_, status, type, body) => {
  const { url } = await startHttpServer((response) =>
    response.writeHead(status, { "content-type": type }).end(body),
  );
  const { plants, requests, events, enqueue, clear } = connectMockStore(url);
  for (const call of [plants, requests, events, () => enqueue(faults.reset()), () => clear()]) {
    await expect(call()).rejects.toThrow(
      new RegExp(`^${url}/__admin/\\w+ responded ${status}, but not like a Plant Store mock. Check`),
    );
  }
});

test("a server that does not respond is given up after 10 s, but not while it sends events", async () => {
  const timeout = vi.spyOn(AbortSignal, "timeout").mockImplementation(() => {
    return AbortSignal.abort(new DOMException("The operation was aborted due to timeout", "TimeoutError"));
  });
  const { url } = await openAdmin();
  await expect(connectMockStore(url).clear()).rejects.toThrow(
    `Cannot reach ${url}/__admin/clear (no response within 10 s). Start the mock, or check its URL.`,
  );
  expect(timeout).toHaveBeenCalledExactlyOnceWith(10_000);
  const events = await connectMockStore(url).events();
  await events.return();
});

test.each(["http_proxy", "ALL_PROXY"])("with %s, the messages about the URL name NO_PROXY", async (name) => {
  vi.stubEnv(name, "http://127.0.0.1:3128");
  const advice = "If a proxy responded, add 127.0.0.1 to NO_PROXY.";
  const proxy = await startHttpServer((response) => response.writeHead(502).end());
  await expect(connectMockStore(proxy.url).plants()).rejects.toThrow(
    `responded 502, but not like a Plant Store mock. Check the URL. ${advice}`,
  );
  await expect(connectMockStore(`http://127.0.0.1:${CLOSED_PORT}`).clear()).rejects.toThrow(
    `(ECONNREFUSED). Start the mock, or check its URL. ${advice}`,
  );
});

test.each(["127.0.0.1:4010", undefined, "http://127.0.0.1/?a"])(
  "connectMockStore rejects the URL %s",
  (url) => {
    const connect = () => connectMockStore(url as string);
    expect(connect).toThrow(TypeError);
    expect(connect).toThrow("connectMockStore: the first argument must be the URL of a mock");
  },
);
