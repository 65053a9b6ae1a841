/** Responses that a page cannot read, or that are incomplete or too late. */
import { beforeAll, expect, test } from "vitest";
import { CLOSED_PORT } from "../support/servers.ts";
import { browserName } from "./browser.ts";
import { connectionLost, startSdkPage } from "./page-sdk.ts";
import { polling } from "./page-visit.ts";
import { CREATED, startPeer } from "./peer.ts";

declare global {
  interface Window {
    call?: { abort(): void; result: Promise<object>; lastEvent?: string };
  }
}

const token = "any";
/** A 200 with a part of its body. Then nothing more is sent. */
const INCOMPLETE = { status: 200, body: '{"name":', ending: "silence" } as const;
const NO_RESPONSE = { ending: "silence" } as const;
const RESET = { ending: "reset" } as const;
/** Long enough for the request to reach the server, also on a slow machine. */
const TIMEOUT = 2_000;

const { page, open, create } = await startSdkPage();
beforeAll(() => open());

test.each([301, 302, 303, 307, 308])("a %i redirect is not followed", async (status) => {
  const target = await startPeer();
  const response = { status, headers: { location: `${target.baseUrl}/plants` } };
  const { baseUrl, posts } = await startPeer({ responses: [response] });
  expect(await create({ baseUrl, token })).toMatchObject({
    error: {
      kind: "unexpected-response",
      outcome: "unknown",
      attempts: 1,
      response: { status: 0, body: "" },
    },
  });
  expect(posts()).toHaveLength(1);
  expect(target.requests).toEqual([]);
});

test("a closed port is retried only with retryUnknown, and the outcome is unknown", async () => {
  const baseUrl = `http://127.0.0.1:${CLOSED_PORT}`;
  expect(await create({ baseUrl, token })).toMatchObject(connectionLost(1));
  const retrying = { baseUrl, token, retryUnknown: true, maxRetries: 1 };
  expect(await create(retrying)).toMatchObject(connectionLost(2));
});

// The browser assumes that the server had closed the idle connection. The page cannot notice this. WebKitGTK does not resend it.
test.skipIf(browserName === "WebKitGTK")(
  "a browser resends a request whose reused connection is reset",
  async () => {
    const allowed = { "access-control-allow-headers": "authorization, content-type" };
    const preflight = { status: 204, headers: allowed };
    const { baseUrl, posts } = await startPeer({ preflight, responses: [RESET, CREATED] });
    expect(await create({ baseUrl, token })).toMatchObject({ attempts: 1, possibleDuplicate: false });
    const body = '{"id":1,"name":"Fern"}';
    expect(posts()).toMatchObject([
      { connectionLost: true, body },
      { connectionLost: false, body },
    ]);
  },
);

const incomplete = [
  { when: "without a response", response: NO_RESPONSE, outcome: "unknown" },
  { when: "after a 200 status", response: INCOMPLETE, outcome: "created" },
];

test.each(incomplete)(
  "a call times out $when, and the connection is closed",
  async ({ response, outcome }) => {
    const { baseUrl, posts } = await startPeer({ responses: [response] });
    const error = { name: "TimeoutError", kind: "timeout", outcome, timeout: TIMEOUT, attempts: 1 };
    expect(await create({ baseUrl, token, timeout: TIMEOUT })).toMatchObject({ error });
    await expect.poll(posts, polling).toMatchObject([{ connectionLost: true }]);
  },
);

test.each(incomplete)("a signal aborts a call $when, and the connection is closed", async (row) => {
  const { baseUrl, posts } = await startPeer({ responses: [row.response] });
  await page.run((baseUrl) => {
    const controller = new AbortController();
    const { signal } = controller;
    const onEvent = ({ type }: { type: string }) => Object.assign(window.call ?? {}, { lastEvent: type });
    const options = { baseUrl, token: "any", signal, onEvent };
    const result = window.sdk.safeCreatePlant({ id: 1, name: "Fern" }, options);
    window.call = { abort: () => controller.abort("the user left"), result };
  }, baseUrl);
  await expect.poll(posts, polling).toHaveLength(1);
  const lastEvent = () => page.run(() => window.call?.lastEvent);
  if (row.outcome === "created") await expect.poll(lastEvent, polling).toBe("response");
  const result = await page.run(async () => {
    window.call?.abort();
    return JSON.parse(JSON.stringify(await window.call?.result));
  });
  const error = { name: "AbortError", kind: "aborted", outcome: row.outcome, cause: "the user left" };
  expect(result).toMatchObject({ success: false, error });
  await expect.poll(posts, polling).toMatchObject([{ connectionLost: true }]);
});
