/** Responses of other packages, and responses that a `fetch` of the application has already read. */
import { Agent } from "node:http";
import nodeFetch from "node-fetch";
import type { PlantStoreFetch } from "plant-store-sdk";
import { expect, onTestFinished, test } from "vitest";
import { failureAfter, plant, TOKEN, testClient } from "../support/client.ts";
import { JSON_TYPE, PLANT_JSON } from "../support/fetch-stubs.ts";
import { startHttpServer } from "../support/servers.ts";

/** A response as in React Native: without a body stream. */
const withoutStream = (body: string, status = 200): PlantStoreFetch => {
  return async () => ({ status, headers: new Headers(JSON_TYPE), text: async () => body });
};

test("a response without a body stream is read by text(), without a byte order mark", async () => {
  const client = testClient({ fetch: withoutStream(`\ufeff${PLANT_JSON}`) });
  expect(await client.createPlant(plant)).toEqual({ name: "Fern" });
});

test("a response without a body stream is limited to maxResponseBytes characters", async () => {
  const failure = await failureAfter(withoutStream("x".repeat(17)), { maxResponseBytes: 16 });
  expect(failure).toMatchObject({ outcome: "created", response: { body: "x".repeat(16) } });
  expect(failure.message).toContain("larger than `maxResponseBytes` (16)");
});

test("node-fetch retries a 429 on the same connection, because its unread body is given up", async () => {
  let requests = 0;
  const server = await startHttpServer((response) => {
    requests += 1;
    if (requests === 1) response.writeHead(429).end("x".repeat(500_000));
    else response.end(PLANT_JSON);
  });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => agent.destroy());
  const fetch: PlantStoreFetch = (url, init) => nodeFetch(url, { ...init, agent });
  const client = testClient({ baseUrl: server.url, fetch, timeout: 5000 });
  expect(await client.safeCreatePlant(plant)).toMatchObject({ success: true, attempts: 2 });
});

test("a reader that cannot be cancelled changes nothing", async () => {
  const fetch = (async () => {
    const response = new Response(PLANT_JSON);
    const reader = response.body?.getReader();
    const body = { getReader: () => ({ read: () => reader?.read() }) };
    return { status: 200, headers: response.headers, body };
  }) as unknown as PlantStoreFetch;
  expect(await testClient({ fetch }).createPlant(plant)).toEqual({ name: "Fern" });
});

const angularHeaders = { get: () => "application/json" };
const malformed: [what: string, response: unknown, outcome: string, message: RegExp][] = [
  ["nothing", undefined, "unknown", /a Response: it cannot be read/],
  ["a text", "ok", "unknown", /a Response: `status` is not a number/],
  ["no headers", { status: 404 }, "not-created", /`headers` must have/],
  ["headers without get", { status: 200, headers: [] }, "unknown", /must have `get`/],
  ["headers not iterable", { status: 201, headers: angularHeaders }, "created", /must .* be iterable/],
  ["no text() and no stream", { status: 200, headers: new Headers() }, "unknown", /`text` is missing/],
];

test.each(malformed)("the error for a fetch with %s says why", async (_, response, outcome, message) => {
  const failure = await failureAfter(async () => response as Response);
  expect(failure).toMatchObject({ kind: "configuration", option: "fetch", outcome, attempts: 1 });
  expect(failure.response?.status).toBe(Object(response).status);
  expect(failure.message).toMatch(message);
});

test("a text() that rejects is a lost connection", async () => {
  const text = () => Promise.reject(new Error("gone"));
  const fetch: PlantStoreFetch = async () => ({ status: 200, headers: new Headers(JSON_TYPE), text });
  const expected = { kind: "connection", outcome: "created", response: { status: 200 } };
  expect(await failureAfter(fetch)).toMatchObject(expected);
});

/** A `fetch` that logs the body before it returns the response. */
const reading = (status: number, body: string, read: (response: Response) => unknown): PlantStoreFetch => {
  return async () => {
    const response = new Response(body, { status, headers: JSON_TYPE });
    await read(response);
    return response;
  };
};

test.each([
  ["consumed", 200, "created", (response: Response) => response.text()],
  ["consumed", 400, "not-created", (response: Response) => response.text()],
  ["locked", 200, "created", (response: Response) => response.body?.getReader()],
] as const)("a body that fetch has %s makes a %i a configuration error, %s", async (...row) => {
  const [, status, outcome, read] = row;
  const failure = await failureAfter(reading(status, PLANT_JSON, read));
  const expected = { kind: "configuration", option: "fetch", outcome, response: { status }, attempts: 1 };
  expect(failure).toMatchObject(expected);
  expect(failure.message).toContain("`clone()`");
});

test("a consumed body of another status leaves the failure without an excerpt", async () => {
  const failure = await failureAfter(reading(503, "busy", (response) => response.text()));
  expect(failure).toMatchObject({ kind: "unexpected-response", response: { status: 503, body: "" } });
});

test("a clone that fetch has read changes nothing", async () => {
  const fetch = reading(200, PLANT_JSON, (response) => response.clone().text());
  expect(await testClient({ fetch }).createPlant(plant)).toEqual({ name: "Fern" });
});

test("Response.error() is a failed connection, not a redirect", async () => {
  const failure = await failureAfter(async () => Response.error());
  expect(failure).toMatchObject({ kind: "connection", outcome: "unknown" });
  expect(failure.message).toContain("Response.error()");
});

test.each([
  [418, "I'm a Teapot", "418 I'm a Teapot"],
  [418, "", "418 from"],
  [418, `echo ${TOKEN}`, "418 echo [token] from"],
])("the message for a %i with the text %j has its reason phrase", async (status, statusText, message) => {
  const fetch: PlantStoreFetch = async () => new Response(null, { status, statusText });
  expect((await failureAfter(fetch)).message).toContain(`Unexpected status ${message}`);
});
