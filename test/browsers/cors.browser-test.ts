/** Calls to another origin: preflights, sent headers, and what the page can read of a response. */
import { createPlant, type PlantStoreEvent, safeCreatePlant } from "plant-store-sdk";
import { expect, test } from "vitest";
import { expectConnectionLost, openPeer, plant, token } from "./open-peer.ts";

const CREATED = { status: 200, body: '{"name":"Fern"}' };

test("a call sends a preflight for two headers, then the request with the User-Agent of the browser", async (context) => {
  const peer = await openPeer({}, context);
  await createPlant(plant, { baseUrl: peer.baseUrl, token });
  const [preflight, post, ...others] = await peer.requests();
  expect(preflight).toMatchObject({
    method: "OPTIONS",
    path: "/plants",
    headers: {
      "access-control-request-method": "POST",
      "access-control-request-headers": "authorization,content-type",
    },
  });
  expect(post).toMatchObject({
    method: "POST",
    path: "/plants",
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      accept: "application/json",
      "user-agent": navigator.userAgent,
    },
    body: '{"id":1,"name":"Fern"}',
  });
  expect(others).toEqual([]);
});

test("a call sends no cookies", async (context) => {
  const peer = await openPeer({}, context);
  // The same host as the page, so it would get the cookies of the page.
  const baseUrl = `http://localhost:${peer.port}`;
  // biome-ignore lint/suspicious/noDocumentCookie: some Firefox versions have no Cookie Store API.
  document.cookie = "session=abc";
  context.onTestFinished(async () => {
    // biome-ignore lint/suspicious/noDocumentCookie: some Firefox versions have no Cookie Store API.
    document.cookie = "session=; max-age=0";
  });
  await createPlant(plant, { baseUrl, token });
  await fetch(baseUrl, { method: "POST", mode: "no-cors", credentials: "include" });
  const cookies = (await peer.posts()).map(({ headers }) => headers.cookie);
  expect(cookies).toEqual([undefined, "session=abc"]);
});

test("the preflight includes headers from the options", async (context) => {
  const peer = await openPeer({}, context);
  await createPlant(plant, { baseUrl: peer.baseUrl, token, headers: { "x-request-id": "r1" } });
  const [preflight, post] = await peer.requests();
  expect(preflight?.headers["access-control-request-headers"]).toBe(
    "authorization,content-type,x-request-id",
  );
  expect(post?.headers["x-request-id"]).toBe("r1");
});

test("a response without Access-Control-Allow-Origin is a lost connection with unknown outcome", async (context) => {
  const response = { ...CREATED, headers: { "access-control-allow-origin": undefined } };
  const peer = await openPeer({ responses: [response] }, context);
  const result = await safeCreatePlant(plant, { baseUrl: peer.baseUrl, token });
  expectConnectionLost(result, 1);
  expect(await peer.posts()).toHaveLength(1);
});

test.for([
  ["allows no origin", { "access-control-allow-origin": undefined }],
  ["does not allow authorization", { "access-control-allow-headers": "content-type" }],
  ["does not allow content-type", { "access-control-allow-headers": "authorization" }],
] as const)("no plant is sent if the preflight %s; the outcome is unknown", async ([, headers], context) => {
  const peer = await openPeer({ preflight: { status: 204, headers } }, context);
  const result = await safeCreatePlant(plant, { baseUrl: peer.baseUrl, token });
  expectConnectionLost(result, 1);
  expect((await peer.requests()).map(({ method }) => method)).toEqual(["OPTIONS"]);
});

// The Fetch Standard forbids this (section 4.9, "CORS-preflight fetch"), but both browsers only warn.
test("a preflight that allows the headers * also allows authorization", async (context) => {
  const preflight = { status: 204, headers: { "access-control-allow-headers": "*" } };
  const peer = await openPeer({ preflight }, context);
  expect(await createPlant(plant, { baseUrl: peer.baseUrl, token })).toEqual({ name: "Fern" });
});

test.for([
  ["an exposed Retry-After comes before the backoff", "Retry-After", 1150, 1300],
  ["a Retry-After that is not exposed is invisible: the delay is the backoff", undefined, 150, 300],
] as const)("%s", async ([, exposed, min, max], context) => {
  const headers = { "retry-after": "1", "access-control-expose-headers": exposed };
  const peer = await openPeer({ responses: [{ status: 429, headers }, CREATED] }, context);
  const delays: number[] = [];
  const onEvent = (event: PlantStoreEvent) => {
    if (event.type === "retry") delays.push(event.wait);
  };
  const result = await safeCreatePlant(plant, { baseUrl: peer.baseUrl, token, onEvent });
  expect(result).toMatchObject({ success: true, attempts: 2, possibleDuplicate: false });
  expect(await peer.posts()).toHaveLength(2);
  expect(delays).toEqual([expect.toSatisfy((delay) => delay >= min && delay <= max)]);
});
