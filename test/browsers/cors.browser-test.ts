/** A store of another origin: what a browser asks it, sends it, and lets the page see of its answer. */
import { createPlant, type PlantStoreEvent, safeCreatePlant } from "plant-store-sdk";
import { expect, test } from "vitest";
import { commands } from "vitest/browser";
import { expectLost, openPeer, plant, token } from "./peers-in-page.ts";

test("the package's own store consents, and creates the plant", async ({ onTestFinished }) => {
  const port = await commands.openStore();
  onTestFinished(() => commands.close(port));
  expect(await createPlant(plant, { baseUrl: `http://127.0.0.1:${port}`, token })).toEqual({ name: "Fern" });
  await expect
    .poll(() => commands.servedBy(port))
    .toMatchObject([
      { method: "OPTIONS", path: "/plants", status: 204 },
      { method: "POST", path: "/plants", status: 200 },
    ]);
});

test("the page asks for two headers, and sends them", async (context) => {
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
    },
    body: '{"id":1,"name":"Fern"}',
  });
  expect(others).toEqual([]);
});

test("the browser says itself who it is", async (context) => {
  const peer = await openPeer({}, context);
  await createPlant(plant, { baseUrl: peer.baseUrl, token });
  const [post] = await peer.posts();
  expect(post?.headers["user-agent"]).toBe(navigator.userAgent);
});

test("cookies stay with the page", async (context) => {
  const peer = await openPeer({}, context);
  // Of the same host, and so of the same cookies.
  const baseUrl = `http://localhost:${peer.port}`;
  // biome-ignore lint/suspicious/noDocumentCookie: Firefox has no other way.
  document.cookie = "session=abc";
  context.onTestFinished(async () => {
    // biome-ignore lint/suspicious/noDocumentCookie: Firefox has no other way.
    document.cookie = "session=; max-age=0";
  });
  await createPlant(plant, { baseUrl, token });
  await fetch(baseUrl, { method: "POST", mode: "no-cors", credentials: "include" });
  const cookies = (await peer.posts()).map(({ headers }) => headers.cookie);
  expect(cookies).toEqual([undefined, "session=abc"]);
});

test("a header of the caller's own is asked for too", async (context) => {
  const peer = await openPeer({}, context);
  await createPlant(plant, { baseUrl: peer.baseUrl, token, headers: { "x-request-id": "r1" } });
  const [preflight, post] = await peer.requests();
  expect(preflight?.headers["access-control-request-headers"]).toBe(
    "authorization,content-type,x-request-id",
  );
  expect(post?.headers["x-request-id"]).toBe("r1");
});

test("an answer without consent is a lost connection, and the plant may be there", async (context) => {
  const peer = await openPeer(
    {
      answers: [
        { status: 200, body: '{"name":"Fern"}', headers: { "access-control-allow-origin": undefined } },
      ],
    },
    context,
  );
  const result = await safeCreatePlant(plant, { baseUrl: peer.baseUrl, token });
  expectLost(result, 1);
  expect(await peer.posts()).toHaveLength(1);
});

test.for([
  ["refuses every page", { "access-control-allow-origin": undefined }],
  ["does not allow authorization", { "access-control-allow-headers": "content-type" }],
  ["does not allow content-type", { "access-control-allow-headers": "authorization" }],
] as const)(
  "nothing is sent where the preflight %s, which the page cannot know",
  async ([, headers], context) => {
    const peer = await openPeer({ preflight: { status: 204, headers } }, context);
    const result = await safeCreatePlant(plant, { baseUrl: peer.baseUrl, token });
    expectLost(result, 1);
    expect((await peer.requests()).map(({ method }) => method)).toEqual(["OPTIONS"]);
  },
);

// The Fetch Standard has it otherwise (section 4.9, "CORS-preflight fetch"), and both browsers only warn so far.
test("a preflight that allows * allows authorization", async (context) => {
  const peer = await openPeer(
    { preflight: { status: 204, headers: { "access-control-allow-headers": "*" } } },
    context,
  );
  expect(await createPlant(plant, { baseUrl: peer.baseUrl, token })).toEqual({ name: "Fern" });
});

const LIMITED = { status: 429, body: "", headers: { "retry-after": "1" } };

test("a Retry-After that the page may see is honoured", async (context) => {
  const headers = { ...LIMITED.headers, "access-control-expose-headers": "Retry-After" };
  const [wait] = await waitsOf([{ ...LIMITED, headers }, CREATED], context);
  expect(wait).toBe(1000);
});

test("without Access-Control-Expose-Headers a Retry-After is hidden, and the client backs off", async (context) => {
  const [wait] = await waitsOf([LIMITED, CREATED], context);
  expect(wait).toBeGreaterThanOrEqual(150);
  expect(wait).toBeLessThanOrEqual(300);
});

const CREATED = { status: 200, body: '{"name":"Fern"}' };

/** How long a call that succeeds at its second attempt waited, ms. */
async function waitsOf(answers: object[], context: Parameters<typeof openPeer>[1]): Promise<number[]> {
  const peer = await openPeer({ answers }, context);
  const waits: number[] = [];
  const onEvent = (event: PlantStoreEvent) => {
    if (event.type === "retry") waits.push(event.wait);
  };
  const result = await safeCreatePlant(plant, { baseUrl: peer.baseUrl, token, onEvent });
  expect(result).toMatchObject({ success: true, attempts: 2, possibleDuplicate: false });
  expect(await peer.posts()).toHaveLength(2);
  return waits;
}
