/** What stands where an echoed token stood. */
import { safeCreatePlant } from "plant-store-sdk";
import { expect, test } from "vitest";
import { baseUrl, failureOf, plant, tooManyRequests } from "../support/client.ts";
import { breakingBody, respond, stubFetch } from "../support/fetch-stubs.ts";
import { canary, failureAfter, tattling } from "./canary.ts";
import { leaksOf } from "./leaks.ts";

test("an echoed token is replaced by [token], and the rest is kept", async () => {
  const body = JSON.stringify({ error: 1, message: `${canary}: no ${canary}!` });
  expect(await failureAfter(respond(400, body))).toMatchObject({ message: "[token]: no [token]!" });
  const error = await failureAfter(
    respond(401, `<p>${canary}</p>`, { "X-Echo": `a ${canary} b`, "x-shelf": "3" }),
  );
  if (error.kind !== "unexpected-response") throw error;
  expect(error.body).toBe("<p>[token]</p>");
  expect(error.headers.get("x-echo")).toBe("a [token] b");
  expect(error.headers.get("x-shelf")).toBe("3");
});

test("an echoed token is replaced in a plant too, in names and values at any depth, and the rest is kept", async () => {
  const echoed = {
    name: canary,
    tag: `a ${canary} b`,
    [canary]: [{ [`x-${canary}`]: [canary, 7, null, "kept"] }],
  };
  const headers = { "x-echo": `a ${canary}`, "x-shelf": "3" };
  const fetch = stubFetch(respond(200, JSON.stringify(echoed), headers));
  const result = await safeCreatePlant(plant, { baseUrl, token: canary, fetch });
  if (!result.success) throw result.error;
  expect(result.data).toEqual({
    name: "[token]",
    tag: "a [token] b",
    "[token]": [{ "x-[token]": ["[token]", 7, null, "kept"] }],
  });
  expect(result.response.headers.get("x-echo")).toBe("a [token]");
  expect(result.response.headers.get("x-shelf")).toBe("3");
});

test("a header whose name echoes the token is left out", async () => {
  const token = "canary-0123456789";
  const error = await failureAfter(respond(401, "", { [`x-${token}`]: "1", "x-shelf": "3" }), { token });
  if (error.kind !== "unexpected-response") throw error;
  expect(Array.from(error.headers.keys()).filter((name) => name.startsWith("x-"))).toEqual(["x-shelf"]);
});

test("a header whose name and value are the token is left out, where the answer has no other", async () => {
  const token = "canary-0123456789";
  const error = await failureAfter(respond(401, null, { [token]: token }), { token });
  if (error.kind !== "unexpected-response") throw error;
  expect([...error.headers]).toEqual([]);
});

test("an echoed token is found in lower and upper case too", async () => {
  const token = "Canary-0123456789";
  const body = `${token.toLowerCase()} or ${token.toUpperCase()}`;
  expect(await failureAfter(respond(500, body), { token })).toMatchObject({ body: "[token] or [token]" });
});

test("a text that echoes nothing stays as it was written, beside one that does", async () => {
  const tag = String.raw`50%25 \"off\" \u0041 %66ern`;
  const fetch = respond(200, JSON.stringify({ name: canary, tag }));
  const result = await safeCreatePlant(plant, { baseUrl, token: canary, fetch });
  if (!result.success) throw result.error;
  expect(result.data).toEqual({ name: "[token]", tag });
});

test("a token of thousands of signs is replaced as any other", async () => {
  const token = "-+/".repeat(4_096);
  expect(await failureAfter(respond(500, `a ${token} b`), { token })).toMatchObject({ body: "a [token] b" });
});

test("the connection error of a fetch that tattles keeps its words without the token", async () => {
  const error = await failureAfter(tattling);
  expect(error.message).toContain("header authorization: Bearer [token]");
  expect(error.cause).toMatchObject({
    name: "Error for Bearer [token]",
    message: "POST failed with Bearer [token]",
    code: "E_Bearer [token]",
  });
});

