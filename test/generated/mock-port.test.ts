/** Any bytes on the mock's port get a response of the service, or end the connection. */
import fc from "fast-check";
import { listen, type MockServer } from "plant-store-sdk/mocks/server";
import { MockStore } from "plant-store-sdk/mocks/store";
import { afterAll, beforeAll, expect } from "vitest";
import { stringifyJson } from "../../src/contract/json.ts";
import { jsonTexts } from "../support/json-texts.ts";
import { FERN } from "../support/post-plant.ts";
import { RawClient, type RawResponse, requestText } from "../support/raw-client.ts";
import { corrupted, expectServiceResponse } from "./any-request.ts";
import { property } from "./property.ts";

const CHUNKED = { "content-length": undefined, "transfer-encoding": "chunked" };

const UNUSUAL: Parameters<typeof requestText>[1][] = [
  ...["5", "-1", "99999999999999999999", "1, 2"].map((length) => ({ "content-length": length })),
  ...["16\r\n", "17\r\n", "-1\r\n", "zz\r\n"].flatMap((size) =>
    ["0\r\n\r\n", "0\r\nx: y\r\n\r\n", ""].map((end) => ({ ...CHUNKED, body: `${size}${FERN}\r\n${end}` })),
  ),
  { "transfer-encoding": "gzip, chunked" },
  { expect: "100-continue" },
  { expect: "no such expectation" },
  { connection: "upgrade, keep-alive", upgrade: "websocket" },
  { connection: "close" },
  { host: "" },
  { "content-type": "text/plain" },
  { origin: "null", "access-control-request-headers": "\xe9, x", method: "OPTIONS" },
  { "x-long": "x".repeat(20_000) },
  { "x y": "z" },
  { "": "" },
  { x: "\0" },
  { x: "a\r\n b" },
  ..."GET PUT OPTIONS CONNECT TRACE PRI QUERY FERN post".split(" ").map((method) => ({ method })),
  ...["1.0", "2.0", "0.9", "9"].map((version) => ({ version })),
];
const TARGETS = ["*", "http://other.example/plants", "//plants", "/health", "/", "http://[", "/\xff", "/a b"];

const request = fc
  .oneof(
    { weight: 5, arbitrary: jsonTexts.NewPlant.map((body) => requestText("/plants", { body })) },
    { weight: 8, arbitrary: fc.constantFrom(...UNUSUAL).map((changes) => requestText("/plants", changes)) },
    { weight: 2, arbitrary: fc.constantFrom(...TARGETS).map((target) => requestText(target)) },
  )
  .map((text) => Buffer.from(text, "utf8"));

const part: fc.Arbitrary<Uint8Array> = fc.oneof(
  { weight: 7, arbitrary: request },
  { weight: 3, arbitrary: corrupted(request) },
  fc.uint8Array({ maxLength: 100 }),
  fc
    .constantFrom("\r\n\r\n", "\x16\x03\x01\0\x05", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")
    .map((text) => Buffer.from(text)),
);

/** What clients send: valid and unusual requests, corrupted ones and arbitrary bytes. Their borders are independent of those of the requests. */
const requestChunks: fc.Arbitrary<Uint8Array[]> = fc
  .tuple(fc.array(part, { minLength: 1, maxLength: 4 }), fc.array(fc.nat(), { maxLength: 3 }))
  .map(([parts, cuts]) => {
    const bytes = Buffer.concat(parts);
    const offsets = cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b);
    return [0, ...offsets].map((offset, index) => bytes.subarray(offset, offsets[index] ?? bytes.length));
  });

const store = new MockStore({ auth: "off" });
let server: MockServer;

beforeAll(async () => {
  server = await listen(store);
});
afterAll(() => server.close());

/** Sends the chunks and ends its side. Returns everything received until the server ends the connection too. */
async function exchange(chunks: Uint8Array[]): Promise<RawResponse[]> {
  const client = await RawClient.connect(server.port);
  for (const chunk of chunks) await client.send(chunk);
  client.finish();
  return client.allResponses();
}

const HEALTHY = '{"status":"ok"}';
const validRequest = Buffer.from(requestText("/plants", { connection: "close" }));

property(
  "whatever bytes arrive, the mock responds like the service or ends the connection, and the next one works",
  requestChunks,
  async (chunks) => {
    store.clear();
    const responses = await exchange(chunks);
    for (const { status, body } of responses) {
      expectServiceResponse(status, body, body === HEALTHY ? "GET" : "POST");
    }
    const created = responses.filter(({ status, body }) => status === 200 && body !== HEALTHY);
    const stored = store.plants.map(({ id: _, ...plant }) => stringifyJson(plant));
    expect(stored).toEqual(created.map(({ body }) => body));
    expect(await exchange([validRequest])).toMatchObject([{ status: 200, body: '{"name":"Fern"}' }]);
  },
);
