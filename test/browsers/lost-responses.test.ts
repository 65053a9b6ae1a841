/** Responses that a page cannot read, or that are incomplete or too late. */
import { beforeAll, expect, test } from "vitest";
import { readGuideTable, withoutVersion } from "../interop/guide-tables.ts";
import { CLOSED_PORT } from "../support/servers.ts";
import { browserName } from "./browser.ts";
import { connectionLost, startSdkPage } from "./page-sdk.ts";
import { polling } from "./page-visit.ts";
import { CREATED, type PeerResponse, startPeer } from "./peer.ts";

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

/** What happens to the request, by the guide's names. A preflight leaves a connection that the request reuses. */
const EVENTS: [name: string, isReused: boolean, response: PeerResponse][] = [
  ["lost (new)", false, RESET],
  ["lost (reused)", true, RESET],
  ["408 (new)", false, { status: 408 }],
  ["408 (reused)", true, { status: 408 }],
  ["421", true, { status: 421 }],
  ["429", true, { status: 429 }],
  ["503", true, { status: 503 }],
];

// The page cannot notice this.
test("a browser sends a request again as the guide says", async () => {
  const sentAgain: string[] = [];
  for (const [name, isReused, response] of EVENTS) {
    const reusable = {
      status: 204,
      headers: { "access-control-allow-headers": "authorization, content-type" },
    };
    const responses = [response, CREATED];
    const { baseUrl, posts } = await startPeer(isReused ? { preflight: reusable, responses } : { responses });
    const result = await create({ baseUrl, token, maxRetries: 0 });
    if (posts().length === 1) continue;
    expect(result).toMatchObject({ attempts: 1, possibleDuplicate: false });
    sentAgain.push(name);
  }
  expect(sentAgain).toEqual(
    readGuideTable("Clients and browsers", withoutVersion).get(browserName)?.sendsAgainAfter,
  );
});

test.each([
  ["without a response", NO_RESPONSE, "unknown"],
  ["after a 200 status", INCOMPLETE, "created"],
] as const)("a call times out %s, and the connection is closed", async (_, response, outcome) => {
  const { baseUrl, posts } = await startPeer({ responses: [response] });
  const error = { name: "TimeoutError", kind: "timeout", outcome, timeout: TIMEOUT, attempts: 1 };
  expect(await create({ baseUrl, token, timeout: TIMEOUT })).toMatchObject({ error });
  await expect.poll(posts, polling).toMatchObject([{ connectionLost: true }]);
});