test.each([
  ["as it is", 'canary/with+"signs"=='],
  ["with slashes escaped by JSON", 'canary\\/with+\\"signs\\"=='],
  ["with signs written by their number in JSON", "canary/with\\u002B\\u0022signs\\u0022\\u003d\\u003D"],
  ["as a part of a URL", "canary%2Fwith%2B%22signs%22%3D%3d"],
  ["with letters written by their number in JSON", '\\u0063a\\u006eary/w\\u0069th+\\"signs\\u0022=\\u003d'],
  ["with letters written as in a URL", '%63anar%79/with+"%73igns"%3d='],
])("an echoed token is found where a server writes it %s", async (_, written) => {
  const token = 'canary/with+"signs"==';
  const error = await failureAfter(respond(500, `<${written}>`, { location: `/?t=${written}` }), { token });
  if (error.kind !== "unexpected-response") throw error;
  expect(error.body).toBe("<[token]>");
  expect(error.headers.get("location")).toBe("/?t=[token]");
});

test("a token that the size limit cuts off is found as far as it reaches", async () => {
  const token = "canary/with/many/slashes";
  for (let length = 8; length < token.length; length++) {
    const cut = breakingOff(`token: ${token.slice(0, length)}`);
    const error = await failureAfter(respond(500, cut), { token, maxResponseBytes: 14 });
    expect(error).toMatchObject({ kind: "unexpected-response", body: "token: [token]" });
    expect(leaksOf("canary", error), `the first ${length} characters`).toEqual([]);
  }
});

/** A body whose first chunk is over the limit of 14 bytes, so that the rest is never read. */
function breakingOff(text: string): ReadableStream<Uint8Array> {
  return breakingBody(text, new Error("read past the limit"));
}

test("a token that ends where the excerpt of a long body ends is replaced whole", async () => {
  for (const length of [2_030, 2_040, 2_047]) {
    const body = `${"x".repeat(length)}${canary}${"y".repeat(100)}`;
    const error = await failureAfter(respond(500, body));
    expect(error.kind).toBe("unexpected-response");
    expect(leaksOf("canary", error)).toEqual([]);
  }
});

test("all tokens of a call are looked for, not only the last", async () => {
  const tokens = ["canary-of-attempt-one", "canary-of-attempt-two"];
  const body = `${tokens.join(" and ")} are unknown`;
  const given = [...tokens];
  const fetch = stubFetch(tooManyRequests, respond(401, body));
  const error = await failureOf(safeCreatePlant(plant, { baseUrl, token: () => given.shift() ?? "", fetch }));
  expect(error).toMatchObject({ attempts: 2, body: "[token] and [token] are unknown" });
});

test("a text as short as the shortest of a call's tokens is searched", async () => {
  const given = ["canary-of-attempt-one", "canary-2"];
  const fetch = stubFetch(tooManyRequests, respond(401, "", { "x-echo": "canary-2" }));
  const error = await failureOf(safeCreatePlant(plant, { baseUrl, token: () => given.shift() ?? "", fetch }));
  if (error.kind !== "unexpected-response") throw error;
  expect(error.headers.get("x-echo")).toBe("[token]");
});

test.each([
  ["the beginning", "canary-1", "canary-1-and-more"],
  ["the end", "canary-1", "before-canary-1"],
  ["a part", "bcanary-", "abcanary-z"],
])("where one token is %s of another, nothing of either is left", async (_, part, whole) => {
  const given = [part, whole];
  const fetch = stubFetch(tooManyRequests, respond(401, `${part} or ${whole}`));
  const error = await failureOf(safeCreatePlant(plant, { baseUrl, token: () => given.shift() ?? "", fetch }));
  expect(error).toMatchObject({ body: "[token] or [token]" });
});

test("a header that echoes the token beside an escaped line break keeps it escaped, and the plant arrives", async () => {
  const headers = { "x-back": `/?line=%0A&euro=%E2%82%AC&token=${canary}` };
  const fetch = respond(200, '{"name":"Fern"}', headers);
  const result = await safeCreatePlant(plant, { baseUrl, token: canary, fetch });
  if (!result.success) throw result.error;
  expect(result.data).toEqual({ name: "Fern" });
  expect(result.response.headers.get("x-back")).toBe("/?line=%0A&euro=%E2%82%AC&token=[token]");
});

test.each([
  ["canary7", "canary7"],
  ["e", "e"],
  ["canary-8", "[token]"],
])(
  "a token of 8 characters is replaced, a shorter one is likely to be a part of other words: %s",
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
