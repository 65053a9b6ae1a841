import { inspect } from "node:util";
import { MessageChannel, receiveMessageOnPort } from "node:worker_threads";
import {
  isPlantStoreFailure,
  PlantStoreAbortError,
  PlantStoreConfigurationError,
  PlantStoreConnectionError,
  PlantStoreError,
  type PlantStoreFailure,
  PlantStoreResponseError,
  PlantStoreSdkError,
  PlantStoreTimeoutError,
  PlantStoreTokenError,
  PlantStoreValidationError,
  safeCreatePlant,
} from "plant-store-sdk";
import { expect, test, vi } from "vitest";
import { baseUrl, create, failureAfter, failureOf, TOKEN, testOptions } from "../support/client.ts";
import {
  breakingBody,
  connectionRefused,
  fail,
  hang,
  networkError,
  respond,
} from "../support/fetch-stubs.ts";
import { HTML_TYPES } from "../support/outcomes.ts";
import { revokedProxy, throwing } from "../support/throwing.ts";

const INVALID_TOKEN =
  "returned a text with spaces, but must be visible ASCII without `Bearer`, spaces or quotes";
const NOT_AN_INT64 = "must be an integer from -9223372036854775808 to 9223372036854775807";
const MAY_EXIST = "The plant may have been created: sending it again may create a duplicate.";

const notSent = { outcome: "not-created", retryable: false, possibleDuplicate: false, attempts: 0 };
const mayExist = { outcome: "unknown", retryable: false, possibleDuplicate: false, attempts: 1 };

const noRoom = '{"error":7,"message":"no room left"}';
const rejected = () => failureAfter(respond(400, noRoom, { "x-shelf": "3" }));
const invalidPlant = () => failureOf(safeCreatePlant({ id: 1.5, name: "Fern" }, testOptions));

interface Kind {
  type: new (...args: never) => PlantStoreFailure;
  /** @default that of the class */
  name?: string;
  fail: () => Promise<PlantStoreFailure>;
  message: string;
  /** The other members of its JSON. */
  json: object;
}

/** Each kind of failure, from a real call. */
const kinds: Record<PlantStoreFailure["kind"], Kind> = {
  rejected: {
    type: PlantStoreError,
    fail: rejected,
    message: "no room left",
    json: { ...notSent, attempts: 1, response: { status: 400, body: noRoom }, error: 7 },
  },
  "invalid-plant": {
    type: PlantStoreValidationError,
    fail: invalidPlant,
    message: `The plant is invalid: \`id\` ${NOT_AN_INT64}. Nothing was sent.`,
    json: { ...notSent, issues: [{ path: ["id"], message: NOT_AN_INT64, code: "type" }] },
  },
  "unexpected-response": {
    type: PlantStoreResponseError,
    fail: () => failureAfter(respond(503, "closed for lunch", { "retry-after": "120" })),
    message: `Unexpected status 503 from https://plants.example/api/plants. It asks for a wait of 120 s, but \`retryUnknown\` is not set. ${MAY_EXIST}`,
    json: { ...mayExist, response: { status: 503, body: "closed for lunch" }, retryAfter: 120_000 },
  },
  connection: {
    type: PlantStoreConnectionError,
    fail: () => failureAfter(fail(connectionRefused)),
    message:
      "Could not connect to the server (https://plants.example/api/plants): connect ECONNREFUSED. No plant was created.",
    json: {
      ...{ ...notSent, retryable: true, attempts: 1, permanent: false, code: "ECONNREFUSED" },
      cause: {
        name: "TypeError",
        message: "fetch failed",
        cause: { name: "Error", message: "connect ECONNREFUSED", code: "ECONNREFUSED" },
      },
    },
  },
  timeout: {
    type: PlantStoreTimeoutError,
    name: "TimeoutError",
    fail: () => failureAfter(hang, { timeout: 1 }),
    message: `The call exceeded its \`timeout\` of 1 ms. ${MAY_EXIST}`,
    json: { ...mayExist, timeout: 1 },
  },
  aborted: {
    type: PlantStoreAbortError,
    name: "AbortError",
    fail: () => failureAfter(hang, { signal: AbortSignal.abort(new Error("changed my mind")) }),
    message: "The call was aborted by its `signal`. No plant was created.",
    json: { ...notSent, cause: { name: "Error", message: "changed my mind" } },
  },
  token: {
    type: PlantStoreTokenError,
    fail: () => failureAfter(hang, { token: throwing(new Error("the vault is closed")) }),
    message: "The `token` function failed; see `cause`. No plant was created.",
    json: { ...notSent, retryable: true, cause: { name: "Error", message: "the vault is closed" } },
  },
  configuration: {
    type: PlantStoreConfigurationError,
    fail: () => failureAfter(hang, { token: () => "not valid" }),
    message: `\`token\` ${INVALID_TOKEN}. No plant was created.`,
    json: { ...notSent, option: "token", problem: INVALID_TOKEN },
  },
};

