/** The HTTP server of the mock, with unusual requests and clients that disconnect. */
import { gzipSync } from "node:zlib";
import { errorSchema } from "plant-store-sdk";
import { faults, type ListenOptions, listen, type RecordedRequest } from "plant-store-sdk/mocks/server";
import { expect, onTestFinished, test, vi } from "vitest";
import { FetchableStore } from "../../mocks/adapters/fetch.ts";
import { withoutToken } from "../../mocks/parts/redact-record.ts";
import { pathOf } from "../../mocks/parts/service-request.ts";
import { resolveStoreOptions } from "../../mocks/service/store-options.ts";
import { bytesInMemory } from "../support/collect-garbage.ts";
import { openMock } from "../support/mock-server.ts";
import { readPem } from "../support/pem.ts";
import { FERN } from "../support/post-plant.ts";
import { RawClient, type RawResponse, requestText } from "../support/raw-client.ts";

async function setUp() {
  const { store, server } = await openMock();
  /** The path and the status of the requests that have ended. */
  const ended: [path: string, status?: number][] = [];
  store.subscribe((event) => {
    if (event.type !== "ended") return;
    const { url, status } = event.request;
    ended.push(status === undefined ? [pathOf(url)] : [pathOf(url), status]);
  });
  const connect = () => RawClient.connect(server.port);
  /** Asserts that a new connection can create a plant, and that the store has no unexpected ones. */
  const expectStillWorks = async (created: unknown[] = []) => {
    const other = await connect();
    other.send(requestText("/plants", { body: '{"id":99,"name":"Fern"}' }));
    expect(await other.response()).toMatchObject({ status: 200, body: '{"name":"Fern"}' });
    expect(store.plants).toEqual([...created, { id: 99, name: "Fern" }]);
  };
  return { store, url: server.url, ended, connect, client: await connect(), expectStillWorks };
}

/** Asserts that a response has an Error body with its status. */
function expectError({ status, headers, body }: RawResponse, expected: number): void {
  expect(status).toBe(expected);
  expect(headers["content-type"]).toBe("application/json");
  expect(headers.vary).toBe("origin");
  expect(errorSchema.parse(JSON.parse(body)).error).toBe(expected);
}

const head = (target: string, changes: Record<string, string | undefined> = {}) =>
  requestText(target, { body: "", "content-length": undefined, ...changes });

const upgrade = { connection: "upgrade", upgrade: "h2c" };
const zipped = gzipSync(FERN);
const ofZipped = { "content-encoding": "gzip", "content-length": String(zipped.length) };
const compressed = Buffer.concat([Buffer.from(head("/plants", ofZipped)), zipped]);

test.each<[string, string | Uint8Array, number, string]>([
  ["that requests an upgrade", requestText("/plants", upgrade), 200, "/plants"],
  ["with an absolute URL", requestText("http://u:p@other.example/plants?x"), 200, "/plants"],
  ["with two slashes and a bracket", requestText("//[/plants"), 404, "//[/plants"],
  ["with a percent-encoded prefix", requestText("/pfl%C3%A4nzchen/plants"), 404, "/pfl%C3%A4nzchen/plants"],
  ["with an asterisk", head("*", { method: "OPTIONS" }), 404, "/*"],
  ["with the method GET and a body", requestText("/plants", { method: "GET" }), 405, "/plants"],
  ["with a compressed body", compressed, 415, "/plants"],
  ["with a length of zero", head("/plants", { "content-length": "0" }), 400, "/plants"],
])("responds to a request %s", async (_, request, status, path) => {
  const { store, ended, client, expectStillWorks } = await setUp();
  client.send(request);
  const response = await client.response();
  if (status === 200) expect(response).toMatchObject({ status, body: '{"name":"Fern"}' });
  else expectError(response, status);
  expect(client.rest).toBe("");
  expect(store.requests.map((recorded) => recorded.status)).toEqual([status]);
  await expect.poll(() => ended).toEqual([[path, status]]);
  await expectStillWorks(status === 200 ? [{ id: 1, name: "Fern" }] : []);
});

