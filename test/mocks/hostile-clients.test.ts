/** A store on a port, and clients that break the rules of HTTP or leave when they like. */
import { gzipSync } from "node:zlib";
import { errorSchema } from "plant-store-sdk";
import { createPlantStore, faults, listen, type PlantStore } from "plant-store-sdk/mocks/server";
import { expect, onTestFinished, test, vi } from "vitest";
import { FERN } from "../support/post-plant.ts";
import { RawClient, type RawResponse, requestText } from "../support/raw-client.ts";
import { collectGarbage } from "./collect-garbage.ts";

/** Far longer than anything here takes. */
const patience = { timeout: 10_000 };
const eventually = <T>(read: () => T) => expect.poll(read, patience);

const plant = (id: number) => JSON.stringify({ id, name: "Fern" });

async function setUp() {
  const store = createPlantStore();
  const ended: { method: string; path: string; status?: number }[] = [];
  const onRequest = ({ duration, ...request }: { duration: number; method: string; path: string }) =>
    void ended.push(request);
  const server = await listen(store, { onRequest });
  onTestFinished(() => server.close());
  const connect = () => RawClient.connect(server.port);
  return { store, server, ended, connect };
}

/** Asserts that a plant can be created on a new connection, and is the only one besides those that are expected. */
async function expectService(port: number, store: PlantStore, created: unknown[] = []): Promise<void> {
  const client = await RawClient.connect(port);
  client.send(requestText("/plants", { body: plant(99) }));
  expect(await client.response()).toMatchObject({ status: 200, body: '{"name":"Fern"}' });
  client.leave();
  expect(store.plants).toEqual([...created, { id: 99, name: "Fern" }]);
}

/** Asserts that an answer is an Error body with its status in it, and gives its message. */
function refusalIn({ status, headers, body }: RawResponse, expected = 400): string {
  expect(status).toBe(expected);
  expect(headers["content-type"]).toBe("application/json");
  expect(headers["access-control-allow-origin"]).toBe("*");
  const { error, message } = errorSchema.parse(JSON.parse(body));
  expect(error).toBe(expected);
  return message;
}

// What is no HTTP.

const bytes = (text: string) => Buffer.from(text, "latin1");