test.each(Object.entries(kinds))(
  "an error of kind %s has a class, and can be logged: its JSON has its details but no stack and headers",
  async (kind, { type, name = type.name, fail, message, json }) => {
    const error = await fail();
    expect(Object.values(kinds).filter((each) => error instanceof each.type)).toEqual([kinds[error.kind]]);
    expect(error).toBeInstanceOf(PlantStoreSdkError);
    expect(error).toBeInstanceOf(Error);
    expect(Object.prototype.toString.call(error)).toBe("[object Error]");
    expect(isPlantStoreFailure(error)).toBe(true);
    expect(Object.values(error)).not.toContain(undefined); // Such fields are absent.
    expect(JSON.parse(JSON.stringify(error))).toEqual({ name, kind, message, ...json });
    expect(String(error)).toBe(`${name}: ${message}`);
    expect(error.stack).toContain(`${name}: ${message}\n    at `);
    const printed = inspect(error);
    for (const part of [`${name}: ${message}`, `kind: '${kind}'`, `outcome: '${error.outcome}'`])
      expect(printed).toContain(part);
    expect(printed).not.toContain("Symbol(");
  },
);

test("printing an error shows no cookies, and its response still has them", async () => {
  const headers = new Headers({ "set-cookie": "session=1" });
  const response = { status: 503, headers, body: "" };
  for (const error of [
    await failureAfter(respond(503, "", { "set-cookie": "session=1" })),
    new PlantStoreResponseError("closed", { outcome: "unknown", attempts: 1, response }), // Of a test suite.
  ]) {
    expect(error.response?.headers.getSetCookie()).toEqual(["session=1"]);
    expect(inspect(error, { depth: Number.POSITIVE_INFINITY })).not.toMatch(/session|cookie/);
    expect(JSON.stringify(error)).not.toMatch(/session|cookie/);
  }
});

test("a result can be posted to another thread, without its headers, and so can the JSON of a failure", async () => {
  const { port1, port2 } = new MessageChannel();
  const success = await create(respond(200, '{"name":"Fern"}', { "x-shelf": "3" }));
  const json = (await failureAfter(respond(503, "closed"))).toJSON();
  const posted = [success, json].map((message) => {
    port1.postMessage(message);
    return receiveMessageOnPort(port2)?.message;
  });
  expect(posted).toStrictEqual([{ ...success, response: { status: 200 } }, json]);
  port1.close();
  // React warns of fields that are not enumerable.
  expect(Object.getOwnPropertyNames(json.response)).toEqual(["status", "body"]);
});

// Fields of one kind

test("a PlantStoreError has the service's error number and message, and the response", async () => {
  for (const message of ['no "room" left \u{1f33f}', ""]) {
    const body = JSON.stringify({ error: -(2 ** 31), message, hint: 1 });
    const error = await failureAfter(respond(400, body, { "X-Shelf": "3" }));
    expect(error).toMatchObject({ kind: "rejected", error: -(2 ** 31), message, response: { body } });
    expect(error.response?.headers.get("x-shelf")).toBe("3");
    expect(error).not.toHaveProperty("hint");
  }
});

test("the message of a rejection has at most 2,048 characters of the service's text, without the token", async () => {
  const text = `${"x".repeat(2_044)}${TOKEN}${"x".repeat(9_999)}`;
  const { message } = await failureAfter(respond(400, JSON.stringify({ error: 1, message: text })));
  expect(message).toBe(`${"x".repeat(2_044)}[tok`);
});

test("a body that is not UTF-8 is decoded with replacement characters, also if it arrives in two chunks", async () => {
  const chunks = [Uint8Array.of(0xff, 0xc3), Uint8Array.of(0xa9, 0x21)];
  const inTwoChunks = new ReadableStream({
    pull: (to) => (chunks.length > 0 ? to.enqueue(chunks.shift()) : to.close()),
  });
  expect(await failureAfter(respond(500, inTwoChunks))).toMatchObject({ response: { body: "\ufffdé!" } });
});

test("the issues of an invalid response contain none of its values", async () => {
  const error = await failureAfter(respond(200, '{"name":{"x":"canary"},"tag":null}'));
  if (error.kind !== "unexpected-response") throw error;
  expect(error.issues).toEqual([
    { path: ["name"], message: "must be a string", code: "type" },
    { path: ["tag"], message: "must be a string", code: "type" },
  ]);
  expect(error.message).toBe(
    "The 200 response from https://plants.example/api/plants is invalid: `name` must be a string; `tag` must be a string. It may come from a cache or another API: check `baseUrl`. The plant may have been created: sending it again may create a duplicate.",
  );
});

