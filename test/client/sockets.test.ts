import { once } from "node:events";
import type { Socket } from "node:net";
import { inspect } from "node:util";
import { createGzip, gzipSync } from "node:zlib";
import { type CreatePlantOptions, type PlantStoreEvent, safeCreatePlant } from "plant-store-sdk";
import { expect, onTestFinished, test, vi } from "vitest";
import { PLANT_JSON as PLANT_TEXT } from "../support/fetch-stubs.ts";
import {
  unusedPort as closedPort,
  startHttpServer as httpPeer,
  startSocketServer as socketPeer,
} from "../support/servers.ts";
import { jumpFromTimerToTimer } from "./fake-time.ts";

const token = "secret-token-of-the-tests";

function create(baseUrl: string, options?: CreatePlantOptions) {
  return safeCreatePlant({ id: 1, name: "Fern" }, { baseUrl, token, ...options });
}

/** The client's own timers, of the deadline and the waits, jump; those of Node's sockets go on. */
const clientTimers = { toFake: ["setTimeout" as const, "clearTimeout" as const] };

// No connection.

test("a refused connection is retried, and nothing was created", async () => {
  jumpFromTimerToTimer(clientTimers);
  const types: PlantStoreEvent["type"][] = [];
  const result = await create(`http://127.0.0.1:${await closedPort()}`, {
    timeout: false,
    onEvent: ({ type }) => types.push(type),
  });
  expect(result).toMatchObject({
    success: false,
    error: { kind: "connection", outcome: "not-created", code: "ECONNREFUSED", attempts: 3 },
  });
  expect(types).toEqual(["request", "retry", "request", "retry", "request", "failure"]);
});

test("a host whose every address refuses is retried, and nothing was created", async () => {
  jumpFromTimerToTimer(clientTimers);
  const result = await create(`http://localhost:${await closedPort()}`, { timeout: false });
  expect(result).toMatchObject({
    success: false,
    error: { kind: "connection", outcome: "not-created", code: "ECONNREFUSED", attempts: 3 },
  });
});

test("a store that is up again by the second attempt gets the plant", async () => {
  jumpFromTimerToTimer(clientTimers);
  const peer = await httpPeer((response) => response.end(PLANT_TEXT));
  const urls = [`http://127.0.0.1:${await closedPort()}/plants`, `${peer.url}/plants`];
  const result = await create(peer.url, {
    timeout: false,
    fetch: (_, init) => fetch(urls.shift() as string, init),
  });
  expect(result).toMatchObject({ success: true, attempts: 2, possibleDuplicate: false });
  expect(peer.requests).toHaveLength(1);
});

test("a name that cannot be looked up is retried, and nothing was created", async () => {
  jumpFromTimerToTimer(clientTimers);
  // A label of more than 63 characters is refused by the resolver itself, without a network.
  const result = await create(`https://${"a".repeat(64)}.invalid`, { timeout: false });
  expect(result).toMatchObject({
    success: false,
    error: {
      kind: "connection",
      outcome: "not-created",
      code: expect.stringMatching(/^(ENOTFOUND|EAI_AGAIN)$/),
      attempts: 3,
    },
  });
});

// A connection that ends too early, in each of the places where it can.

