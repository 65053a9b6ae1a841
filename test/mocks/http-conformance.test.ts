/**
 * HTTP/1.1 over a real socket: the public conformance cases of h1spec and Http11Probe, with RFC 9110 and RFC 9112. Every
 * case is sent at once and byte by byte, and has the same result.
 */
import { errorSchema } from "plant-store-sdk";
import { createPlantStore, listen } from "plant-store-sdk/mocks/server";
import { describe, expect, onTestFinished, test } from "vitest";
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
/** A request with this transfer-encoding. */
const encoded = (encoding: string) => framed(`transfer-encoding:${encoding}`, CHUNK + LAST_CHUNK);
/** A chunked request with this body. */
const chunked = (body: string) => framed("transfer-encoding: chunked", body);

/** Statuses of the responses; "closed" if the server then closes the connection. */
type Expected = (200 | 400 | "closed")[];

const REJECTED: Expected = [400, "closed"];
const CREATED: Expected = [200];

const cases: Record<string, [name: string, request: string, expected: Expected][]> = {
  "Host (RFC 9112 section 3.2)": [
    ["a name", host(HOST), CREATED],
    ["a name in upper case, after a tab", host("HOST:\tPLANTS.EXAMPLE\r\n"), CREATED],
    ["a name with a port", host("host: plants.example:8080\r\n"), CREATED],
    ["an IPv4 address with a port", host("host: 127.0.0.1:4010\r\n"), CREATED],
    ["an IPv6 address with a port", host("host: [::1]:4010\r\n"), CREATED],
    ["a name with an underscore, as in Docker Compose", host("host: plant_store\r\n"), CREATED],
    ["missing", host(""), [400]],
    ["missing in HTTP/1.0, which does not require it", host("", "1.0"), [200, "closed"]],
    ["repeated", host(`${HOST}host: other.example\r\n`), [400]],
    ["repeated with the same value", host(HOST + HOST), [400]],
    ["repeated in HTTP/1.0", host(HOST + HOST, "1.0"), [400, "closed"]],
    ["empty", host("host:\r\n"), [400]],
    ["two names with a comma", host("host: plants.example, other.example\r\n"), [400]],
    ["with credentials", host("host: user@plants.example\r\n"), [400]],
    ["with a path", host("host: plants.example/api\r\n"), [400]],
    ["with a scheme", host("host: http://plants.example\r\n"), [400]],
    ["with a space", host("host: plants example\r\n"), [400]],
    ["a port that is not a number", host("host: plants.example:http\r\n"), [400]],
    ["an IPv6 address without brackets", host("host: ::1\r\n"), [400]],
    ["an IPv6 address without its last bracket", host("host: [::1\r\n"), [400]],
  ],
  "Request line (RFC 9112 section 3)": [
    ["HTTP/1.0 closes the connection", line("POST /plants HTTP/1.0\r\n"), [200, "closed"]],
    ["after empty lines", `\r\n\r\n${VALID}`, CREATED],
    ["a target of 8,000 bytes", line(`POST /plants?${"x".repeat(7_992)} HTTP/1.1\r\n`), CREATED],
    ["no version", line("POST /plants\r\n"), REJECTED],
    ["an empty version", line("POST /plants \r\n"), REJECTED],
    ["version HTTP/9.9", line("POST /plants HTTP/9.9\r\n"), REJECTED],
    ["version HTTP/1.2", line("POST /plants HTTP/1.2\r\n"), REJECTED],
    ["version HTTP/2.0", line("POST /plants HTTP/2.0\r\n"), REJECTED],
    ["version HTTP/1", line("POST /plants HTTP/1\r\n"), REJECTED],
    ["version HTTP/01.01", line("POST /plants HTTP/01.01\r\n"), REJECTED],
    ["a version with a space", line("POST /plants HTTP/ 1.1\r\n"), REJECTED],
    ["a version in lower case", line("POST /plants http/1.1\r\n"), REJECTED],
    ["no target", line("POST HTTP/1.1\r\n"), REJECTED],
    ["a target without a slash", line("POST plants HTTP/1.1\r\n"), REJECTED],
    ["a space in the target", line("POST /pl ants HTTP/1.1\r\n"), REJECTED],
    ["a NUL in the target", line("POST /pl\0ants HTTP/1.1\r\n"), REJECTED],
    ["a tab instead of a space", line("POST\t/plants HTTP/1.1\r\n"), REJECTED],
    ["text before the method", line("Extra linePOST /plants HTTP/1.1\r\n"), REJECTED],
    ["a line that ends with CR", line("POST /plants HTTP/1.1\r"), REJECTED],
    ["a line that ends with LF", line("POST /plants HTTP/1.1\n"), REJECTED],
  ],
  "Header fields (RFC 9112 section 5)": [
    ["no space after the colon, and an empty value", field("x-a:1\r\nx-empty:"), CREATED],
    ["connection: close", field("connection: close"), [200, "closed"]],
    ["a space before the colon", field("x-a : 1"), REJECTED],
    ["a value that continues on the next line", field("x-a: 1\r\n 2"), REJECTED],
    ["a space before the first field", line(`${LINE} \r\n`), REJECTED],
    ["an empty name", field(": 1"), REJECTED],
    ["a bracket in a name", field("x[]: 1"), REJECTED],
    ["no colon", field("x-a"), REJECTED],
    ["a control character in a value", field("x-a: \x07"), REJECTED],
    ["a NUL in a value", field("x-a: a\0b"), REJECTED],
    ["a CR in a value", field("x-a: a\rb"), REJECTED],
    ["a line that ends with LF", field("x-a: 1\nx-b: 2"), REJECTED],
    ["an empty line that ends with CR", field("\rx-a: 1"), REJECTED],
  ],
  "Content-Length (RFC 9112 section 6.3)": [
    ["with leading zeros and spaces", framed(`content-length:  00${FERN.length} `), CREATED],
    ...["many", "-1", "-0", "+22", "2_2", "0x16", "0o26", "2 2", "22.0", "22, 22", "22, 23", ""].map(
      (value): [string, string, Expected] => [`"${value}"`, framed(`content-length: ${value}`), REJECTED],
    ),
    ["a number beyond 64 bits", framed("content-length: 99999999999999999999"), REJECTED],
    ["repeated", framed(`${LENGTH}content-length: 3`), REJECTED],
    ["repeated with the same value", framed(`${LENGTH}content-length: ${FERN.length}`), REJECTED],
  ],
  "Transfer-Encoding (RFC 9112 section 6.1)": [
    ["chunked", encoded(" chunked"), CREATED],
    ["chunked in upper case, after an empty list element", encoded(" , CHUNKED"), CREATED],
    [
      "with a content-length",
      framed(`content-length: 32\r\ntransfer-encoding: chunked`, CHUNK + LAST_CHUNK),
      REJECTED,
    ],
    [
      "before a content-length",
      framed(`transfer-encoding: chunked\r\ncontent-length: 32`, CHUNK + LAST_CHUNK),
      REJECTED,
    ],
    ["in HTTP/1.0", encoded(" chunked").replace("HTTP/1.1", "HTTP/1.0"), REJECTED],
    ["with a space before the colon", encoded(" chunked").replace("encoding:", "encoding :"), REJECTED],
    ["chunked, gzip", encoded(" chunked, gzip"), REJECTED],
    ["chunked twice", encoded(" chunked, chunked"), REJECTED],
    ["repeated", encoded(" chunked\r\ntransfer-encoding: identity"), REJECTED],
    ["with a parameter", encoded(" chunked;a=b"), REJECTED],
    ["unknown", encoded(" xchunked"), REJECTED],
    ["identity", framed(`transfer-encoding: identity\r\ncontent-length: ${FERN.length}`), REJECTED],
    ["empty", encoded(""), REJECTED],
    ["on the next line", encoded("\r\n chunked"), REJECTED],
    ["after a vertical tab", encoded(" \x0bchunked"), REJECTED],
    ["before a NUL", encoded(" chunked\0"), REJECTED],
  ],
  "Chunks (RFC 9112 section 7.1)": [
    ["chunks of one byte", chunked(FERN.replaceAll(/./gs, "1\r\n$&\r\n") + LAST_CHUNK), CREATED],
    [
      "a size in upper case",
      chunked(`00000A\r\n${FERN.slice(0, 10)}\r\nC\r\n${FERN.slice(10)}\r\n${LAST_CHUNK}`),
      CREATED,
    ],
    ["an extension", chunked(`16;a=b;c="d"\r\n${FERN}\r\n${LAST_CHUNK}`), CREATED],
    ["a trailer, whose Host is ignored", chunked(`${CHUNK}0\r\nx-sum: 1\r\nhost: a/b\r\n\r\n`), CREATED],
    ...["many", "0x16", "1_6", " 16", "16 ", "+16", "-16", "", "16;", "16;a[b", "16;a\0", "16;a\rb"].map(
      (size): [string, string, Expected] => [
        `the size ${JSON.stringify(size)}`,
        chunked(`${size}\r\n${FERN}\r\n${LAST_CHUNK}`),
        REJECTED,
      ],
    ),
    ["a size beyond 64 bits", chunked(`ffffffffffffffff0\r\n${FERN}\r\n${LAST_CHUNK}`), REJECTED],
    ["a size line that ends with LF", chunked(`16\n${FERN}\r\n${LAST_CHUNK}`), REJECTED],
    ["no line break after the data", chunked(`16\r\n${FERN}${LAST_CHUNK}`), REJECTED],
    ["only LF after the data", chunked(`16\r\n${FERN}\n${LAST_CHUNK}`), REJECTED],
    ["more data than the size", chunked(`14\r\n${FERN}\r\n${LAST_CHUNK}`), REJECTED],
    ["a content-length in the trailer", chunked(`${CHUNK}0\r\ncontent-length: 22\r\n\r\n`), REJECTED],
  ],
  "Pipelining (RFC 9112 section 9.3.2)": [
    ["three requests", VALID.repeat(3), [200, 200, 200]],
    ["chunks, then a length", chunked(CHUNK + LAST_CHUNK) + VALID, [200, 200]],
    ["an invalid Host between two requests", VALID + host("") + VALID, [200, 400, 200]],
  ],
};

describe.each(Object.entries(cases))("%s", (_section, rows) => {
  test.each(rows)("%s", async (_name, request, expected) => {
    expect(await exchange(request, sendAtOnce, expected)).toEqual(expected);
    expect(await exchange(request, sendByteByByte, expected)).toEqual(expected);
  });
});

/** Sends a request to a store of its own, and checks that the store agrees with the responses. */
async function exchange(
  request: string,
  send: (client: RawClient, bytes: Buffer) => Promise<void>,
  expected: Expected,
): Promise<Expected> {
  const store = createPlantStore();
  const server = await listen(store);
  onTestFinished(() => server.close());
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

test("no prefix of a request gets a response", async () => {
  const store = createPlantStore();
  const server = await listen(store);
  onTestFinished(() => server.close());
  const client = await RawClient.connect(server.port);
  for (const byte of Buffer.from(VALID)) {
    expect([client.rest, store.requests]).toEqual(["", []]);
    await client.send(Uint8Array.of(byte));
    // When this response arrives, the server has also received the byte.
    await fetch(`${server.url}/health`);
  }
  expect((await client.response()).status).toBe(200);
});
