/** How an echoed token is replaced. */
import { safeCreatePlant } from "plant-store-sdk";
import { expect, test } from "vitest";
import { baseUrl, failureAfter, failureOf, plant, tooManyRequests } from "../support/client.ts";
import { breakingBody, respond, stubFetch } from "../support/fetch-stubs.ts";
import { CANARY, canaryFailureAfter, rejectWithRequest } from "./canary.ts";
import { leaksOf } from "./leaks.ts";

test("an echoed token is replaced by [token] without other changes", async () => {
  const body = JSON.stringify({ error: 1, message: `${CANARY}: no ${CANARY}!` });
  expect(await canaryFailureAfter(respond(400, body))).toMatchObject({ message: "[token]: no [token]!" });
  const error = await canaryFailureAfter(
    respond(401, `<p>${CANARY}</p>`, { "X-Echo": `a ${CANARY} b`, "x-shelf": "3" }),
  );
  if (error.kind !== "unexpected-response") throw error;
  expect(error.body).toBe("<p>[token]</p>");
  expect(error.headers.get("x-echo")).toBe("a [token] b");
  expect(error.headers.get("x-shelf")).toBe("3");
});

test("an echoed token is replaced in the keys and values of a plant, at any depth", async () => {
  const echoed = {
    name: CANARY,
    tag: `a ${CANARY} b`,
    [CANARY]: [{ [`x-${CANARY}`]: [CANARY, 7, null, "kept"] }],
  };
  const headers = { "x-echo": `a ${CANARY}`, "x-shelf": "3" };
  const fetch = stubFetch(respond(200, JSON.stringify(echoed), headers));
  const result = await safeCreatePlant(plant, { baseUrl, token: CANARY, fetch });
  if (!result.success) throw result.error;
  expect(result.data).toEqual({
    name: "[token]",
    tag: "a [token] b",
    "[token]": [{ "x-[token]": ["[token]", 7, null, "kept"] }],
  });
  expect(result.response.headers.get("x-echo")).toBe("a [token]");
  expect(result.response.headers.get("x-shelf")).toBe("3");
});

test("a header whose name contains the token is removed", async () => {
  const token = "canary-0123456789";
  const error = await failureAfter(respond(401, "", { [`x-${token}`]: "1", "x-shelf": "3" }), { token });
  if (error.kind !== "unexpected-response") throw error;
  expect(Array.from(error.headers.keys()).filter((name) => name.startsWith("x-"))).toEqual(["x-shelf"]);
});

test("a header whose name and value are the token is removed", async () => {
  const token = "canary-0123456789";
  const error = await failureAfter(respond(401, null, { [token]: token }), { token });
  if (error.kind !== "unexpected-response") throw error;
  expect([...error.headers.keys()]).toEqual(["content-type"]);
});

test("an echoed token is replaced in lower and upper case", async () => {
  const token = "Canary-0123456789";
  const body = `${token.toLowerCase()} or ${token.toUpperCase()}`;
  expect(await failureAfter(respond(500, body), { token })).toMatchObject({ body: "[token] or [token]" });
});

test("a text without the token is not changed if another text contains it", async () => {
  const tag = String.raw`50%25 \"off\" \u0041 %66ern`;
  const fetch = respond(200, JSON.stringify({ name: CANARY, tag }));
  const result = await safeCreatePlant(plant, { baseUrl, token: CANARY, fetch });
  if (!result.success) throw result.error;
  expect(result.data).toEqual({ name: "[token]", tag });
});

test("a token of thousands of characters is replaced", async () => {
  const token = "-+/".repeat(4_096);
  expect(await failureAfter(respond(500, `a ${token} b`), { token })).toMatchObject({ body: "a [token] b" });
});

test("the token is replaced in the messages of a fetch error that contains the request", async () => {
  const error = await canaryFailureAfter(rejectWithRequest);
  expect(error.message).toContain("header authorization: Bearer [token]");
  expect(error.cause).toMatchObject({
    name: "Error for Bearer [token]",
    message: "POST failed with Bearer [token]",
    code: "E_Bearer [token]",
  });
});

test.each([
  ["unchanged", 'canary/with+"signs"=='],
  ["with slashes escaped by JSON", 'canary\\/with+\\"signs\\"=='],
  ["with special characters escaped by JSON", "canary/with\\u002B\\u0022signs\\u0022\\u003d\\u003D"],
  ["encoded as in a URL", "canary%2Fwith%2B%22signs%22%3D%3d"],
  ["with letters escaped by JSON", '\\u0063a\\u006eary/w\\u0069th+\\"signs\\u0022=\\u003d'],
  ["with letters encoded as in a URL", '%63anar%79/with+"%73igns"%3d='],
])("an echoed token is replaced if the server writes it %s", async (_, written) => {
  const token = 'canary/with+"signs"==';
  const error = await failureAfter(respond(500, `<${written}>`, { location: `/?t=${written}` }), { token });
  if (error.kind !== "unexpected-response") throw error;
  expect(error.body).toBe("<[token]>");
  expect(error.headers.get("location")).toBe("/?t=[token]");
});

