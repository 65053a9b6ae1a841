import { inspect } from "node:util";
import { type PlantStoreHeaders, VERSION } from "plant-store-sdk";
import { expect, test, vi } from "vitest";
import {
  configurationErrorOf,
  failureBeforeSending,
  plant,
  recordingFetch,
  requestOf,
  testClient,
  tooManyRequests,
} from "../support/client.ts";
import { succeed } from "../support/fetch-stubs.ts";
import { throwing } from "../support/throwing.ts";

async function headersWith(ofClient?: PlantStoreHeaders, ofCall?: PlantStoreHeaders): Promise<Headers> {
  return (await requestOf({ headers: ofClient }, { headers: ofCall })).headers;
}

test("a browser request has no user-agent, which CORS would have to allow", async () => {
  vi.stubGlobal("navigator", { userAgent: "Mozilla/5.0 (X11; Linux x86_64)" });
  expect([...(await headersWith()).keys()]).toEqual(["accept", "authorization", "content-type"]);
});

test.each([undefined, {}])("a runtime with the navigator %o counts as a server", async (navigator) => {
  vi.stubGlobal("navigator", navigator);
  expect((await headersWith()).get("user-agent")).toBe(`plant-store-sdk/${VERSION}`);
});

const RECORD = { "X-Shelf": "3", "x-empty": "" };

test.each([
  ["a record", RECORD],
  ["a Headers", new Headers(RECORD)],
  ["pairs", Object.entries(RECORD)],
] satisfies [string, PlantStoreHeaders][])("headers may be %s", async (_, headers) => {
  for (const sent of [await headersWith(headers), await headersWith(undefined, headers)])
    expect([sent.get("x-shelf"), sent.get("x-empty")]).toEqual(["3", ""]);
});

test("a call's headers override the client's, regardless of case", async () => {
  const ofClient = { "X-Shelf": "client", "X-Row": "client", ACCEPT: "text/plain" };
  const ofCall = new Headers({ "x-sHELF": "call", "User-Agent": "greenhouse" });
  expect(Object.fromEntries(await headersWith(ofClient, ofCall))).toMatchObject({
    "x-shelf": "call",
    "x-row": "client",
    accept: "text/plain",
    "user-agent": "greenhouse",
  });
});

test("null removes a client's header and the SDK's own, for one call", async () => {
  const { fetch, sent } = recordingFetch();
  const client = testClient({ fetch, headers: { "x-shelf": "3", "x-row": "4", accept: null } });
  await client.createPlant(plant, { headers: Object.entries({ "X-SHELF": null, "user-agent": null }) });
  expect([...(sent[0]?.headers.keys() ?? [])]).toEqual(["authorization", "content-type", "x-row"]);
  await client.createPlant(plant, { headers: { accept: "text/plain" } });
  expect(sent[1]?.headers.get("accept")).toBe("text/plain");
  expect(sent[1]?.headers.get("user-agent")).toBe(`plant-store-sdk/${VERSION}`);
});

test.each([[["x-shelf", "3"]], [["ab"]], [[["x-shelf"]]], [[["x-shelf", "3", "4"]]], [[null]]])(
  "headers that are neither an object nor pairs are rejected: %j",
  (headers) => {
    const error = configurationErrorOf(() => testClient({ headers: headers as never }));
    expect(error).toMatchObject({ option: "headers" });
    expect(error.message).toBe("`headers` must be an object or pairs.");
  },
);

test("the values of a header that is repeated in pairs are sent together", async () => {
  const headers = await headersWith([
    ["x-shelf", "3"],
    ["X-Shelf", "4"],
  ]);
  expect(headers.get("x-shelf")).toBe("3, 4");
});

test("an undefined header is not sent and does not override the client's", async () => {
  const headers = await headersWith({ "x-shelf": "3", "x-row": undefined }, { "x-shelf": undefined });
  expect([headers.get("x-shelf"), headers.has("x-row")]).toEqual(["3", false]);
});