test.each<[string, string | Uint8Array]>([
  ["words", "give me a plant\r\n\r\n"],
  ["the hello of TLS", Buffer.from("16030100c8010000c40303", "hex")],
  ["zeros", Buffer.alloc(64)],
  ["the preface of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
  ["a version that there is not", requestText("/plants", { version: "3.0" })],
  ["a method that there is not", requestText("/plants", { method: "PLANT" })],
  ["a target without a slash", requestText("plants")],
  ["a target in Latin-1", bytes(requestText("/pflänzchen/plants"))],
  ["a header of 20 kB", requestText("/plants", { "x-long": "x".repeat(20_000) })],
  ["a target of 20 kB", requestText(`/plants?${"x".repeat(20_000)}`)],
  ["a header's name with a space", requestText("/plants", { "x y": "1" })],
  ["a header with a control character", requestText("/plants", { "x-control": "a\0b" })],
  ["a content-length that is no number", requestText("/plants", { "content-length": "many" })],
  ["a negative content-length", requestText("/plants", { "content-length": "-1" })],
  ["two content-lengths", requestText("/plants", { "Content-Length": "3" })],
  ["a content-length beside chunks", requestText("/plants", { "transfer-encoding": "chunked" })],
  ["an unknown transfer-encoding", chunked("x", { "transfer-encoding": "rot13" })],
  ["a chunk whose size is no number", chunked(`many\r\n${FERN}\r\n0\r\n\r\n`)],
  ["a chunk longer than it says", chunked(`3\r\n${FERN}\r\n0\r\n\r\n`)],
])("%s is answered with 400 and the end of the connection", async (_, request) => {
  const { store, server, connect } = await setUp();
  const client = await connect();
  client.send(request);
  const answer = await client.response();
  expect(refusalIn(answer)).toMatch(/^the request cannot be read: ./);
  expect(answer.headers.connection).toBe("close");
  expect(await client.ending).toBe("end");
  expect(client.rest).toBe("");
  expect(store.requests).toEqual([]);
  await expectService(server.port, store);
});

function chunked(body: string, changes: Record<string, string> = {}): string {
  const head = requestText("/plants", {
    "content-length": undefined,
    "transfer-encoding": "chunked",
    body: "",
    ...changes,
  });
  return head + body;
}

test.each([
  ["head", requestText().slice(0, 40)],
  ["body", requestText().slice(0, -3)],
  ["chunk", chunked(`16\r\n${FERN.slice(0, -3)}`)],
])("a client that finishes within the %s is answered with 400", async (_, request) => {
  const { store, server, connect } = await setUp();
  const client = await connect();
  client.send(request);
  client.finish();
  expect(refusalIn(await client.response())).toContain("cannot be read");
  expect(await client.ending).toBe("end");
  await expectService(server.port, store);
});

test("a request that turns out to be no HTTP within its body is reported with the status that was sent", async () => {
  const { ended, connect } = await setUp();
  const client = await connect();
  client.send(chunked("many\r\n"));
  refusalIn(await client.response());
  await client.ending;
  await eventually(() => ended).toEqual([{ method: "POST", path: "/plants", status: 400 }]);
});

test("what follows a body that is longer than it says does not take the answer from the request before it", async () => {
  const { store, server, connect } = await setUp();
  const client = await connect();
  client.send(`${requestText()}}}`);
  const first = await client.response();
  // Either is right, as long as the client is told what became of its plant.
  expect(store.plants).toHaveLength(first.status === 200 ? 1 : 0);
  await client.ending;
  await expectService(server.port, store, first.status === 200 ? [{ id: 1, name: "Fern" }] : []);
});

// What is HTTP, but unusual.

const head = (target: string, changes: Record<string, string | undefined> = {}) =>
  requestText(target, { body: "", "content-length": undefined, ...changes });

test.each<[string, string | Uint8Array, number, string]>([
  ["without a host", requestText("/plants", { host: undefined }), 200, "/plants"],
  ["of HTTP/1.0", requestText("/plants", { version: "1.0" }), 200, "/plants"],
  ["behind empty lines", `\r\n\r\n${requestText()}`, 200, "/plants"],
  [
    "that wants to upgrade",
    requestText("/plants", { connection: "upgrade", upgrade: "h2c" }),
    200,
    "/plants",
  ],
  ["that expects what there is not", requestText("/plants", { expect: "applause" }), 200, "/plants"],
  ["with chunks and a trailer", chunked(`16;x=y\r\n${FERN}\r\n0\r\nx-sum: 1\r\n\r\n`), 200, "/plants"],
  ["with a whole URL", requestText("http://u:p@other.example/api/plants?x"), 200, "/api/plants"],
  ["with two slashes", requestText("//plants"), 200, "//plants"],
  ["with two slashes and a bracket", requestText("//[/plants"), 200, "//[/plants"],
  ["with a percent-encoded prefix", requestText("/pfl%C3%A4nzchen/plants"), 200, "/pfl%C3%A4nzchen/plants"],
  ["with a percent-encoded name of the path", requestText("/%70lants"), 404, "/%70lants"],
  ["with a broken percent-encoding", requestText("/%zz/%ff"), 404, "/%zz/%ff"],
  ["with two slashes alone", requestText("//"), 404, "//"],
  ["with an asterisk", head("*", { method: "OPTIONS" }), 404, "/*"],
  ["to trace", head("/plants", { method: "TRACE" }), 405, "/plants"],
  ["to get, with a body", requestText("/plants", { method: "GET" }), 405, "/plants"],
  [
    "with a compressed body",
    Buffer.concat([
      bytes(head("/plants", { "content-encoding": "gzip", "content-length": String(gzipSync(FERN).length) })),
      gzipSync(FERN),
    ]),
    400,
    "/plants",
  ],
  ["without a length, which has no body", head("/plants"), 400, "/plants"],
  ["with a length of zero", head("/plants", { "content-length": "0" }), 400, "/plants"],
])("a request %s is answered", async (_, request, status, path) => {
  const { store, server, ended, connect } = await setUp();
  const client = await connect();
  client.send(request);
  const answer = await client.response();
  if (status === 200) expect(answer).toMatchObject({ status, body: '{"name":"Fern"}' });
  else refusalIn(answer, status);
  expect(client.rest).toBe("");
  expect(store.requests.map((recorded) => recorded.status)).toEqual([status]);
  await eventually(() => ended.map((request) => [request.path, request.status])).toEqual([[path, status]]);
  await expectService(server.port, store, status === 200 ? [{ id: 1, name: "Fern" }] : []);
});

test("a request to connect to another host is answered with an Error body", async () => {
  const { store, server, connect } = await setUp();
  const client = await connect();
  client.send(head("other.example:443", { method: "CONNECT" }));
  const answer = await client.response();
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(answer.status).toBeLessThan(500);
  refusalIn(answer, answer.status);
  await expectService(server.port, store);
});

test("a client that asks to connect and vanishes leaves the server standing", async () => {
  const { store, server, connect } = await setUp();
  for (let round = 0; round < 50; round++) {
    const client = await connect();
    client.send(head("other.example:443", { method: "CONNECT" }));
    client.reset();
  }
  await expectService(server.port, store);
});

test("a request that waits creates nothing any more when a CONNECT behind it has ended the connection", async () => {
  const { store, connect } = await setUp();
  store.enqueue(faults.delay(1_000), faults.delay(1_000));
  const client = await connect();
  client.send(requestText() + requestText());
  await eventually(() => store.requests).toHaveLength(2);
  client.send(head("other.example:443", { method: "CONNECT" }));
  await client.ending;
  await new Promise((resolve) => setTimeout(resolve, 1_100)); // Behind the store's own timers.
  expect(store.plants).toEqual([]);
});

test("an answer that nobody got is reported without a status", async () => {
  const { store, ended, connect } = await setUp();
  store.enqueue(faults.hang());
  const client = await connect();
  await client.send(requestText() + requestText());
  await eventually(() => store.requests.map(({ status }) => status)).toEqual([undefined, 200]);
  client.leave();
  await eventually(() => ended).toEqual([
    { method: "POST", path: "/plants" },
    { method: "POST", path: "/plants" },
  ]);
});

test("a client that expects to be told so is told to continue before it sends its body", async () => {
  const { store, server, connect } = await setUp();
  const client = await connect();
  client.send(head("/plants", { expect: "100-continue", "content-length": String(FERN.length) }));
  expect(await client.response()).toMatchObject({ status: 100, body: "" });
  expect(store.requests).toEqual([]);
  client.send(FERN);
  expect(await client.response()).toMatchObject({ status: 200, body: '{"name":"Fern"}' });
  await expectService(server.port, store, [{ id: 1, name: "Fern" }]);
});

test("a request that expects to be told to continue, behind another, spoilt its own answer", async () => {
  const { store, connect } = await setUp();
  store.enqueue(faults.delay(20));
  const client = await connect();
  client.send(requestText() + head("/plants", { expect: "100-continue", "content-length": "0" }));
  expect(await client.response()).toMatchObject({ status: 200, body: '{"name":"Fern"}' });
  refusalIn(await client.response(), 400);
  expect(client.rest).toBe("");
});

test("a request behind another is told to continue when its turn comes", async () => {
  const { store, connect } = await setUp();
  store.enqueue(faults.delay(20));
  const client = await connect();
  const waiting = head("/plants", { expect: "100-continue", "content-length": String(FERN.length) });
  client.send(requestText() + waiting);
  expect(await client.response()).toMatchObject({ status: 200, body: '{"name":"Fern"}' });
  expect(await client.response()).toMatchObject({ status: 100, body: "" });
  client.send(FERN);
  expect(await client.response()).toMatchObject({ status: 200, body: '{"name":"Fern"}' });
});

test.each([
  ["/plants", 405, "60"],
  ["/health", 200, "15"],
  ["/moss", 404, "64"],
])("HEAD %s is answered with a head alone", async (target, status, length) => {
  const { connect } = await setUp();
  const client = await connect();
  client.send(head(target, { method: "HEAD" }) + head("/health", { method: "GET" }));
  const answer = await client.response("HEAD");
  expect(answer).toMatchObject({ status, headers: { "content-length": length } });
  expect(answer.headers.allow).toBe(status === 405 ? "POST, OPTIONS" : undefined);
  expect(await client.response()).toMatchObject({ status: 200, body: '{"status":"ok"}' });
});

test("a request that arrives byte by byte, in chunks of one byte, creates its plant", async () => {
  const { store, server, connect } = await setUp();
  const client = await connect();
  const chunks = Array.from(FERN, (character) => `1\r\n${character}\r\n`).join("");
  for (const byte of bytes(chunked(`${chunks}0\r\n\r\n`))) await client.send(Uint8Array.of(byte));
  expect(await client.response()).toMatchObject({ status: 200, body: '{"name":"Fern"}' });
  expect(store.requests[0]?.body).toBe(FERN);
  await expectService(server.port, store, [{ id: 1, name: "Fern" }]);
});

// What is too much.

test("a body whose first MiB comes in one chunk, and a byte more in another, is refused", async () => {
  const { store, connect } = await setUp();
  const client = await connect();
  const body = FERN.padEnd(1_048_576);
  const chunked = { "content-length": undefined, "transfer-encoding": "chunked" };
  await client.send(requestText("/plants", { ...chunked, body: `100000\r\n${body}\r\n1\r\n \r\n0\r\n\r\n` }));
  expect(refusalIn(await client.response())).toBe("the body must be at most 1048576 bytes long");
  expect(store.plants).toEqual([]);
});

test("a body of 5 MB is refused, in the journal by its first MiB, and its connection goes on", async () => {
  const { store, server, connect } = await setUp();
  const client = await connect();
  const body = JSON.stringify({ id: 1, name: "x".repeat(5_000_000) });
  client.send(requestText("/plants", { body }));
  expect(refusalIn(await client.response())).toBe("the body must be at most 1048576 bytes long");
  expect(store.requests[0]?.body).toBe(body.slice(0, 1_048_576));
  client.send(requestText());
  expect((await client.response()).status).toBe(200);
  await expectService(server.port, store, [{ id: 1, name: "Fern" }]);
});

test("of a body that does not end, no more is kept than can be read", async () => {
  const { store, server, connect } = await setUp();
  const client = await connect();
  await client.send(head("/plants", { "content-length": "10000000000" }));
  const piece = Buffer.alloc(1_000_000, " ");
  const before = await bytesInBuffers();
  for (let sent = 0; sent < 64; sent++) await client.send(piece);
  await eventually(async () => (await bytesInBuffers()) - before).toBeLessThan(16_000_000);
  client.leave();
  await expectService(server.port, store);
});

async function bytesInBuffers(): Promise<number> {
  await collectGarbage();
  return process.memoryUsage().arrayBuffers;
}

test("two hundred connections at once create a plant each", async () => {
  const { store, connect } = await setUp();
  const clients = await Promise.all(Array.from({ length: 200 }, connect));
  for (const [id, client] of clients.entries()) client.send(requestText("/plants", { body: plant(id) }));
  const answers = await Promise.all(clients.map((client) => client.response()));
  expect(answers.map(({ status }) => status)).toEqual(clients.map(() => 200));
  const ids = store.plants.map(({ id }) => Number(id)).sort((a, b) => a - b);
  expect(ids).toEqual([...clients.keys()]);
});

// More than one request on a connection.

test("requests that do not wait for each other are answered in their order", async () => {
  const { store, connect } = await setUp();
  store.enqueue(faults.delay(20));
  const client = await connect();
  const requests = [
    requestText("/plants", { body: plant(1) }),
    requestText("/moss"),
    head("/health", { method: "GET" }),
    requestText("/plants", { body: '{"id":2}' }),
    requestText("/plants", { body: plant(3) }),
  ];
  client.send(requests.join(""));
  const statuses: number[] = [];
  for (const _ of requests) statuses.push((await client.response()).status);
  expect(statuses).toEqual([200, 404, 200, 400, 200]);
  expect(client.rest).toBe("");
  expect(store.plants.map(({ id }) => id).sort()).toEqual([1, 3]);
});

test("a truncated answer ends the connection also where it has to wait for the answer before it", async () => {
  const { store, connect } = await setUp();
  store.enqueue(faults.delay(20), faults.truncate(3));
  const client = await connect();
  client.send(requestText() + requestText());
  expect((await client.response()).body).toBe('{"name":"Fern"}');
  expect(await client.ending).toBe("end");
  expect(client.rest).toMatch(/content-length: 15\r\n[\s\S]*\r\n\r\n\{"n$/i);
});

test("a hundred requests in turn on one connection are all answered, and no end of it is announced", async () => {
  const { store, connect } = await setUp();
  const client = await connect();
  for (let id = 0; id < 100; id++) {
    client.send(requestText("/plants", { body: plant(id) }));
    const { status, headers } = await client.response();
    // A connection that the server closes while a request is on its way loses that request.
    expect([status, headers.connection, headers["keep-alive"]]).toEqual([200, "keep-alive", undefined]);
  }
  expect(store.plants).toHaveLength(100);
});

// Clients that leave.

const departures: [string, (client: RawClient) => void][] = [
  ["leaves", (client) => client.leave()],
  ["resets the connection", (client) => client.reset()],
];

/** The third: the paths of the requests that were begun. */
const unfinished: [string, string, string[]][] = [
  ["before its request", "", []],
  ["within the head", requestText().slice(0, 40), []],
  ["before the body", head("/plants", { "content-length": "22" }), ["/plants"]],
  ["within the body", requestText().slice(0, -1), ["/plants"]],
  ["within a chunk", chunked(`16\r\n${FERN}`), ["/plants"]],
];

test.each(
  departures.flatMap(([how, depart]) =>
    unfinished.map(([when, ...rest]) => [how, when, depart, ...rest] as const),
  ),
)("a client that %s %s has asked nothing", async (_how, _when, depart, request, begun) => {
  const { store, server, ended, connect } = await setUp();
  const client = await connect();
  await client.send(request);
  // What is answered on another connection was sent behind it.
  await fetch(`${server.url}/health`);
  depart(client);
  const paths = () => ended.map(({ path }) => path).filter((path) => path !== "/health");
  await eventually(paths).toEqual(begun);
  expect(store.requests).toEqual([]);
  await expectService(server.port, store);
});

test.each(departures)("a client that %s after its request has created its plant", async (_, depart) => {
  const { store, connect } = await setUp();
  const client = await connect();
  await client.send(requestText());
  await eventually(() => store.plants).toEqual([{ id: 1, name: "Fern" }]);
  depart(client);
});

test.each(departures)(
  "a client that %s while it waits ends the wait, and creates nothing",
  async (_, depart) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const { store, ended, connect } = await setUp();
    store.enqueue(faults.delay(60_000), faults.delay(60_000, faults.hang({ afterCreate: true })));
    const client = await connect();
    await client.send(requestText() + requestText());
    await vi.waitUntil(() => vi.getTimerCount() === 2, patience);
    depart(client);
    await vi.waitUntil(() => vi.getTimerCount() === 0, patience);
    expect(store.plants).toEqual([]);
    expect(store.requests.map(({ status, fault }) => [status, fault?.type])).toEqual([
      [undefined, "delay"],
      [undefined, "delay"],
    ]);
    await vi.waitUntil(() => ended.length > 1, patience);
    expect(ended).toEqual([
      { method: "POST", path: "/plants" },
      { method: "POST", path: "/plants" },
    ]);
  },
);