test("a token that the size limit truncates is replaced", async () => {
  const token = "canary/with/many/slashes";
  for (let length = 8; length < token.length; length++) {
    const cut = bodyOverLimit(`token: ${token.slice(0, length)}`);
    const error = await failureAfter(respond(500, cut), { token, maxResponseBytes: 14 });
    expect(error).toMatchObject({ kind: "unexpected-response", body: "token: [token]" });
    expect(leaksOf("canary", error), `the first ${length} characters`).toEqual([]);
  }
});

/** A body whose first chunk is over the limit of 14 bytes, so that the rest is never read. */
function bodyOverLimit(text: string): ReadableStream<Uint8Array> {
  return breakingBody(text, new Error("read past the limit"));
}

test("a token at the end of a body's excerpt is replaced completely", async () => {
  for (const length of [2_030, 2_040, 2_047]) {
    const body = `${"x".repeat(length)}${CANARY}${"y".repeat(100)}`;
    const error = await canaryFailureAfter(respond(500, body));
    expect(error.kind).toBe("unexpected-response");
    expect(leaksOf("canary", error)).toEqual([]);
  }
});

test.each([
  ["URL escapes", "token=ab%2Bcd%2Fefgh%3D", "token=[token]"],
  ["an incomplete URL escape", "token=ab%2Bcd%2Fefgh%3", "token=[token]"],
  ["JSON escapes", '"ab\\u002bcd\\/efgh', '"[token]'],
  ["an incomplete JSON escape", '"ab+cd\\/efgh\\u00', '"[token]'],
])("a part of the token with %s at the end of an excerpt is replaced", async (_, text, body) => {
  const token = "ab+cd/efgh==ijklmnop";
  const failure = await failureAfter(respond(503, breakingBody(text)), { token });
  expect(failure).toMatchObject({ kind: "unexpected-response", body });
});

test("all tokens of a call are replaced, not only the last", async () => {
  const tokens = ["canary-of-attempt-one", "canary-of-attempt-two"];
  const body = `${tokens.join(" and ")} are unknown`;
  const remaining = [...tokens];
  const fetch = stubFetch(tooManyRequests, respond(401, body));
  const error = await failureOf(
    safeCreatePlant(plant, { baseUrl, token: () => remaining.shift() ?? "", fetch }),
  );
  expect(error).toMatchObject({ attempts: 2, body: "[token] and [token] are unknown" });
});

test("a text as short as the shortest token of a call is searched", async () => {
  const remaining = ["canary-of-attempt-one", "canary-2"];
  const fetch = stubFetch(tooManyRequests, respond(401, "", { "x-echo": "canary-2" }));
  const error = await failureOf(
    safeCreatePlant(plant, { baseUrl, token: () => remaining.shift() ?? "", fetch }),
  );
  if (error.kind !== "unexpected-response") throw error;
  expect(error.headers.get("x-echo")).toBe("[token]");
});

test.each([
  ["the beginning", "canary-1", "canary-1-and-more"],
  ["the end", "canary-1", "before-canary-1"],
  ["a part", "bcanary-", "abcanary-z"],
])("both tokens are replaced completely if one is %s of the other", async (_, part, whole) => {
  const remaining = [part, whole];
  const fetch = stubFetch(tooManyRequests, respond(401, `${part} or ${whole}`));
  const error = await failureOf(
    safeCreatePlant(plant, { baseUrl, token: () => remaining.shift() ?? "", fetch }),
  );
  expect(error).toMatchObject({ body: "[token] or [token]" });
});

test("an escaped line break next to the token in a header stays escaped", async () => {
  const headers = { "x-back": `/?line=%0A&euro=%E2%82%AC&token=${CANARY}` };
  const fetch = respond(200, '{"name":"Fern"}', headers);
  const result = await safeCreatePlant(plant, { baseUrl, token: CANARY, fetch });
  if (!result.success) throw result.error;
  expect(result.data).toEqual({ name: "Fern" });
  expect(result.response.headers.get("x-back")).toBe("/?line=%0A&euro=%E2%82%AC&token=[token]");
});

test.each([
  ["canary7", "canary7"],
  ["e", "e"],
  ["canary-8", "[token]"],
])(
  "a token is replaced if it has at least 8 characters, because a shorter one could be part of other words: %s",
  async (token, shown) => {
    const error = await failureAfter(respond(500, `echo: ${token}`, { "x-echo": token }), { token });
    if (error.kind !== "unexpected-response") throw error;
    expect(error.body).toBe(`echo: ${shown}`);
    expect(error.headers.get("x-echo")).toBe(shown);
  },
);

test("a token of special characters is taken literally", async () => {
  const token = "$&.*+?^(){}|[]$1";
  const error = await failureAfter(respond(500, `a ${token} b $& c`), { token });
  expect(error).toMatchObject({ body: "a [token] b $& c" });
});