const FORBIDDEN = `
  authorization content-type accept-charset accept-encoding access-control-request-headers cookie cookie2 date dnt
  access-control-request-method connection content-length expect host keep-alive origin referer set-cookie te trailer
  transfer-encoding upgrade via proxy-authorization sec-fetch-mode
`;

test.each(FORBIDDEN.trim().split(/\s+/))(
  "the header %s is rejected in upper and lower case without showing its value",
  async (name) => {
    for (const [spelling, value] of [[name, "canary"] as const, [name.toUpperCase(), null] as const]) {
      const error = configurationErrorOf(() => testClient({ headers: { [spelling]: value } }));
      expect(error.option).toBe("headers");
      expect(error.message).toContain(`\`${spelling}\``);
      expect(inspect(error)).not.toContain("canary");
    }
    const headers = new Headers([[name, "canary"]]);
    const ofCall = await failureBeforeSending({}, { headers });
    expect(ofCall).toMatchObject({ kind: "configuration", option: "headers" });
  },
);

test.each(["x-authorization", "accept-language", "x-host", "idempotency-key", "traceparent", "security"])(
  "the header %s, similar to a forbidden one, is sent",
  async (name) => expect((await headersWith({ [name]: "value" })).get(name)).toBe("value"),
);

test.each(["canary\r\n\r\nx", "canary \u{1f33f}", 5, ["canary"]])(
  "the header value %j is rejected without being shown",
  (value) => {
    const error = configurationErrorOf(() => testClient({ headers: { "x-shelf": value as never } }));
    expect(error.option).toBe("headers");
    expect(error.message).toBe("`headers` has an invalid value of `x-shelf`.");
    expect(inspect(error, { showHidden: true })).not.toContain("canary");
  },
);

test.each(["", "x-shëlf", "x-shelf\n", "authorization: Bearer canary"])(
  "the header name %j is rejected without being shown, because it may contain the token",
  (name) => {
    const error = configurationErrorOf(() => testClient({ headers: { [name]: "3" } }));
    expect(error.message).toBe("`headers` has an invalid name.");
    expect(inspect(error, { showHidden: true })).not.toContain("canary");
  },
);

test("functions that return headers are called once per call, and those of the call take precedence", async () => {
  const { fetch, sent } = recordingFetch(tooManyRequests, succeed);
  const ofClient = vi.fn(() => ({ "X-Shelf": "client", "x-row": "4", accept: null }));
  const ofCall = vi.fn(() => new Headers({ "x-shelf": "call" }));
  await testClient({ fetch, headers: ofClient }).createPlant(plant, { headers: ofCall });
  for (const { headers } of sent)
    expect(["x-shelf", "x-row", "accept"].map((name) => headers.get(name))).toEqual(["call", "4", null]);
  expect([sent.length, ofClient.mock.calls.length, ofCall.mock.calls.length]).toEqual([2, 1, 1]);
});

const cause = new Error("no session");

test.each<[what: string, headers: () => unknown, expected: object]>([
  ["throws", throwing(cause), { problem: "is a function that failed; see `cause`", cause }],
  ["returns a promise, which may reject", async () => Promise.reject(cause), {}],
  ["returns nothing", () => undefined, {}],
  ["returns a bad header", () => ({ "x-shelf": "a\nb" }), { problem: "has an invalid value of `x-shelf`" }],
])("a function of headers that %s fails the call, and nothing is sent", async (_, headers, expected) => {
  const failure = await failureBeforeSending({ headers: headers as () => Headers });
  expect(failure).toMatchObject({ kind: "configuration", option: "headers", ...expected });
});

test("the idempotency key of a call is sent with each attempt, and takes precedence over `headers`", async () => {
  const { fetch, sent } = recordingFetch(tooManyRequests, succeed);
  const options = { idempotencyKey: '"key-1"', headers: { "Idempotency-Key": "key-2" } };
  await testClient({ fetch }).createPlant(plant, options);
  expect(sent.map(({ headers }) => headers.get("idempotency-key"))).toEqual(['"key-1"', '"key-1"']);
});