test.each([
  ["", "not JSON"],
  ["one <b>plant</b>", "not JSON"],
  ["\n<!doctype html><title>Sign in</title>", "the body is HTML"],
  [Uint8Array.of(0x22, 0xff, 0x22), "not UTF-8"],
  [Uint8Array.of(0x22, 0xc3), "not UTF-8"], // Half a character.
  [Buffer.from('\ufeff{"name":"Fern"}', "utf16le"), "not UTF-8"],
  ["null", "the body must be an object with a name"],
  ["{}", "`name` is missing; pass a string"],
])("the message says what is wrong with the response %j", async (body, problem) => {
  const error = await failureAfter(respond(200, body));
  expect(error).toMatchObject({ kind: "unexpected-response", outcome: "unknown", attempts: 1 });
  expect(error.message).toContain(`${problem}. It may come from a cache or another API: check \`baseUrl\`. `);
  expect(error.message).not.toContain("<b>"); // It does not quote the body.
  expect(error.cause).toBeUndefined(); // Not the parser's error, which quotes it too.
});

const PROBLEM = { "content-type": "application/problem+json; charset=utf-8" };
const JSON_BODY = { "content-type": "application/json" };

test.each<[status: number, headers: Record<string, string>, body: unknown, said: string]>([
  [
    400,
    PROBLEM,
    { title: "Invalid", detail: "Too tall." },
    "`message` is missing; pass a string. It says: Too tall",
  ],
  [400, JSON_BODY, { detail: "Too tall" }, "`message` is missing; pass a string. It says: Too tall"],
  [
    400,
    JSON_BODY,
    { error: 2 ** 40, message: "Too tall" },
    "2147483647. It says: Too tall (error 1099511627776)",
  ],
  [422, PROBLEM, { title: "Invalid", detail: "Too tall" }, ": Too tall"],
  [422, JSON_BODY, { title: "Invalid", detail: "Too tall" }, ": Too tall"],
  [422, PROBLEM, { title: "Invalid", detail: "" }, ": Invalid"],
  [422, JSON_BODY, { error: "Bad Request", message: "Too tall" }, ": Too tall"],
  [422, JSON_BODY, { error: "Bad Request", detail: "Too tall" }, ": Too tall"],
  [422, JSON_BODY, { detail: [{ loc: ["name"], msg: "Too tall" }], error: "Invalid" }, ": Invalid"],
  [422, JSON_BODY, { message: { text: "Too tall" } }, "/plants"],
  [422, JSON_BODY, ["Too tall"], "/plants"],
  [422, JSON_BODY, "Too tall", "/plants"],
  [503, PROBLEM, { title: "Closed for lunch" }, ": Closed for lunch"],
])("the message of a %i with %j quotes what %j says", async (status, type, body, said) => {
  const { message } = await failureAfter(respond(status, JSON.stringify(body), type));
  expect(message).toContain(`${said}. ${status === 503 ? "The plant may" : "No plant was"}`);
});

test("a long text of the store is cut before the token is looked for, and after", async () => {
  const detail = `${TOKEN} ${"%41".repeat(300_000)}`;
  const find = vi.spyOn(String.prototype, "includes");
  const { message } = await failureAfter(respond(400, JSON.stringify({ detail })));
  const searched = find.mock.contexts.map((text) => String(text).length);
  expect(Math.max(...searched)).toBeLessThan(40_000);
  expect(message).not.toContain(TOKEN);
  expect(message.length).toBeLessThan(2500);
});

test.each(HTML_TYPES.flatMap((type) => [403, 406].map((status) => [status, type] as const)))(
  "the message of a %i in %s says that it may not come from the store",
  async (status, type) => {
    const failure = await failureAfter(respond(status, "<h1>Forbidden</h1>", { "content-type": type }));
    expect(failure).toMatchObject({ kind: "unexpected-response", ...mayExist, response: { status } });
    expect(failure.message).toMatch(
      /\/plants\. It is HTML, so it may not come from the store\.( Check `token` and `baseUrl`\.)? The plant may have been created/,
    );
  },
);

test("the name is compared before tokens in it are redacted", async () => {
  const body = JSON.stringify({ name: TOKEN, tag: null });
  const result = await safeCreatePlant({ id: 1, name: TOKEN }, { ...testOptions, fetch: respond(200, body) });
  const response = { body: '{"name":"[token]","tag":null}' };
  expect(result).toMatchObject({ error: { outcome: "created", response } });
});

// Causes

test("the cause of a connection error is a copy of the runtime's error with its stack", async () => {
  const original = networkError("ECONNREFUSED", "connect");
  const { cause } = await failureAfter(fail(original));
  expect(cause).not.toBe(original);
  expect(cause).toMatchObject({ stack: original.stack, cause: { syscall: "connect" } });
});