/** Where the peer stops, what it has written by then, and what that means. */
const places: [string, string, "unknown" | "created"][] = [
  ["before any byte", "", "unknown"],
  ["in the status line", "HTTP/1.1 20", "unknown"],
  ["in the middle of the headers", "HTTP/1.1 200 OK\r\ncontent-type: appl", "unknown"],
  ["after the headers", "HTTP/1.1 200 OK\r\ncontent-length: 15\r\n\r\n", "created"],
  ["in the middle of the body", 'HTTP/1.1 200 OK\r\ncontent-length: 15\r\n\r\n{"name"', "created"],
  ["in a chunk", 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nf\r\n{"name"', "created"],
  [
    "after a body without its last chunk",
    `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nf\r\n${PLANT_TEXT}\r\n`,
    "created",
  ],
];

/** A reset destroys what is still on the way, so it has to wait until the client has seen the status, if there is one. */
function whenSeen(outcome: string, act: () => void): CreatePlantOptions {
  return outcome === "created" ? { onEvent: ({ type }) => type === "response" && act() } : {};
}

test.each(places)("a peer that closes the connection %s: connection", async (_, written, outcome) => {
  const peer = await socketPeer((socket) => socket.end(written));
  const result = await create(peer.url);
  expect(result).toMatchObject({
    success: false,
    error: { kind: "connection", outcome, code: expect.any(String), attempts: 1 },
  });
  expect(peer.requests).toHaveLength(1);
});

test.each(places)("a peer that resets the connection %s: connection", async (_, written, outcome) => {
  let connection: Socket | undefined;
  const reset = () => connection?.resetAndDestroy();
  const peer = await socketPeer((socket) => {
    connection = socket;
    if (outcome === "created") socket.write(written);
    else socket.write(written, reset);
  });
  const result = await create(peer.url, whenSeen(outcome, reset));
  expect(result).toMatchObject({
    success: false,
    error: { kind: "connection", outcome, code: expect.any(String), attempts: 1 },
  });
  expect(peer.requests).toHaveLength(1);
});

test.each(places)("a peer that falls silent %s: timeout", async (_, written, outcome) => {
  vi.useFakeTimers(clientTimers);
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const passTime = () => vi.advanceTimersByTime(1000);
  const peer = await socketPeer((socket) => {
    socket.write(written, () => outcome === "unknown" && passTime());
  });
  const result = await create(peer.url, {
    timeout: 1000,
    ...whenSeen(outcome, () => queueMicrotask(passTime)),
  });
  expect(result).toMatchObject({
    success: false,
    error: { kind: "timeout", outcome, timeout: 1000, attempts: 1 },
  });
  expect(peer.requests).toHaveLength(1);
});

test.each(places)(
  "an abort while the peer is silent %s ends the connection too",
  async (_, written, outcome) => {
    const controller = new AbortController();
    const abort = () => controller.abort("enough");
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    const peer = await socketPeer((socket) => {
      socket.on("close", () => resolve());
      socket.write(written, () => outcome === "unknown" && abort());
    });
    const result = await create(peer.url, { signal: controller.signal, ...whenSeen(outcome, abort) });
    expect(result).toMatchObject({
      success: false,
      error: { kind: "aborted", outcome, cause: "enough", attempts: 1 },
    });
    await closed;
  },
);

test("a connection that is lost is retried with retryUnknown, and reported as a possible duplicate", async () => {
  jumpFromTimerToTimer(clientTimers);
  const peer = await socketPeer((socket, requestNumber) => {
    if (requestNumber === 1) socket.resetAndDestroy();
    else socket.end(`HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n${PLANT_TEXT}`);
  });
  const result = await create(peer.url, { retryUnknown: true, timeout: false });
  expect(result).toMatchObject({ success: true, attempts: 2, possibleDuplicate: true });
  expect(peer.requests).toHaveLength(2);
});

test("a 200 that breaks off is not retried with retryUnknown either", async () => {
  const peer = await socketPeer((socket) => socket.end("HTTP/1.1 200 OK\r\ncontent-length: 15\r\n\r\n{"));
  const result = await create(peer.url, { retryUnknown: true });
  expect(result).toMatchObject({
    success: false,
    error: { kind: "connection", outcome: "created", attempts: 1 },
  });
  expect(peer.requests).toHaveLength(1);
});

test("a 400 that breaks off has created nothing", async () => {
  const peer = await socketPeer((socket) =>
    socket.end('HTTP/1.1 400 Bad Request\r\ncontent-length: 40\r\n\r\n{"error":'),
  );
  const result = await create(peer.url);
  expect(result).toMatchObject({
    success: false,
    error: { kind: "connection", outcome: "not-created", attempts: 1 },
  });
  expect(!result.success && result.error.message).toContain("400");
});

// Answers that are no answers.

test.each([
  ["no HTTP", "SSH-2.0-OpenSSH_9.2\r\n\r\n"],
  ["a status line without a status", "HTTP/1.1 OK\r\n\r\n"],
  ["a header without a name", `HTTP/1.1 200 OK\r\n: no name\r\n\r\n${PLANT_TEXT}`],
  ["two lengths", `HTTP/1.1 200 OK\r\ncontent-length: 15\r\ncontent-length: 16\r\n\r\n${PLANT_TEXT}`],
  ["headers beyond Node's limit", `HTTP/1.1 200 OK\r\nx-long: ${"x".repeat(100_000)}\r\n\r\n${PLANT_TEXT}`],
  ["more headers than Node's limit", `HTTP/1.1 200 OK\r\n${"x-many: 1\r\n".repeat(20_000)}\r\n${PLANT_TEXT}`],
])("%s leaves the outcome unknown", async (_, written) => {
  const peer = await socketPeer((socket) => socket.end(written));
  const result = await create(peer.url);
  expect(result).toMatchObject({
    success: false,
    error: { kind: "connection", outcome: "unknown", attempts: 1 },
  });
  expect(peer.requests).toHaveLength(1);
});

test("what a peer sends instead of HTTP stays out of the error, the token that it may echo above all", async () => {
  const peer = await socketPeer((socket) => socket.end(`I got ${token}\r\n\r\n`));
  const result = await create(peer.url);
  expect(result).toMatchObject({ error: { kind: "connection", outcome: "unknown" } });
  expect(inspect(result, { depth: null, showHidden: true })).not.toMatch(/I got|secret-token/);
});

test("a malformed chunk after a 200 leaves the plant created", async () => {
  const peer = await socketPeer((socket) =>
    socket.end("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nnot hexadecimal\r\n"),
  );
  const result = await create(peer.url);
  expect(result).toMatchObject({
    success: false,
    error: { kind: "connection", outcome: "created", attempts: 1 },
  });
});

test("interim answers are passed over", async () => {
  const peer = await socketPeer((socket) =>
    socket.end(
      `HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 15\r\n\r\n${PLANT_TEXT}`,
    ),
  );
  expect(await create(peer.url)).toMatchObject({ success: true, data: { name: "Fern" }, attempts: 1 });
});

test("a status beyond all classes leaves the outcome unknown", async () => {
  const peer = await socketPeer((socket) => socket.end(`HTTP/1.1 999 What\r\n\r\n${PLANT_TEXT}`));
  const result = await create(peer.url);
  expect(result).toMatchObject({ success: false, error: { outcome: "unknown", attempts: 1 } });
  expect(peer.requests).toHaveLength(1);
});

// Bodies.

const fffe = Buffer.from([0xff, 0xfe]);

test.each<[string, string | Buffer, RegExp]>([
  ["empty", "", /not JSON/],
  ["white space", " \n", /not JSON/],
  ["HTML", "<!doctype html><title>Plants</title>", /not JSON/],
  ["two JSON texts", `${PLANT_TEXT}${PLANT_TEXT}`, /not JSON/],
  ["cut off, though of the length announced", '{"name":"Fe', /not JSON/],
  ["not UTF-8", Buffer.concat([Buffer.from('{"name":"'), fffe, Buffer.from('"}')]), /not UTF-8/],
  ["UTF-16", Buffer.from(`\ufeff${PLANT_TEXT}`, "utf16le"), /not UTF-8/],
  ["ended within a character", Buffer.from('{"name":"Fern"}é').subarray(0, -1), /not UTF-8/],
  ["null", "null", /must be an object/],
  ["an array", `[${PLANT_TEXT}]`, /must be an object/],
  ["a string", '"Fern"', /must be an object/],
  ["a plant without a name", '{"tag":"indoor"}', /`name` is missing/],
  ["a name that is a number", '{"name":1}', /`name` must be a string/],
  ["a tag that is null", '{"name":"Fern","tag":null}', /`tag` must be a string/],
  ["the service's Error", '{"error":1,"message":"no"}', /`name` is missing/],
])("a 200 whose body is %s was created, but cannot be used", async (_, body, message) => {
  const peer = await httpPeer((response) => response.end(body));
  const result = await create(peer.url);
  expect(result).toMatchObject({
    success: false,
    error: { kind: "unexpected-response", outcome: "created", status: 200, attempts: 1 },
  });
  expect(!result.success && result.error.message).toMatch(message);
  expect(peer.requests).toHaveLength(1);
});

test.each<[string, string | Buffer]>([
  ["a byte order mark", `\ufeff${PLANT_TEXT}`],
  ["white space around it", `\r\n\t ${PLANT_TEXT} \n`],
  ["escapes", '{"name":"\\u0046ern"}'],
])("a body with %s is read", async (_, body) => {
  const peer = await httpPeer((response) => response.end(body));
  expect(await create(peer.url)).toMatchObject({ success: true, data: { name: "Fern" } });
});

test.each(["text/html", "text/plain; charset=iso-8859-1", "application/octet-stream", ""])(
  "a plant that comes as %j is read: the media type is not checked",
  async (contentType) => {
    const peer = await httpPeer((response) => {
      response.setHeader("content-type", contentType).end('{"name":"Fougère"}');
    });
    expect(await create(peer.url)).toMatchObject({ success: true, data: { name: "Fougère" } });
  },
);

test("a body that comes byte by byte, in the middle of its characters too, is read", async () => {
  const bytes = Buffer.from('{"name":"Fougère 🌿"}');
  const peer = await httpPeer(async (response) => {
    for (const byte of bytes) {
      response.write(Buffer.of(byte));
      await new Promise(setImmediate);
    }
    response.end();
  });
  expect(await create(peer.url)).toMatchObject({ success: true, data: { name: "Fougère 🌿" } });
});

test.each(["gzip", "br", "deflate"])("a plain body that claims to be %s cannot be used", async (encoding) => {
  const peer = await httpPeer((response) => {
    response.setHeader("content-encoding", encoding).end(PLANT_TEXT);
  });
  const result = await create(peer.url);
  expect(result).toMatchObject({ success: false, error: { outcome: "created", attempts: 1 } });
  expect(peer.requests).toHaveLength(1);
});

test("a compressed body is read", async () => {
  const peer = await httpPeer((response) => {
    response.setHeader("content-encoding", "gzip").end(gzipSync(PLANT_TEXT));
  });
  expect(await create(peer.url)).toMatchObject({ success: true, data: { name: "Fern" } });
});

test.each([
  [200, "created"],
  [400, "not-created"],
  [404, "not-created"],
  [503, "unknown"],
])("a %i whose body never ends is stopped at the limit, its connection closed", async (status, outcome) => {
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  const peer = await httpPeer((response) => {
    response.on("close", resolve).writeHead(status);
    const pour = () => {
      while (!response.destroyed && response.write("x".repeat(65_536)));
    };
    response.on("drain", pour);
    pour();
  });
  const result = await create(peer.url, { timeout: false });
  expect(result).toMatchObject({
    success: false,
    error: { kind: "unexpected-response", outcome, status, body: "x".repeat(2048), attempts: 1 },
  });
  await closed;
});

test("a small body that decompresses to an endless one is stopped at the limit", async () => {
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  let sent = 0;
  const peer = await httpPeer((response) => {
    response.setHeader("content-encoding", "gzip");
    const zip = createGzip();
    const zeros = Buffer.alloc(1_048_576);
    zip.on("data", (chunk) => {
      sent += chunk.length;
    });
    zip.pipe(response);
    const pour = () => {
      while (!response.destroyed && zip.write(zeros));
    };
    zip.on("drain", pour);
    response.on("close", () => {
      zip.destroy();
      resolve();
    });
    pour();
  });
  const result = await create(peer.url, { timeout: false });
  expect(result).toMatchObject({
    success: false,
    error: { kind: "unexpected-response", outcome: "created", status: 200, attempts: 1 },
  });
  expect(!result.success && result.error.message).toMatch(/larger than `maxResponseBytes` \(1048576\)/);
  await closed;
  expect(sent).toBeGreaterThan(0);
});

test("the limit counts what is decompressed", async () => {
  const bomb = gzipSync(Buffer.alloc(2_000_000, " "));
  expect(bomb.length).toBeLessThan(10_000);
  const peer = await httpPeer((response) => {
    response.setHeader("content-encoding", "gzip").end(bomb);
  });
  const result = await create(peer.url, { maxResponseBytes: 1_000_000 });
  expect(result).toMatchObject({ error: { kind: "unexpected-response", outcome: "created" } });
  expect(!result.success && result.error.message).toMatch(/larger than `maxResponseBytes` \(1000000\)/);
});

test("a body of just the limit is read, and one byte more is refused", async () => {
  const peer = await httpPeer((response) => response.end(PLANT_TEXT));
  const { length } = PLANT_TEXT;
  expect(await create(peer.url, { maxResponseBytes: length })).toMatchObject({ success: true });
  const refused = await create(peer.url, { maxResponseBytes: length - 1 });
  expect(refused).toMatchObject({ error: { kind: "unexpected-response", outcome: "created" } });
});

// Redirects.

test.each([301, 302, 303, 307, 308])(
  "a %i is not followed: neither plant nor token travel on",
  async (status) => {
    const elsewhere = await httpPeer((response) => response.end(PLANT_TEXT));
    const peer = await httpPeer((response) => {
      response.writeHead(status, { location: `${elsewhere.url}/plants` }).end();
    });
    const result = await create(peer.url, { retryUnknown: true });
    expect(result).toMatchObject({
      success: false,
      error: { kind: "unexpected-response", outcome: "unknown", status, attempts: 1 },
    });
    expect(!result.success && result.error.message).toMatch(/redirect.*`baseUrl`/);
    expect(peer.requests).toHaveLength(1);
    expect(elsewhere.requests).toEqual([]);
  },
);

test("a redirect to the same server is not followed either", async () => {
  const peer = await httpPeer((response) => response.writeHead(308, { location: "/v2/plants" }).end());
  const result = await create(peer.url);
  expect(result).toMatchObject({ error: { kind: "unexpected-response", status: 308 } });
  expect(peer.requests.map(({ url }) => url)).toEqual(["/plants"]);
});

// The request.

test("a request is a POST to {base_url}/plants with JSON, its length, and the bearer token", async () => {
  const peer = await httpPeer((response) => response.end(PLANT_TEXT));
  await safeCreatePlant(
    { id: 9223372036854775807n, name: 'Fougère "🌿"', tag: "in\ndoor" },
    { baseUrl: `${peer.url}/api/v1/`, token },
  );
  const body = '{"id":9223372036854775807,"name":"Fougère \\"🌿\\"","tag":"in\\ndoor"}';
  expect(peer.requests).toMatchObject([
    {
      method: "POST",
      url: "/api/v1/plants",
      body,
      headers: {
        accept: "application/json",
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
        "content-length": String(Buffer.byteLength(body)),
        "user-agent": "plant-store-sdk/1.0.0",
      },
    },
  ]);
});

test("a request has no cookies and no transfer coding, whatever the store set before", async () => {
  const peer = await httpPeer((response) => {
    response.setHeader("set-cookie", "session=1; Path=/").end(PLANT_TEXT);
  });
  await create(peer.url);
  await create(peer.url);
  expect(peer.requests).toHaveLength(2);
  for (const { headers } of peer.requests) {
    expect(headers).not.toHaveProperty("cookie");
    expect(headers).not.toHaveProperty("transfer-encoding");
    expect(headers).not.toHaveProperty("expect");
  }
});

test("a request's bytes are the same on a bare socket, one request line and one body", async () => {
  const peer = await socketPeer((socket) =>
    socket.end(`HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n${PLANT_TEXT}`),
  );
  expect(await create(`${peer.url}/api`)).toMatchObject({ success: true });
  const [head = "", body, ...more] = (peer.requests[0] ?? "").split("\r\n\r\n");
  const [requestLine, ...headers] = head.split("\r\n");
  expect(requestLine).toBe("POST /api/plants HTTP/1.1");
  expect(
    headers
      .filter((line) => /^content-|^authorization/i.test(line))
      .map((line) => line.toLowerCase())
      .sort(),
  ).toEqual([`authorization: bearer ${token}`, "content-length: 22", "content-type: application/json"]);
  expect(body).toBe('{"id":1,"name":"Fern"}');
  expect(more).toEqual([]);
});

test("where the runtime calls itself a browser, no user-agent of ours is sent", async () => {
  vi.stubGlobal("navigator", { userAgent: "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36" });
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  const peer = await httpPeer((response) => response.end(PLANT_TEXT));
  expect(await create(peer.url)).toMatchObject({ success: true });
  expect(peer.requests[0]?.headers["user-agent"]).not.toContain("plant-store-sdk");
});

test("where the runtime has no navigator, the user-agent is sent", async () => {
  vi.stubGlobal("navigator", undefined);
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  const peer = await httpPeer((response) => response.end(PLANT_TEXT));
  await create(peer.url);
  expect(peer.requests[0]?.headers["user-agent"]).toBe("plant-store-sdk/1.0.0");
});

test("calls one after the other keep their connections, refused ones too", async () => {
  let status = 200;
  const peer = await httpPeer((response) => {
    response.writeHead(status).end(status === 200 ? PLANT_TEXT : '{"error":1,"message":"no"}');
    status = status === 200 ? 400 : 200;
  });
  for (let call = 0; call < 10; call++) {
    expect(await create(peer.url)).toMatchObject({ success: call % 2 === 0 });
  }
  expect(peer.requests).toHaveLength(10);
  // Node's fetch takes two in turn: the first is not quite free yet when the second call comes.
  expect(new Set(peer.requests.map(({ clientPort }) => clientPort)).size).toBeLessThanOrEqual(2);
});

test("calls side by side do not get each other's answers", async () => {
  const peer = await httpPeer((response, { body }) => response.end(JSON.stringify(JSON.parse(body))));
  const names = Array.from({ length: 20 }, (_, index) => `plant ${index}`);
  const results = await Promise.all(
    names.map((name, id) => safeCreatePlant({ id, name }, { baseUrl: peer.url, token })),
  );
  expect(results.map((result) => result.success && result.data.name)).toEqual(names);
  expect(peer.requests).toHaveLength(20);
});

test("a kept connection that the peer closed meanwhile does not lose the next call its outcome", async () => {
  const sockets: Socket[] = [];
  const peer = await socketPeer((socket) => {
    sockets.push(socket);
    socket.write(`HTTP/1.1 200 OK\r\ncontent-length: 15\r\n\r\n${PLANT_TEXT}`);
  });
  expect(await create(peer.url)).toMatchObject({ success: true });
  const [first] = sockets as [Socket];
  first.end();
  await once(first, "close");
  expect(await create(peer.url)).toMatchObject({ success: true, attempts: 1 });
  expect(peer.requests).toHaveLength(2);
});
