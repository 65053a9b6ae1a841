import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { types } from "node:util";
import * as sdk from "plant-store-sdk";
import { expect, test, vi } from "vitest";
import { baseUrl, plant } from "../support/client.ts";
import { takeLeaks, watchSdk } from "./token-watch.ts";

const token = "canary-of-the-watch";

/** Replaces a call by one that leaks its token in its result, error, event or printed text. */
type Leak = (onEvent: (event: unknown) => void) => unknown;

/** A fake package whose calls leak their token. */
function leakingSdk(leak: Leak): typeof sdk {
  const call = async (_plant: unknown, { token, onEvent }: sdk.CreatePlantOptions) => {
    if (typeof token === "function")
      await token({ attempt: 1, rejected: false, signal: new AbortController().signal });
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
  return watchSdk({ createPlant: call, safeCreatePlant: call, PlantStoreClient } as unknown as typeof sdk);
}

const errorWith = (property: PropertyKey, value: unknown) =>
  Object.defineProperty(new Error("outer"), property, { value });

const leaks: [what: string, leak: Leak][] = [
  ["a value of a result", () => ({ success: true, response: { more: [[{ deep: `a ${token} b` }]] } })],
  ["a key of a result", () => ({ success: true, response: { more: [[{ [token]: 1 }]] } })],
  ["text encoded as in a URL", () => ({ data: token.replace("-", "%2D") })],
  ["a header", () => ({ response: { headers: new Headers({ "x-echo": token }) } })],
  ["bytes", () => ({ data: Buffer.from(token) })],
  ["a cause's cause", () => ({ error: new Error("a", { cause: errorWith("cause", new Error(token)) }) })],
  ["a hidden property with a symbol as its key", () => ({ error: errorWith(Symbol("state"), token) })],
  ["an inherited property", () => ({ error: Object.create({ config: { token } }) })],
  ["an error that is thrown", () => Promise.reject(errorWith("config", token))],
  ["an event", (onEvent) => onEvent({ type: "request", more: { token } })],
  ["the console", () => console.error("failed: %o", { config: { token } })],
];

test.each(leaks)("the watch finds a token in %s", async (_what, leak) => {
  vi.spyOn(console, "error").mockReturnValue();
  const { safeCreatePlant } = leakingSdk(leak);
  for (const option of [token, () => token, async () => token]) {
    await safeCreatePlant(plant, { token: option, onEvent: () => {} }).catch(() => {});
    expect(takeLeaks()).not.toEqual([]);
  }
});

test("the watch finds a token from the environment", async () => {
  vi.stubEnv("PLANT_STORE_TOKEN", token);
  await leakingSdk(() => token).safeCreatePlant(plant, {});
  vi.unstubAllEnvs();
  expect(takeLeaks()).not.toEqual([]);
});

test("the watch finds a token in a client and in the error of its constructor", () => {
  const { PlantStoreClient } = leakingSdk(() => {});
  new PlantStoreClient({ token, onEvent: () => {} });
  expect(takeLeaks()).toContain(`the client: it.options.token: ${token}`);
  expect(() => new PlantStoreClient({ token })).toThrow("outer");
  expect(takeLeaks()).toContain(`the constructor: it.options.token: ${token}`);
});

// All tests of this project use the watch

test("the package that the tests import is watched and otherwise unchanged", () => {
  const { createPlant, safeCreatePlant, PlantStoreClient } = sdk;
  const { safeCreatePlant: method } = PlantStoreClient.prototype;
  const watched = { createPlant, safeCreatePlant, PlantStoreClient };
  for (const [name, value] of [...Object.entries(watched), ["safeCreatePlant", method] as const])
    expect([value.name, types.isProxy(value)]).toEqual([name, true]);
  for (const value of [process.stdout.write, process.stderr.write, console])
    expect(types.isProxy(value)).toBe(true);
  expect(new PlantStoreClient({ baseUrl, token })).toBeInstanceOf(PlantStoreClient);
});

test("no test bypasses the watch", () => {
  const tests = ["client", "token-never-shown"]
    .map((folder) => resolve(import.meta.dirname, "..", folder))
    .flatMap((folder) => readdirSync(folder).map((file) => join(folder, file)))
    .filter((file) => file.endsWith(".test.ts"));
  expect(tests.length).toBeGreaterThan(20);
  const clients = /import [^;]*\b(createPlant|safeCreatePlant|PlantStoreClient)\b[^;]* from "[./]+src\//;
  const bypassing = tests.filter((file) => clients.test(readFileSync(file, "utf8")));
  expect(bypassing, "Import the package by its name").toEqual([]);
});