test("the error for a truncated body has the stream's error as its cause", async () => {
  const error = await failureAfter(respond(200, breakingBody('{"na')));
  expect(error.message).toContain("status 200");
  expect(error.cause).toMatchObject({ message: "fetch failed", cause: { code: "ECONNRESET" } });
});

const circular = new Error("circular");
circular.cause = circular;
const circularJson = (levels: number): object | undefined =>
  levels > 0 ? { name: "Error", message: "circular", cause: circularJson(levels - 1) } : undefined;
const unreadable = Object.defineProperty(new Error(), "message", { get: throwing(new Error("unreadable")) });

test.each([
  ["undefined", undefined, "fetch failed"],
  ["a string", "no network today", "no network today"],
  ["an object with a message", { message: "no network today" }, "no network today"],
  ["an AbortError although the call was not aborted", new DOMException("gone", "AbortError"), "gone"],
  ["an AggregateError", new AggregateError([new Error("no IPv6")], "all failed"), "no IPv6"],
  ["an error whose message getter throws", unreadable, "fetch failed"],
  ["a revoked proxy", revokedProxy(), "fetch failed"],
])("a call fails with a connection error if fetch rejects with %s", async (_, thrown, message) => {
  const error = await failureAfter(fail(thrown));
  expect(error).toMatchObject({ kind: "connection", outcome: "unknown", attempts: 1 });
  expect(error.message).toContain(`No usable response arrived (${baseUrl}/plants): ${message}. `);
  expect(error.cause).toBeInstanceOf(Error);
});

test("if fetch or a body rejects with a failure of this package, its outcome is ignored", async () => {
  const inner = await invalidPlant();
  const failed = { kind: "connection", attempts: 1 };
  expect(await failureAfter(fail(inner))).toMatchObject({ ...failed, outcome: "unknown" });
  const broken = respond(200, breakingBody("{", inner));
  expect(await failureAfter(broken)).toMatchObject({ ...failed, outcome: "created" });
});

test.each<[what: string, cause: unknown, json: unknown]>([
  ["an error", new RangeError("too far"), { name: "RangeError", message: "too far" }],
  ["a DOMException", new DOMException("", "AbortError"), { name: "AbortError", message: "", code: 20 }],
  ["a string", "changed my mind", "changed my mind"],
  ["eight levels of a cycle", circular, circularJson(8)],
  ["an object is left out", { secret: "canary" }, undefined],
  ["a number is left out", 7, undefined],
  ["one with a bigint as its message is left out", { message: 5n }, undefined],
  ["one with a cycle in its code is left out", { message: "cyclic", code: circular }, undefined],
  ["one with a message that cannot be read is left out", unreadable, undefined],
  ["one without a readable property is left out", revokedProxy(), undefined],
])("the JSON of an error contains only the loggable parts of its cause: %s", (_, cause, json) => {
  const error = new PlantStoreAbortError("aborted", { outcome: "unknown", attempts: 1, cause });
  expect(JSON.parse(JSON.stringify(error)).cause).toEqual(json);
});

test("an object thrown by fetch becomes an Error as the cause, without fields that are not strings", async () => {
  const { cause } = await failureAfter(fail({ name: 5, message: "no network", code: 20, syscall: 20 }));
  expect(cause).toMatchObject({ name: "Error", message: "no network" });
  for (const field of ["code", "syscall"]) expect(cause).not.toHaveProperty(field);
});

test.each([
  [" No route. Give up.\n", "No route. Give up"],
  ["No route", "No route"],
  ["a.b. c", "a.b. c"],
])("the message includes that of fetch's error, %j, without its final period", async (message, reason) => {
  expect((await failureAfter(fail(new Error(message)))).message).toContain(`: ${reason}. The plant may`);
});

test("isPlantStoreFailure returns false for other values", () => {
  const similar = { kind: "rejected", outcome: "not-created", attempts: 1 };
  const values = [null, "PlantStoreError", 5n, similar, revokedProxy()];
  expect(values.map(isPlantStoreFailure)).toEqual(values.map(() => false));
});

test("isPlantStoreFailure and kind work across two copies of the package, unlike instanceof", async () => {
  vi.resetModules();
  const copy = await import("plant-store-sdk");
  expect(copy.PlantStoreError).not.toBe(PlantStoreError);
  const result = await copy.safeCreatePlant({ id: 1.5, name: "Fern" }, testOptions);
  const theirs: unknown = result.success ? undefined : result.error;
  expect(theirs).not.toBeInstanceOf(PlantStoreValidationError);
  expect(isPlantStoreFailure(theirs) && theirs.kind).toBe("invalid-plant");
  expect(copy.isPlantStoreFailure(await rejected())).toBe(true);
});

test("isPlantStoreFailure recognizes failures of any version by their registered symbol", () => {
  expect(isPlantStoreFailure({ [Symbol.for("plant-store-sdk.failure.1")]: true })).toBe(true);
});
