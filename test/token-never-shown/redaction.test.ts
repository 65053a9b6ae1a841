/** How an echoed token is replaced. */
import { expect, test } from "vitest";
import { create, failureAfter, tooManyRequests } from "../support/client.ts";
import { breakingBody, respond, stubFetch } from "../support/fetch-stubs.ts";
import { CANARY, canaryFailureAfter, rejectWithRequest } from "./canary.ts";
import { leaksOf } from "./leaks.ts";

test("an echoed token is replaced by [token] without other changes", async () => {
  const body = JSON.stringify({ error: 1, message: `${CANARY}: no ${CANARY}!` });
  expect(await canaryFailureAfter(respond(400, body))).toMatchObject({ message: "[token]: no [token]!" });
  const headers = { "X-Echo": `a ${CANARY} b`, "x-shelf": "3" };
  const error = await canaryFailureAfter(respond(401, `<p>${CANARY}</p>`, headers));
  if (error.kind !== "unexpected-response") throw error;
  expect(error.response.body).toBe("<p>[token]</p>");
  expect(error.response.headers.get("x-echo")).toBe("a [token] b");
  expect(error.response.headers.get("x-shelf")).toBe("3");
});

test("the plant that the service returned is not changed, but the headers are", async () => {
  const data = { name: CANARY, tag: `a%26b ${CANARY}`, [CANARY]: [CANARY] };
  const fetch = respond(200, JSON.stringify(data), { "x-echo": `a ${CANARY}` });
  const result = await create(fetch, { token: CANARY });
  if (!result.success) throw result.error;
  expect(result.data).toEqual(data);
  expect(result.response.headers.get("x-echo")).toBe("a [token]");
});

test("a header whose name contains the token is removed", async () => {
  const token = "canary-0123456789";
  const headers = { [`x-${token}`]: "1", [token]: token, "x-shelf": "3" };
  const error = await failureAfter(respond(401, "", headers), { token });
  expect([...(error.response?.headers.keys() ?? [])]).toEqual(["content-type", "x-shelf"]);
});

test.each([
  "a%26b TOKEN a%26b",
  '\\u0041\\n\\/TOKEN\\"\\u0041',
  "%2541%TOKEN%0aTOKEN%e2%82",
  "\u0130\u0130 TOKEN \u0130TOKEN",
])("only the characters of the token are replaced in %s", async (template) => {
  const body = template.replaceAll("TOKEN", CANARY);
  const { response } = await canaryFailureAfter(respond(500, body));
  expect(response?.body).toBe(template.replaceAll("TOKEN", "[token]"));
});

test("the token is replaced in the messages of a fetch error that contains the request", async () => {
  const error = await canaryFailureAfter(rejectWithRequest);
  expect(error.message).toContain("header authorization: Bearer [token]");
  const message = "POST failed with Bearer [token]";
  expect(error.cause).toMatchObject({ name: "Error for Bearer [token]", message, code: "E_Bearer [token]" });
});

const SIGNS = 'canary/with+"signs"==';
const LONG = "-+/".repeat(2_048);

test.each<[what: string, token: string, written: string, shown: string]>([
  ["unchanged", SIGNS, SIGNS, "[token]"],
  ["in upper case", "Canary-0123456789", "CANARY-0123456789", "[token]"],
  ["with characters escaped", SIGNS, "canary/with\\u002B\\u0022signs\\u0022\\u003d\\u003D", "[token]"],
  ["encoded as in a URL", SIGNS, "canary%2Fwith%2B%22signs%22%3D%3d", "[token]"],
  ["escaped for HTML", SIGNS, "canary&#x002F;with&#43;&#034;signs&#x22;&#x3D;&#61;", "[token]"],
  ["encoded as in a URL, before a semicolon", SIGNS, "canary/with%2b%22signs%22=%3d;", "[token];"],
  ["with letters escaped", SIGNS, '\\u0063a\\u006eary\\/w\\u0069th+\\"signs\\u0022=\\u003d', "[token]"],
  ["with letters encoded as in a URL", SIGNS, '%63anar%79/with+"%73igns"%3d=', "[token]"],
  ["as thousands of characters", LONG, LONG, "[token]"],
  ["as special characters", "$&.*+?^(){}|[]$1", "$&.*+?^(){}|[]$1", "[token]"],
  ["next to one of its characters", "$&.*+?^(){}|[]$1", "$& c", "$& c"],
  // A shorter token could be part of other words.
  ["of 7 characters", "canary7", "canary7", "canary7"],
  ["of 8 characters", "canary-8", "canary-8", "[token]"],
])("an echoed token is replaced if it is written %s", async (_, token, written, shown) => {
  const error = await failureAfter(respond(500, `<${written}>`, { "x-echo": `a ${written}` }), { token });
  expect(error.response?.body).toBe(`<${shown}>`.slice(0, 2_048));
  expect(error.response?.headers.get("x-echo")).toBe(`a ${shown}`);
});

test("a token that the size limit truncates is replaced", async () => {
  const token = "canary/with/many/slashes";
  for (let length = 8; length < token.length; length++) {
    // The first chunk is over the limit, so that the rest is never read.
    const cut = breakingBody(`token: ${token.slice(0, length)}`, new Error("read past the limit"));
    const error = await failureAfter(respond(500, cut), { token, maxResponseBytes: 14 });
    expect(error).toMatchObject({ kind: "unexpected-response", response: { body: "token: [token]" } });
    expect(leaksOf("canary", error), `the first ${length} characters`).toEqual([]);
  }
});

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
  ["HTML escapes", "token=ab&#43;cd&#x2F;efgh&#x3D;", "token=[token]"],
  ["an incomplete HTML escape", "token=ab&#43;cd&#x2F;efgh&#x3", "token=[token]"],
  ["JSON escapes", '"ab\\u002bcd\\/efgh', '"[token]'],
  ["an incomplete JSON escape", '"ab+cd\\/efgh\\u00', '"[token]'],
])("a part of the token with %s at the end of an excerpt is replaced", async (_, text, body) => {
  const token = "ab+cd/efgh==ijklmnop";
  const failure = await failureAfter(respond(503, breakingBody(text)), { token });
  expect(failure).toMatchObject({ kind: "unexpected-response", response: { body } });
});

test.each([
  ["two tokens", "canary-of-attempt-one", "canary-of-attempt-two"],
  ["a token and the shortest", "canary-of-attempt-one", "canary-2"],
  ["a token and its beginning", "canary-1-and-more", "canary-1"],
  ["a token and its end", "before-canary-1", "canary-1"],
  ["a token and a part of it", "abcanary-z", "bcanary-"],
])("all tokens of a call are replaced completely: %s", async (_, first, second) => {
  for (const tokens of [
    [first, second],
    [second, first],
  ]) {
    const fetch = stubFetch(tooManyRequests, respond(401, `${first} or ${second}`, { "x-echo": second }));
    const error = await failureAfter(fetch, { token: () => tokens.shift() ?? "", maxRetries: 1 });
    expect(error).toMatchObject({ attempts: 2, response: { body: "[token] or [token]" } });
    expect(error.response?.headers.get("x-echo")).toBe("[token]");
  }
});

test("an escaped line break next to the token in a header stays escaped", async () => {
  const headers = { "x-back": `/?line=%0A&euro=%E2%82%AC&token=${CANARY}` };
  const fetch = respond(200, '{"name":"Fern"}', headers);
  const result = await create(fetch, { token: CANARY });
  if (!result.success) throw result.error;
  expect(result.response.headers.get("x-back")).toBe("/?line=%0A&euro=%E2%82%AC&token=[token]");
});
