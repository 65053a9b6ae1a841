/** The token watch finds leaks everywhere, and exempts values of the caller. */
import type { EventEmitter } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { inspect, types } from "node:util";
import * as sdk from "plant-store-sdk";
import { afterEach, expect, test, vi } from "vitest";
import { baseUrl, configurationErrorOf, failureOf, plant, tooManyRequests } from "../support/client.ts";
import { hang, stubFetch, succeed } from "../support/fetch-stubs.ts";
import { takeLeaks, watched } from "./token-watch.ts";

const token = "canary-of-the-watch";

afterEach(() => {
  vi.restoreAllMocks();
});

/** What a call gives, throws, reports or prints that should not. */
type Leak = (onEvent: (event: unknown) => void) => unknown;

/** The package as it would be with a hole in it. */
function leaking(leak: Leak): typeof sdk {
  const call = async (_plant: unknown, { token, onEvent }: sdk.CreatePlantOptions) => {
    if (typeof token === "function") await token();
    return leak(onEvent as Parameters<Leak>[0]);
  };
  class PlantStoreClient {
    options: sdk.CreatePlantOptions;
    constructor({ token, onEvent }: sdk.CreatePlantOptions = {}) {
      this.options = { token, onEvent };
      if (onEvent === undefined) throw errorWith("options", this.options);
    }
    async safeCreatePlant() {}
  }
  return watched({ createPlant: call, safeCreatePlant: call, PlantStoreClient } as unknown as typeof sdk);
}

const errorWith = (property: PropertyKey, value: unknown) =>
  Object.defineProperty(new Error("outer"), property, { value });

const leaks: [what: string, leak: Leak][] = [
  ["a value in the data", () => ({ success: true, data: { more: [[{ deep: `a ${token} b` }]] } })],
  ["a name in the data", () => ({ success: true, data: { more: [[{ [token]: 1 }]] } })],
  ["capitals", () => ({ data: token.toUpperCase() })],
  [
    "what JSON escapes",
    () => ({ data: token.replace(/./g, (sign) => `\\u00${sign.charCodeAt(0).toString(16)}`) }),
  ],
  [
    "what a URL escapes",
    () => ({ data: token.replace(/./g, (sign) => `%${sign.charCodeAt(0).toString(16)}`) }),
  ],
  ["a header", () => ({ response: { headers: new Headers({ "x-echo": token }) } })],
  ["a header's name", () => ({ response: { headers: new Headers({ [token]: "1" }) } })],
  ["a map", () => ({ data: new Map([[{ token }, 1]]) })],
  ["bytes", () => ({ data: Buffer.from(token) })],
  ["a message", () => ({ error: new Error(`no ${token}`) })],
  ["a stack", () => ({ error: errorWith("stack", token) })],
  [
    "the cause of a cause",
    () => ({ error: new Error("outer", { cause: errorWith("cause", new Error(token)) }) }),
  ],
  ["one of several errors", () => ({ error: new AggregateError([new Error(token)]) })],
  ["a property that is not listed", () => ({ error: errorWith("config", { auth: `Bearer ${token}` }) })],
  ["a symbol", () => ({ error: errorWith(Symbol(token), 1) })],
  ["a property of a symbol", () => ({ error: errorWith(Symbol("state"), token) })],
  [
    "a library's request",
    () => ({ error: errorWith("request", new Request(baseUrl, { headers: { auth: token } })) }),
  ],
  ["a getter", () => ({ error: Object.defineProperty(new Error("outer"), "config", { get: () => token }) })],
  ["what is inherited", () => ({ error: Object.create({ config: { token } }) })],
  ["its JSON", () => ({ error: { toJSON: () => ({ token }) } })],
  ["its own view", () => ({ error: { [inspect.custom]: () => token } })],
  ["an error that is thrown", () => Promise.reject(errorWith("config", token))],
  ["an event", (onEvent) => onEvent({ type: "request", more: { token } })],
  ["the console", () => console.error("failed: %o", { config: { token } })],
  [
    "the monitor of errors",
    () => (process as EventEmitter).emit("uncaughtExceptionMonitor", new Error(token)),
  ],
];

test.each(leaks)("the watch sees a token in %s", async (_what, leak) => {
  vi.spyOn(console, "error").mockReturnValue();
  const { safeCreatePlant } = leaking(leak);
  for (const given of [token, () => token, async () => token]) {
    await safeCreatePlant(plant, { token: given, onEvent: () => {} }).catch(() => {});
    expect(takeLeaks()).not.toEqual([]);
  }
});

