/** HTTP/1.1 over a real socket. Every case is sent at once and byte by byte, and has the same result. */
import { errorSchema } from "plant-store-sdk";
import { expect, test } from "vitest";
import { openMock } from "../support/mock-server.ts";
import { FERN } from "../support/post-plant.ts";
import { RawClient } from "../support/raw-client.ts";

const LINE = "POST /plants HTTP/1.1\r\n";
const HOST = "host: plants.example\r\n";
const FIELDS = "authorization: Bearer x\r\ncontent-type: application/json\r\n";
const LENGTH = `content-length: ${FERN.length}\r\n`;
const VALID = `${LINE}${HOST}${FIELDS}${LENGTH}\r\n${FERN}`;

/** A request with this Host line. */
const host = (line: string, version = "1.1") =>
  `POST /plants HTTP/${version}\r\n${line}${FIELDS}${LENGTH}\r\n${FERN}`;
/** A request with this line among its headers. */
const field = (line: string) => `${LINE}${HOST}${line}\r\n${FIELDS}${LENGTH}\r\n${FERN}`;
/** A request with this line before its headers. */
const line = (text: string) => `${text}${HOST}${FIELDS}${LENGTH}\r\n${FERN}`;
/** A request with these framing headers. */
const framed = (lines: string, body = FERN) => `${LINE}${HOST}${FIELDS}${lines}\r\n\r\n${body}`;
const CHUNK = `16\r\n${FERN}\r\n`;
const LAST_CHUNK = "0\r\n\r\n";
/** A chunked request with this body. */
const chunked = (body: string) => framed("transfer-encoding: chunked", body);

/** Statuses of the responses; "closed" if the server then closes the connection. */
type Expected = (200 | 400 | "closed")[];

const REJECTED: Expected = [400, "closed"];
const CREATED: Expected = [200];

/** Without a content-length. */
const chunkedInHttp10 = chunked(CHUNK + LAST_CHUNK).replace("HTTP/1.1", "HTTP/1.0");

const cases: [name: string, request: string, expected: Expected][] = [
  // What the mock checks itself, because Node does not (RFC 9112 sections 2.3, 3.2 and 6.1).
  ["a host name", host(HOST), CREATED],
  ["a host name in upper case, after a tab", host("HOST:\tPLANTS.EXAMPLE\r\n"), CREATED],
  ["a host name with a port", host("host: plants.example:8080\r\n"), CREATED],
  ["an IPv6 address with a port", host("host: [::1]:4010\r\n"), CREATED],
  ["a host name with an underscore, as in Docker Compose", host("host: plant_store\r\n"), CREATED],
  ["no Host", host(""), [400]],
  ["no Host in HTTP/1.0, which does not require it", host("", "1.0"), [200, "closed"]],
  ["a repeated Host", host(`${HOST}host: other.example\r\n`), [400]],
  ["a Host that is repeated with the same value", host(HOST + HOST), [400]],
  ["a repeated Host in HTTP/1.0", host(HOST + HOST, "1.0"), [400, "closed"]],
  ["a header whose name ends with Host", field("x-forwarded-host: other.example"), CREATED],
  ["an empty Host", host("host:\r\n"), [400]],
  ["two host names with a comma", host("host: plants.example, other.example\r\n"), [400]],
  ["a Host with credentials", host("host: user@plants.example\r\n"), [400]],
  ["a Host with a path", host("host: plants.example/api\r\n"), [400]],
  ["a port that is not a number", host("host: plants.example:http\r\n"), [400]],
  ["an IPv6 address without brackets", host("host: ::1\r\n"), [400]],
  ["an IPv6 address without its last bracket", host("host: [::1\r\n"), [400]],
  ["an invalid Host between two requests", VALID + host("") + VALID, [200, 400, 200]],
  ["HTTP/1.0", line("POST /plants HTTP/1.0\r\n"), [200, "closed"]],
  ["HTTP/1.2", line("POST /plants HTTP/1.2\r\n"), REJECTED],
  ["HTTP/2.0", line("POST /plants HTTP/2.0\r\n"), REJECTED],
  ["a transfer-encoding in HTTP/1.0", chunkedInHttp10, REJECTED],
  // Node's parser, in a few cases: its settings are ours.
  ["a target without a slash", line("POST plants HTTP/1.1\r\n"), REJECTED],
  ["connection: close", field("connection: close"), [200, "closed"]],
  ["a space before the colon of a header", field("x-a : 1"), REJECTED],
  ["a content-length that is not a number", framed("content-length: +22"), REJECTED],
  ["a repeated content-length", framed(`${LENGTH}content-length: 3`), REJECTED],
  ["both framings", framed("content-length: 32\r\ntransfer-encoding: chunked", CHUNK + LAST_CHUNK), REJECTED],
  ["an unknown transfer-encoding", framed("transfer-encoding: xchunked", CHUNK + LAST_CHUNK), REJECTED],
  ["chunks of one byte", chunked(FERN.replaceAll(/./gs, "1\r\n$&\r\n") + LAST_CHUNK), CREATED],
  ["a chunk with an extension", chunked(`16;a=b;c="d"\r\n${FERN}\r\n${LAST_CHUNK}`), CREATED],
  ["a trailer, whose Host is ignored", chunked(`${CHUNK}0\r\nx-sum: 1\r\nhost: a/b\r\n\r\n`), CREATED],
  ["a chunk that is longer than its size", chunked(`14\r\n${FERN}\r\n${LAST_CHUNK}`), REJECTED],
];

