/** The build for browsers behaves like the other one, although it has another file for what depends on the runtime. */
import type * as Sdk from "plant-store-sdk";
import { expect, test } from "vitest";
import { builtFile } from "../../scripts/built-file.ts";
import { plant, TOKEN } from "../support/client.ts";
import { connectionReset, fail, hang, respond, stubFetch, succeed } from "../support/fetch-stubs.ts";

const load = (file: string): Promise<typeof Sdk> => import(builtFile(file));
const builds = await Promise.all([load("index.js"), load("browser.js")]);

test("both builds export the same names", () => {
  const [names, browserNames] = builds.map((sdk) => Object.keys(sdk).sort());
  expect(browserNames).toEqual(names);
});

const echo = { "x-echo": TOKEN, "x-request-id": "r-1" };

test.each<[what: string, stubs: Sdk.PlantStoreFetch[], options?: object, plant?: unknown]>([
  [
    "succeeds after a 429 and a renewed token",
    [respond(429), respond(401), succeed],
    { token: ({ attempt }: Sdk.PlantStoreTokenContext) => `${TOKEN}-${attempt}` },
  ],
  ["may have created a duplicate", [respond(503), succeed], { retryUnknown: true }],
  ["is rejected", [respond(400, `{"error":7,"message":"no ${TOKEN}"}`, echo)]],
  ["is told to wait too long", [respond(429, "busy", { ...echo, "retry-after": "120" })]],
  ["gets another object", [respond(200, '{"name":7}')]],
  ["has an invalid plant", [], {}, { id: 1.5, tag: 7 }],
  ["has an invalid option", [], { timeout: -1 }],
  ["has a token function that fails", [], { token: () => Promise.reject(new Error("the vault is closed")) }],
  ["is aborted", [succeed], { signal: AbortSignal.abort("enough") }],
  ["exceeds its timeout", [hang], { timeout: 5 }],
])("a call that %s ends in both builds alike", async (_, stubs, options = {}, newPlant = plant) => {
  const [result, browserResult] = await Promise.all(builds.map((sdk) => run(sdk, stubs, options, newPlant)));
  expect(browserResult).toEqual(result);
});

test("in the build for browsers, a lost connection names the causes that a page cannot tell apart", async () => {
  const [sdk, browserSdk] = builds;
  if (!sdk || !browserSdk) throw new Error("a build is missing");
  const { result } = await run(sdk, [fail(connectionReset)], {}, plant);
  const browserResult = (await run(browserSdk, [fail(connectionReset)], {}, plant)).result;
  expect(browserResult.error.message).toMatch(
    /^No response: the server may be down or reject this origin \(https:.*The plant may have been created/,
  );
  const { kind, outcome, attempts } = result.error;
  expect(browserResult.error).toMatchObject({ kind, outcome, attempts });
});

test("in the build for browsers, an invalid token is what the option is, or what a function returns", async () => {
  const sdk = await load("browser.js");
  const tokens = ["a b", () => "a b", sdk.cachedToken(() => "a b")];
  const results = await Promise.all(tokens.map((token) => run(sdk, [], { token }, plant)));
  expect(results.map(({ result: { error } }) => (error.cause ?? error).message)).toEqual([
    expect.stringMatching(/^`token` must be visible ASCII/),
    expect.stringMatching(/^`token` must return visible ASCII/),
    expect.stringMatching(/^`fetchToken` must return visible ASCII/),
  ]);
});

async function run(sdk: typeof Sdk, stubs: Sdk.PlantStoreFetch[], options: object, newPlant: unknown) {
  const events: unknown[] = [];
  const result = await sdk.safeCreatePlant(newPlant as Sdk.NewPlant, {
    baseUrl: "https://plants.example",
    token: TOKEN,
    fetch: stubFetch(...stubs),
    onEvent: ({ callId: _, ...event }) => events.push({ ...event, duration: 0, wait: 0 }),
    ...options,
  });
  return JSON.parse(JSON.stringify({ result, events }));
}