/** Calls `log` for each line of the log. */
async function openLogged(options?: ListenOptions) {
  const log = vi.fn<(record: RecordedRequest) => void>();
  const store = new FetchableStore({ ...resolveStoreOptions(), log });
  const server = await listen(store, options);
  onTestFinished(() => server.close());
  return { log, store, client: await RawClient.connect(server.port) };
}

const TLS = "\x16\x03\x01\0\x05";

test.each([
  ["that is not HTTP", "PLANT\r\n\r\n", 400, "", "this is not HTTP: Invalid method encountered"],
  ["that is TLS", TLS, 400, "", "this is TLS, but the port serves http"],
  ["for a proxy", head("other.example:80", { method: "CONNECT" }), 405, "", "this is not a proxy"],
  ["with a long head", head("/", { cookie: "c".repeat(20_000) }), 431, "", "the head is longer than 16 KiB"],
  ["without Host", head("/plants?a", { host: undefined }), 400, "/plants?a", "the header host is missing"],
  ["with another Expect", head("/a", { expect: "cake" }), 417, "/a", "must be 100-continue or absent"],
])("a request %s gets an Error body, and the log a reason", async (_, request, status, path, reason) => {
  const { log, store, client } = await openLogged();
  client.send(request.replace("content-type", "origin: https://app.example\r\ncontent-type"));
  const response = await client.response();
  expectError(response, status);
  expect(["*", "https://app.example"]).toContain(response.headers["access-control-allow-origin"]);
  expect(await client.ending).toBe("end");
  expect(JSON.parse(response.body).message).toContain(reason);
  expect(log.mock.lastCall?.[0]).toMatchObject({ status, reason: JSON.parse(response.body).message });
  expect(log.mock.lastCall?.[0].url.endsWith(path)).toBe(true);
  expect(store.requests).toEqual([]);
});

test("a client that resets the connection of its CONNECT does not end the process", async () => {
  const { client, expectStillWorks } = await setUp();
  await client.send(head("other.example:80", { method: "CONNECT" }));
  await client.response();
  client.reset();
  await expectStillWorks();
});

test.each([
  ["http to the port of https", requestText(), "this is plain HTTP, but the port serves https"],
  ["a TLS handshake that fails", `${TLS}fern!`, "the TLS handshake failed: "],
])("the log has a line for %s, which gets no response", async (_, request, reason) => {
  const { log, client } = await openLogged({ tls: { cert: readPem("self-signed"), key: readPem("key") } });
  client.send(request);
  await client.ending;
  expect(log.mock.calls).toMatchObject([[{ status: undefined, reason: expect.stringContaining(reason) }]]);
});

test("the line of a refused request can be redacted", async () => {
  const { log, client } = await openLogged();
  client.send(head("/plants/a-secret-token", { expect: "cake", authorization: "Bearer a-secret-token" }));
  await client.response();
  expect(withoutToken(log.mock.lastCall?.[0] as RecordedRequest).url).toMatch(/\/plants\/\[token\]$/);
});

test("an upload that its client ends early gets no response and no line in the log, unlike requests before it", async () => {
  const { log, client } = await openLogged();
  client.send(requestText() + requestText() + requestText().slice(0, -1));
  client.finish();
  expect((await client.allResponses()).map(({ status }) => status)).toEqual([200, 200]);
  expect(log).toHaveBeenCalledTimes(2);
});

test("responds 100 to a request with `expect: 100-continue` before its body arrives", async () => {
  const { store, client, expectStillWorks } = await setUp();
  client.send(head("/plants", { expect: "100-continue", "content-length": String(FERN.length) }));
  expect(await client.response()).toMatchObject({ status: 100, body: "" });
  expect(store.requests).toEqual([]);
  client.send(FERN);
  expect(await client.response()).toMatchObject({ status: 200, body: '{"name":"Fern"}' });
  await expectStillWorks([{ id: 1, name: "Fern" }]);
});

