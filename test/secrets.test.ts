import { inspect } from "node:util";
import {
  PlantStoreClient,
  type PlantStoreEvent,
  type PlantStoreFailure,
  safeCreatePlant,
} from "plant-store-sdk";
import { expect, test } from "vitest";
import { baseUrl, busy, failureOf, plant, refusalBy } from "./caller.ts";
import {
  type Answer,
  breakingBody,
  fail,
  fetchAnswering,
  hang,
  lost,
  refused,
  respond,
  succeed,
} from "./peer.ts";

const canary = "canary-0123456789/abcdef";

/** Every string that can be reached from a value: names and values, own and inherited, listed or not. */
function stringsIn(value: unknown, seen = new Set<unknown>()): string[] {
  if (typeof value === "symbol") return [String(value.description)];
  if (typeof value === "string") return [value];
  if ((typeof value !== "object" && typeof value !== "function") || value === null || seen.has(value))
    return [];
  seen.add(value);
  const strings: string[] = [];
  const add = (found: unknown) => strings.push(...stringsIn(found, seen));
  for (const key of Reflect.ownKeys(value)) {
    add(key);
    try {
      add(Reflect.get(value, key));
    } catch {
      // Some getters of the platform's prototypes work on their instances alone.
    }
  }
  if (value instanceof Headers || value instanceof Map || value instanceof Set) add([...value]);
  add(Object.getPrototypeOf(value));
  return strings;
}

/** The lines that hold the secret, of every way to look at a value. */
function sightingsOf(secret: string, value: unknown): string[] {
  const views = [
    inspect(value, { depth: Number.POSITIVE_INFINITY, showHidden: true, getters: true }),
    inspect(value, { depth: null, customInspect: false, showProxy: true }),
    JSON.stringify(value),
    String(value),
    ...stringsIn(value),
  ];
  if (value instanceof Error) {
    views.push(String(value.stack), inspect(structuredClone(value), { depth: null, showHidden: true }));
  }
  return views.flatMap((view) => String(view).split("\n")).filter((line) => line.includes(secret));
}

function failureAfter(answer: Answer, options: object = {}): Promise<PlantStoreFailure> {
  const fetch = fetchAnswering(answer);
  return failureOf(safeCreatePlant(plant, { baseUrl, token: canary, fetch, maxRetries: 0, ...options }));
}

/** The error of an HTTP library that holds all that was sent, in every place that a logger would print. */
const tattling: Answer = async (url, init) => {
  const request = new Request(url, { ...init, signal: null });
  const { authorization } = init.headers as Record<string, string>;
  const cause = Object.assign(new Error(`header authorization: ${authorization}`), { config: init });
  throw Object.assign(new TypeError(`POST failed with ${authorization}`, { cause }), {
    name: `Error for ${authorization}`,
    code: `E_${authorization}`,
    request,
    init,
    options: { headers: init.headers },
    response: { config: init },
    [Symbol("state")]: init,
  });
};

const echo = `the token ${canary} is unknown`;

/** Where a server may echo the token, or a caller may pass it, and how the call ends. */
const failing: [what: string, kind: PlantStoreFailure["kind"], fail: () => Promise<PlantStoreFailure>][] = [
  [
    "a 400 that echoes it in message and headers",
    "rejected",
    () =>
      failureAfter(
        respond(400, JSON.stringify({ error: 1, message: echo, token: canary }), { "x-echo": echo }),
      ),
  ],
  [
    "a 401 that echoes it in body and headers",
    "unexpected-response",
    () =>
      failureAfter(
        respond(401, echo, { "www-authenticate": `Bearer error="${canary}"`, [canary.slice(0, 6)]: canary }),
      ),
  ],
  [
    "a 500 that echoes the request as JSON",
    "unexpected-response",
    () => failureAfter(respond(500, JSON.stringify({ headers: { authorization: `Bearer ${canary}` } }))),
  ],
  ["a 200 that is not JSON", "unexpected-response", () => failureAfter(respond(200, echo))],
  [
    "a 200 of the wrong shape",
    "unexpected-response",
    () => failureAfter(respond(200, JSON.stringify({ name: [canary], [canary]: canary }))),
  ],
  [
    "a body that is too long",
    "unexpected-response",
    () => failureAfter(respond(200, echo), { maxResponseBytes: 20 }),
  ],
  ["a fetch whose error holds the request", "connection", () => failureAfter(tattling)],
  [
    "a fetch whose last try holds the request",
    "connection",
    () => failureAfter(tattling, { retryUnknown: true, maxRetries: 1 }),
  ],
  ["a fetch that fails with a string", "connection", () => failureAfter(fail(echo))],
  [
    "a fetch that fails with several errors",
    "connection",
    () => failureAfter(fail(new AggregateError([echo], echo))),
  ],
  [
    "a body that breaks off with an error that holds it",
    "connection",
    () => failureAfter(respond(200, breakingBody(echo, Object.assign(new Error(echo), { token: canary })))),
  ],
  ["a connection that is refused", "connection", () => failureAfter(fail(refused))],
  ["a connection that is lost", "connection", () => failureAfter(fail(lost))],
  ["a timeout", "timeout", () => failureAfter(hang, { timeout: 1 })],
  ["an abort", "aborted", () => failureAfter(hang, { signal: AbortSignal.abort() })],
  [
    "an invalid plant that holds it",
    "invalid-plant",
    () =>
      failureOf(
        safeCreatePlant({ id: canary, name: { canary }, tag: [canary] } as never, { baseUrl, token: canary }),
      ),
  ],
  [
    "a token function that fails after giving it once",
    "configuration",
    () => {
      const tokens = [canary];
      return failureAfter(busy, { maxRetries: 1, token: () => tokens.pop() });
    },
  ],
  [
    "a token function that gives it with its scheme",
    "configuration",
    () => failureAfter(hang, { token: () => `Bearer ${canary}` }),
  ],
  [
    "a fetch that gives no response",
    "configuration",
    () => failureAfter(async (_url, init) => init as never),
  ],
  ["wrong options of the call", "configuration", () => failureAfter(hang, { timeout: canary })],
];