test.each(cases)("%s", async (_name, request, expected) => {
  expect(await exchange(request, sendAtOnce, expected)).toEqual(expected);
  expect(await exchange(request, sendByteByByte, expected)).toEqual(expected);
});

/** Sends a request to a store of its own, and checks that the store agrees with the responses. */
async function exchange(
  request: string,
  send: (client: RawClient, bytes: Buffer) => Promise<void>,
  expected: Expected,
): Promise<Expected> {
  const { store, server } = await openMock();
  const client = await RawClient.connect(server.port);
  await send(client, Buffer.from(request, "latin1"));
  const result: Expected = [];
  for (const _ of expected.filter((item) => item !== "closed")) {
    const { status, headers, body } = await client.response();
    if (status === 200) expect(body).toBe('{"name":"Fern"}');
    else expect(errorSchema.parse(JSON.parse(body)).error).toBe(status);
    expect(headers["content-type"]).toBe("application/json");
    result.push(status as 200);
    if (headers.connection === "close") result.push("closed");
  }
  if (expected.includes("closed")) expect(await client.ending).toBe("end");
  expect(client.rest).toBe("");
  expect(store.plants).toHaveLength(expected.filter((item) => item === 200).length);
  await server.close();
  return result;
}

const sendAtOnce = (client: RawClient, bytes: Buffer) => client.send(bytes);

/** Stops when the server has rejected the request. */
async function sendByteByByte(client: RawClient, bytes: Buffer): Promise<void> {
  for (const byte of bytes) {
    if (client.rest.includes("connection: close")) return;
    await client.send(Uint8Array.of(byte));
  }
}

test.each([
  ["the Host header", VALID, "http://plants.example/plants"],
  [
    "a target with a host",
    VALID.replace(" /plants", " http://moss.example/plants"),
    "http://moss.example/plants",
  ],
  ["the server, if there is no Host", host("", "1.0"), "URL/plants"],
])("a recorded request has the host of %s", async (_, request, url) => {
  const { store, server } = await openMock();
  const client = await RawClient.connect(server.port);
  client.send(request);
  expect((await client.response()).status).toBe(200);
  expect(store.requests[0]?.url).toBe(url.replace("URL", server.url));
});

test("no prefix of a request gets a response", async () => {
  const { store, server } = await openMock();
  const client = await RawClient.connect(server.port);
  for (const byte of Buffer.from(VALID)) {
    expect([client.rest, store.requests]).toEqual(["", []]);
    await client.send(Uint8Array.of(byte));
    // When this response arrives, the server has also received the byte.
    await fetch(`${server.url}/health`);
  }
  expect((await client.response()).status).toBe(200);
});