test("the watch says where it saw the token", async () => {
  const { safeCreatePlant } = leaking(() => ({ error: new Error("outer", { cause: { list: [token] } }) }));
  await safeCreatePlant(plant, { token });
  expect(takeLeaks()).toContain(`call: it.error.cause.list.0: ${token}`);
});

test("the watch sees the environment's token", async () => {
  vi.stubEnv("PLANT_STORE_TOKEN", token);
  await leaking(() => token).safeCreatePlant(plant, {});
  vi.unstubAllEnvs();
  expect(takeLeaks()).not.toEqual([]);
});

test("the watch sees a token in a client, and in the error of its constructor", () => {
  const { PlantStoreClient } = leaking(() => {});
  new PlantStoreClient({ token, onEvent: () => {} });
  expect(takeLeaks()).toContain(`the client: it.options.token: ${token}`);
  expect(() => new PlantStoreClient({ token })).toThrow("outer");
  expect(takeLeaks()).toContain(`the constructor: it.options.token: ${token}`);
});

// What is the caller's own

const own = Object.assign(new Error(`the vault: ${token}`), { token });
const throwOwn = () => {
  throw own;
};

test("what a token function threw is its caller's", async () => {
  const given = vi.fn().mockReturnValueOnce(token).mockImplementation(throwOwn);
  const options = { baseUrl, fetch: stubFetch(tooManyRequests), token: given };
  const error = await failureOf(sdk.safeCreatePlant(plant, options));
  expect(error).toMatchObject({ kind: "configuration", attempts: 1, cause: own });
  expect(takeLeaks()).toEqual([]);
});

test("a signal's reason is its caller's, whoever gets it", async () => {
  const client = new sdk.PlantStoreClient({ baseUrl, token, fetch: hang });
  const error = await failureOf(client.safeCreatePlant(plant, { signal: AbortSignal.abort(own) }));
  expect(error).toMatchObject({ kind: "aborted", cause: own });
  expect(takeLeaks()).toEqual([]);
});

test.each([
  ["throws", throwOwn],
  ["rejects with", () => Promise.reject(own)],
])("what a listener %s is its caller's, and printed as it is", async (_what, onEvent) => {
  const print = vi.spyOn(console, "error").mockReturnValue();
  await sdk.createPlant(plant, { baseUrl, token, fetch: succeed, onEvent });
  await vi.waitFor(() => expect(print.mock.calls).toEqual([[own], [own], [own]]));
  expect(takeLeaks()).toEqual([]);
});

test("what an option's getter threw is its caller's", () => {
  const options = {
    baseUrl,
    token,
    fetch: hang,
    get timeout() {
      return throwOwn();
    },
  };
  expect(configurationErrorOf(() => new sdk.PlantStoreClient(options)).cause).toBe(own);
  expect(takeLeaks()).toEqual([]);
});

test("what a plant's getter threw is its caller's", async () => {
  const thrower = Object.defineProperty({ ...plant }, "tag", { get: throwOwn, enumerable: true });
  const error = await failureOf(sdk.safeCreatePlant(thrower, { baseUrl, token, fetch: hang }));
  expect(error).toMatchObject({ kind: "invalid-plant", cause: own });
  expect(takeLeaks()).toEqual([]);
});

// That the tests of this project are under it

test("what the tests import as the package is under watch, and looks as it did", () => {
  const { createPlant, safeCreatePlant, PlantStoreClient } = sdk;
  const { safeCreatePlant: method } = PlantStoreClient.prototype;
  const all = [
    createPlant,
    safeCreatePlant,
    PlantStoreClient,
    method,
    process.stdout.write,
    process.stderr.write,
  ];
  for (const each of all) expect(types.isProxy(each)).toBe(true);
  expect(types.isProxy(console)).toBe(true);
  expect(all.slice(0, 4).map(({ name }) => name)).toEqual([
    "createPlant",
    "safeCreatePlant",
    "PlantStoreClient",
    "safeCreatePlant",
  ]);
  expect(new PlantStoreClient({ baseUrl, token })).toBeInstanceOf(PlantStoreClient);
});

test("no test bypasses the watch", () => {
  const tests = ["client", "secrets"]
    .map((folder) => resolve(import.meta.dirname, "..", folder))
    .flatMap((folder) => readdirSync(folder).map((file) => join(folder, file)))
    .filter((file) => file.endsWith(".test.ts"));
  expect(tests.length).toBeGreaterThan(20);
  const clients = /import [^;]*\b(createPlant|safeCreatePlant|PlantStoreClient)\b[^;]* from "[./]+src\//;
  const bypassing = tests.filter((file) => clients.test(readFileSync(file, "utf8")));
  expect(bypassing, "Import the package by its name").toEqual([]);
});