test.each(failing)("no view of the error shows the token after %s", async (_, kind, provoke) => {
  const error = await provoke();
  expect(error.kind).toBe(kind);
  expect(sightingsOf(canary, error)).toEqual([]);
  expect(sightingsOf(canary, { success: false, error })).toEqual([]);
});

test("the views would show a token that was anywhere", () => {
  const hidden = Object.defineProperty(new Error("outer", { cause: new Error("inner") }), "own", {
    value: { headers: new Headers({ authorization: canary }) },
  });
  expect(sightingsOf(canary, hidden)).not.toEqual([]);
  expect(sightingsOf(canary, Object.create({ [Symbol("state")]: canary }))).not.toEqual([]);
  expect(sightingsOf(canary, new Error("outer", { cause: { deep: { [canary]: 1 } } }))).not.toEqual([]);
});

test("no view of a client shows its token, before or after a call", async () => {
  const client = new PlantStoreClient({
    baseUrl,
    token: canary,
    fetch: succeed,
    headers: { "x-key": "canary-key" },
  });
  expect(sightingsOf("canary", client)).toEqual([]);
  await client.createPlant(plant);
  expect(sightingsOf("canary", client)).toEqual([]);
  expect(JSON.stringify(client)).toBe("{}");
  expect(Reflect.ownKeys(client)).toEqual([]);
});

test("no view of an event shows the token", async () => {
  const events: PlantStoreEvent[] = [];
  const onEvent = (event: PlantStoreEvent) => events.push(event);
  for (const [answers, options] of [
    [[respond(429, echo, { "retry-after": "0", "x-echo": canary }), succeed], {}],
    [
      [tattling, respond(400, JSON.stringify({ error: 1, message: echo }))],
      { retryUnknown: true, maxRetries: 1 },
    ],
    [[succeed], { token: () => `Bearer ${canary}` }],
  ] as const) {
    const fetch = fetchAnswering(...answers);
    await safeCreatePlant(plant, { baseUrl, token: canary, fetch, onEvent, ...options });
  }
  expect(new Set(events.map(({ type }) => type)).size).toBe(5);
  expect(sightingsOf(canary, events)).toEqual([]);
});

test.each([
  { baseUrl: canary },
  { baseUrl: `https://plants.example/?token=${canary}` },
  { baseUrl: `https://${encodeURIComponent(canary)}@plants.example` },
  { baseUrl: `ftp://plants.example/${canary}` },
  { token: `Bearer ${canary}` },
  { token: `${canary}\n` },
  { token: [canary] },
  { token: { canary } },
  { headers: { authorization: `Bearer ${canary}` } },
  { headers: { "x-key": `${canary}\nx-other: 1` } },
  { headers: canary },
  { timeout: canary },
  { maxRetries: { canary } },
  { fetch: canary },
  { onEvent: [canary] },
])("no view of a constructor's error shows what was passed: %o", (wrong) => {
  const error = refusalBy(() => new PlantStoreClient({ baseUrl, token: "a-token", ...wrong } as never));
  expect(error.option).toBe(Object.keys(wrong)[0]);
  expect(sightingsOf(canary, error)).toEqual([]);
  expect(sightingsOf(encodeURIComponent(canary), error)).toEqual([]);
});

// What stands in its place

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
    expect(error.kind).toBe("unexpected-response");
    expect(sightingsOf("canary", error), `the first ${length} characters`).toEqual([]);
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
    expect(sightingsOf("canary", error)).toEqual([]);
  }
});

test("all tokens of a call are looked for, not only the last", async () => {
  const tokens = ["canary-of-attempt-one", "canary-of-attempt-two"];
  const body = `${tokens.join(" and ")} are unknown`;
  const given = [...tokens];
  const fetch = fetchAnswering(busy, respond(401, body));
  const error = await failureOf(safeCreatePlant(plant, { baseUrl, token: () => given.shift() ?? "", fetch }));
  expect(error).toMatchObject({ attempts: 2, body: "[token] and [token] are unknown" });
});

test("where one token is the beginning of another, nothing of either is left", async () => {
  const given = ["canary-1", "canary-1-and-more"];
  const fetch = fetchAnswering(busy, respond(401, "canary-1 or canary-1-and-more"));
  const error = await failureOf(safeCreatePlant(plant, { baseUrl, token: () => given.shift() ?? "", fetch }));
  expect(error).toMatchObject({ body: "[token] or [token]" });
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
