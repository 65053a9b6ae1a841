/** Responses that a page cannot read, or that are incomplete or too late. */
import { beforeAll, expect, test } from "vitest";
import { CLOSED_PORT } from "../support/servers.ts";
import { browserName } from "./browser.ts";
import { connectionLost, startSdkPage } from "./page-sdk.ts";
import { polling } from "./page-visit.ts";
import { CREATED, startPeer } from "./peer.ts";

const token = "any";
/** A 200 with a part of its body. Then nothing more is sent. */
const INCOMPLETE = { status: 200, body: '{"name":', ending: "silence" } as const;
const NO_RESPONSE = { ending: "silence" } as const;
const RESET = { ending: "reset" } as const;
/** Long enough for the request to reach the server, also on a slow machine. */
const TIMEOUT = 2_000;

const { open, create } = await startSdkPage();
beforeAll(() => open());

test.each([301, 302, 303, 307, 308])("a %i redirect is not followed", async (status) => {
  const target = await startPeer();
  const response = { status, headers: { location: `${target.baseUrl}/plants` } };
  const { baseUrl, posts } = await startPeer({ responses: [response] });
  const error = { kind: "unexpected-response", outcome: "unknown", response: { status: 0, body: "" } };
  expect(await create({ baseUrl, token })).toMatchObject({ error });
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

test.each([
  ["without a response", NO_RESPONSE, "unknown"],
  ["after a 200 status", INCOMPLETE, "created"],
] as const)("a call times out %s, and the connection is closed", async (_, response, outcome) => {
  const { baseUrl, posts } = await startPeer({ responses: [response] });
  const error = { name: "TimeoutError", kind: "timeout", outcome, timeout: TIMEOUT, attempts: 1 };
  expect(await create({ baseUrl, token, timeout: TIMEOUT })).toMatchObject({ error });
  await expect.poll(posts, polling).toMatchObject([{ connectionLost: true }]);
});