test.each([
  ["the Host header", "/plants", {}, "http://plants.example/plants"],
  ["a target with a host", "http://moss.example/plants", {}, "http://moss.example/plants"],
  ["a Host of any characters", "/plants", { host: "$&$'.example" }, "http://$&$'.example/plants"],
  ["the server, if there is no Host", "/plants", { version: "1.0", host: undefined }, "URL/plants"],
  ["the server, if the Host is not valid", "/plants", { host: "a, b/c" }, "URL/plants"],
])("a recorded request has the host of %s", async (_, target, changes, expected) => {
  const { store, client, url } = await setUp();
  client.send(requestText(target, changes));
  expect((await client.response()).status).toBe(200);
  expect(store.requests[0]?.url).toBe(expected.replace("URL", url));
});

test("does not keep an endless body in memory", async () => {
  const { client, expectStillWorks } = await setUp();
  await client.send(head("/plants", { "content-length": "10000000000" }));
  const piece = Buffer.alloc(1_000_000, " ");
  const before = await bytesInMemory();
  for (let sent = 0; sent < 64; sent++) await client.send(piece);
  await expect.poll(async () => (await bytesInMemory()) - before).toBeLessThan(16_000_000);
  client.leave();
  await expectStillWorks();
});

test("a body of 250,000 chunks takes little more memory than its bytes", async () => {
  const { client, expectStillWorks } = await setUp();
  await client.send(head("/plants", { "transfer-encoding": "chunked" }));
  const before = await bytesInMemory();
  for (let sent = 0; sent < 250; sent++) await client.send("1\r\n \r\n".repeat(1_000));
  await expect.poll(async () => (await bytesInMemory()) - before).toBeLessThan(16_000_000);
  await client.send("0\r\n\r\n");
  expect((await client.response()).status).toBe(400);
  await expectStillWorks();
});

// Several requests on a connection.

test("invalid HTTP in the same turn of the event loop does not lose the response to a request before it", async () => {
  const { store, client } = await setUp();
  const { promise, resolve } = Promise.withResolvers<void>();
  store.subscribe(({ type }) => {
    // The request is handled, and its response waits. The invalid HTTP arrives now, as from the same read.
    if (type === "ended") client.send("\0").then(resolve);
  });
  client.send(requestText());
  await promise;
  const [response] = await client.allResponses();
  expect(response).toMatchObject({ status: 200, body: '{"name":"Fern"}' });
});

test("invalid HTTP after a request that waits gets a 400 at once", async () => {
  const { store, client } = await setUp();
  store.enqueue(faults.hang());
  await client.send(requestText());
  await expect.poll(() => store.requests.length).toBe(1);
  client.send("\0");
  expectError(await client.response(), 400);
  expect(await client.ending).toBe("end");
});

// Which connections close after a response: Chromium repeats a POST whose reused connection is lost. commands/command.test.ts
// tests `keepAliveTimeout`.

const ORIGIN = { origin: "https://plants.example" };

const OWN = { method: "GET", "sec-fetch-site": "same-origin" };

test.each<[what: string, then: "close" | "keep-alive", headers: Record<string, string>, path?: string]>([
  ["a POST from a page of another origin", "close", ORIGIN],
  [
    "its preflight",
    "close",
    { ...ORIGIN, method: "OPTIONS", body: "", "access-control-request-method": "POST" },
  ],
  ["a request from a page of the server", "close", OWN],
  [
    "a page on another machine, over plain HTTP",
    "close",
    { method: "GET", "user-agent": "Mozilla/5.0 (X11)" },
  ],
  ["a page, after an error,", "close", { ...ORIGIN, method: "GET" }, "/nothing"],
  ["a page that uses the admin API", "close", OWN, "/__admin/plants"],
  ["a program", "keep-alive", {}],
  ["Node's fetch", "keep-alive", { "sec-fetch-mode": "cors", "user-agent": "node" }],
])("the response to %s announces what happens to its connection: %s", async (_, then, headers, path) => {
  const { server } = await openMock({ admin: true });
  const client = await RawClient.connect(server.port);
  client.send(requestText(path, { host: "127.0.0.1", ...headers }));
  const { connection, "keep-alive": timeout } = (await client.response()).headers;
  expect([connection, timeout]).toEqual([then, undefined]);
  if (then === "close") expect(await client.ending).toBe("end");
  else {
    client.send(requestText());
    expect((await client.response()).status).toBe(200);
  }
});

