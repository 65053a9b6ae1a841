/** Calls to another origin: preflights, sent headers, and what the page can read of a response. */
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { browserName } from "./browser.ts";
import { connectionLost, startSdkPage } from "./page-sdk.ts";
import { CREATED, startPeer } from "./peer.ts";
import { startMock } from "./running-mock.ts";

const token = "a-very-secret-token";

const { page, open, create } = await startSdkPage();
beforeAll(() => open());

test("a call sends a preflight for its headers, then the request with the User-Agent of the browser", async () => {
  const { baseUrl, requests } = await startPeer();
  await create({ baseUrl, token, headers: { "x-request-id": "r1" } });
  expect(requests).toMatchObject([
    {
      method: "OPTIONS",
      url: "/plants",
      headers: {
        "access-control-request-method": "POST",
        "access-control-request-headers": "authorization,content-type,x-request-id",
      },
    },
    {
      method: "POST",
      url: "/plants",
      headers: {
        authorization: `Bearer ${token}`,
        "content-type": "application/json",
        accept: "application/json",
        "user-agent": await page.run(() => navigator.userAgent),
        "x-request-id": "r1",
      },
      body: '{"id":1,"name":"Fern"}',
    },
  ]);
});

// Firefox, as its driver starts it, sends a preflight for every request.
test.skipIf(browserName === "Firefox")("calls share a preflight if the server allows it", async () => {
  const headers = {
    "access-control-allow-headers": "authorization,content-type",
    "access-control-max-age": "60",
  };
  const { baseUrl, requests } = await startPeer({ preflight: { status: 204, headers } });
  // A path of its own: browsers would keep the preflight for a later peer with the same port.
  for (let call = 0; call < 3; call++) await create({ baseUrl: `${baseUrl}/shared`, token });
  expect(requests.map(({ method }) => method)).toEqual(["OPTIONS", "POST", "POST", "POST"]);
});

test("a call sends no cookies", async () => {
  const { baseUrl, posts } = await startPeer();
  // The same host as the page, so it would get the cookies of the page.
  const setCookie = (value: string) =>
    page.run((value) => {
      // biome-ignore lint/suspicious/noDocumentCookie: some Firefox versions have no Cookie Store API.
      document.cookie = value;
    }, value);
  await setCookie("session=abc");
  await create({ baseUrl, token });
  await page.run(
    (url) => fetch(url, { method: "POST", mode: "no-cors", credentials: "include" }).then(() => {}),
    baseUrl,
  );
  await setCookie("session=; max-age=0");
  expect(posts().map(({ headers }) => headers.cookie)).toEqual([undefined, "session=abc"]);
});

test("a response without Access-Control-Allow-Origin is a lost connection with unknown outcome", async () => {
  const response = { ...CREATED, headers: { "access-control-allow-origin": undefined } };
  const { baseUrl, posts } = await startPeer({ responses: [response] });
  const result = await create({ baseUrl, token });
  expect(result).toMatchObject(connectionLost(1));
  expect(result.error).not.toHaveProperty("code");
  expect(posts()).toHaveLength(1);
});

test.each([
  ["allows no origin", { "access-control-allow-origin": undefined }],
  ["does not allow authorization", { "access-control-allow-headers": "content-type" }],
  ["does not allow content-type", { "access-control-allow-headers": "authorization" }],
])("no plant is sent if the preflight %s; the outcome is unknown", async (_, headers) => {
  const { baseUrl, requests } = await startPeer({ preflight: { status: 204, headers } });
  expect(await create({ baseUrl, token })).toMatchObject(connectionLost(1));
  expect(requests.map(({ method }) => method)).toEqual(["OPTIONS"]);
});

test.each([
  ["an exposed Retry-After comes before the backoff", "Retry-After", 1150, 1300],
  ["a Retry-After that is not exposed is invisible: the delay is the backoff", undefined, 150, 300],
])("%s", async (_, exposed, min, max) => {
  const headers = { "retry-after": "1", "access-control-expose-headers": exposed };
  const { baseUrl, posts } = await startPeer({ responses: [{ status: 429, headers }, CREATED] });
  const { waits, ...result } = await create({ baseUrl, token });
  expect(result).toMatchObject({ attempts: 2, possibleDuplicate: false });
  expect(posts()).toHaveLength(2);
  expect(waits).toEqual([expect.toSatisfy((wait) => wait >= min && wait <= max)]);
});

test("a page of another origin can call the mock with credentials, and reads the headers of a fault", async () => {
  const mock = await startMock();
  onTestFinished(() => mock.stop());
  const store = mock.connect(mock.newSession());
  await store.enqueue({ type: "status", status: 429, headers: { "retry-after": "7" } });
  const call = (url: string) =>
    fetch(url, { method: "POST", credentials: "include", headers: { authorization: "Bearer any" } }).then(
      ({ status, headers }) => [status, headers.get("retry-after")],
    );
  expect(await page.run(call, `${store.baseUrl}/plants`)).toEqual([429, "7"]);
});
