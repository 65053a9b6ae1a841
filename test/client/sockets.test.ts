/** What only a real connection shows. How a call ends that a peer misbehaves to: fault-matrix. */
import { inspect } from "node:util";
import { gzipSync } from "node:zlib";
import { type CreatePlantOptions, type PlantStoreEvent, safeCreatePlant, VERSION } from "plant-store-sdk";
import { expect, test } from "vitest";
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

// An abort, in each of the places where a peer may be silent. What else may happen there: fault-matrix.

/** Where the peer falls silent, what it has written by then, and what that means. */
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

test.each(places)("an abort while the peer is silent %s ends the connection too", async (...row) => {
  const [, written, outcome] = row;
  const controller = new AbortController();
  const abort = () => controller.abort("enough");
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  const peer = await socketPeer((socket) => {
    socket.on("close", () => resolve());
    socket.write(written, () => outcome === "unknown" && abort());
  });
  const result = await create(peer.url, {
    signal: controller.signal,
    onEvent: ({ type }) => type === "response" && abort(),
  });
  expect(result).toMatchObject({
    success: false,
    error: { kind: "aborted", outcome, cause: "enough", attempts: 1 },
  });
  await closed;
});

test("what a peer sends instead of HTTP stays out of the error, the token that it may echo above all", async () => {
  const peer = await socketPeer((socket) => socket.end(`I got ${token}\r\n\r\n`));
  const result = await create(peer.url);
  expect(result).toMatchObject({ error: { kind: "connection", outcome: "unknown" } });
  expect(inspect(result, { depth: null, showHidden: true })).not.toMatch(/I got|secret-token/);
});

// Bodies.

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

// The request.

test("a request is a POST to {base_url}/plants with JSON, its length and the bearer token, and no more", async () => {
  const peer = await socketPeer((socket) =>
    socket.end(`HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n${PLANT_TEXT}`),
  );
  const plant = { id: 9223372036854775807n, name: 'Fougère "🌿"', tag: "in\ndoor" };
  await safeCreatePlant(plant, { baseUrl: `${peer.url}/api/v1/`, token });
  const [head = "", ...bodies] = (peer.requests[0] ?? "").split("\r\n\r\n");
  expect(bodies).toEqual(['{"id":9223372036854775807,"name":"Fougère \\"🌿\\"","tag":"in\\ndoor"}']);
  const [requestLine, ...headers] = head.split("\r\n");
  expect(requestLine).toBe("POST /api/v1/plants HTTP/1.1");
  // Those that Node adds.
  const added = /^(host|connection|accept-language|accept-encoding|sec-fetch-mode): /;
  expect(headers.filter((line) => !added.test(line.toLowerCase())).sort()).toEqual([
    "accept: application/json",
    `authorization: Bearer ${token}`,
    `content-length: ${Buffer.byteLength(bodies.join())}`,
    "content-type: application/json",
    `user-agent: plant-store-sdk/${VERSION}`,
  ]);
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