test("with keepBrowserConnections, a page's connection stays open, so that a browser sends a lost POST again", async () => {
  const { store, server } = await openMock({ keepBrowserConnections: true });
  const client = await RawClient.connect(server.port);
  for (const _ of [1, 2]) {
    client.send(requestText("/plants", ORIGIN));
    expect(await client.response()).toMatchObject({ status: 200, headers: { connection: "keep-alive" } });
  }
  expect(store.plants).toHaveLength(2);
});

test("a trickled response keeps its connection, except for that of a page", async () => {
  const { store, server } = await openMock({ admin: true });
  const trickled = async (headers: Record<string, string>) => {
    store.enqueue(faults.trickle(1_000));
    const client = await RawClient.connect(server.port);
    client.send(requestText("/plants", headers));
    return { client, connection: (await client.response()).headers.connection };
  };
  const { client, connection } = await trickled({});
  expect(connection).toBe("keep-alive");
  client.send(requestText());
  expect((await client.response()).status).toBe(200);
  const page = await trickled(ORIGIN);
  expect([page.connection, await page.client.ending]).toEqual(["close", "end"]);
});

test("a truncated response to a page announces no end of the connection, because WebKitGTK would accept it", async () => {
  const { store, server } = await openMock();
  store.enqueue(faults.truncate(5));
  const client = await RawClient.connect(server.port);
  client.send(requestText("/plants", ORIGIN));
  expect(await client.ending).toBe("end");
  expect(client.rest).toMatch(/^connection: keep-alive\r$/im);
});

// Clients that disconnect.

const disconnections: [string, (client: RawClient) => void][] = [
  ["closes the connection", (client) => client.leave()],
  ["resets the connection", (client) => client.reset()],
];

const incomplete: [when: string, request: string][] = [
  ["before its request", ""],
  ["within the head", requestText().slice(0, 40)],
  ["before the body", head("/plants", { "content-length": "22" })],
  ["within the body", requestText().slice(0, -1)],
  ["within a chunk", `${head("/plants", { "transfer-encoding": "chunked" })}16\r\n${FERN}`],
];

test.each(
  disconnections.flatMap(([how, disconnect]) =>
    incomplete.map(([when, ...rest]) => [how, when, disconnect, ...rest] as const),
  ),
)("ignores the request of a client that %s %s", async (_how, _when, disconnect, request) => {
  const { store, url, client, expectStillWorks } = await setUp();
  await client.send(request);
  // When this response arrives, the server has also received the incomplete request.
  await fetch(`${url}/health`);
  disconnect(client);
  await expectStillWorks();
  expect(store.requests).toHaveLength(1);
});

test.each(disconnections)("creates nothing for a client that %s during a delay", async (_, disconnect) => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const { store, ended, client } = await setUp();
  store.enqueue(faults.delay(60_000), faults.hang({ afterCreate: true, delay: 60_000 }));
  await client.send(requestText() + requestText());
  await expect.poll(() => vi.getTimerCount()).toBe(2);
  disconnect(client);
  await expect.poll(() => vi.getTimerCount()).toBe(0);
  expect(store.plants).toEqual([]);
  expect(store.requests.map(({ status, fault }) => [status, fault?.type])).toEqual([
    [undefined, "delay"],
    [undefined, "hang"],
  ]);
  await expect.poll(() => ended).toEqual([["/plants"], ["/plants"]]);
});

test.each(disconnections)("ends a stalled request when the client %s", async (_, disconnect) => {
  const { store, client } = await setUp();
  const listener = vi.fn();
  store.subscribe(listener);
  store.enqueue(faults.stall(5));
  client.send(requestText());
  await expect.poll(() => client.rest).toMatch(/\{"nam$/);
  expect(listener).not.toHaveBeenCalledWith(expect.objectContaining({ type: "ended" }));
  disconnect(client);
  const ended = { type: "ended", request: { status: 200 } };
  await expect.poll(() => listener.mock.lastCall?.[0]).toMatchObject(ended);
});
