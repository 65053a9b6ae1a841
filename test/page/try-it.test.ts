/** What the live page writes and suggests for a call. */
import { type PlantStoreFetch, safeCreatePlant } from "plant-store-sdk";
import { type Fault, faults, MockStore } from "plant-store-sdk/mocks/store";
import { expect, test } from "vitest";
import { faultsCode, isUnreached } from "../../mocks/page/fault-list.ts";
import { formatPath, ticksOf } from "../../mocks/page/format.ts";
import { callCode } from "../../mocks/page/try-it/call-code.ts";
import { describeFailure, nextStep } from "../../mocks/page/try-it/explain.ts";
import { freeId, nextName } from "../../mocks/page/try-it/next-plant.ts";
import { formatValue } from "../../mocks/page/value-text.ts";

test("writes a call as TypeScript, with an exact id", () => {
  const plant = { id: 9007199254740993n, name: 'A "pea"' };
  const options = { baseUrl: "http://mock", token: "any-token", timeout: false, retryUnknown: true } as const;
  expect(callCode(plant, options)).toBe(`import { createPlant } from "plant-store-sdk";

const plant = await createPlant(
  { id: 9007199254740993n, name: "A \\"pea\\"" },
  {
    baseUrl: "http://mock",
    token: "any-token",
    timeout: false,
    retryUnknown: true,
  },
);
`);
});

test("does not write a token of the user", () => {
  const code = callCode({ id: 1, name: "Fern" }, { baseUrl: "http://127.0.0.1:4010", token: "canary-token" });
  expect(code).toContain("token: process.env.PLANT_STORE_TOKEN,");
  expect(code).not.toContain("canary-token");
});

test.each([
  [{ a: 1, b: [true, null] }, "{ a: 1, b: [true, null] }"],
  [{ a: undefined, "content-type": "x" }, '{ "content-type": "x" }'],
  [[], "[]"],
  [{}, "{}"],
  [{ text: "long ".repeat(10), b: 1 }, `{\n  text: "${"long ".repeat(10)}",\n  b: 1,\n}`],
])("writes the value %j as TypeScript", (value, text) => {
  expect(formatValue(value)).toBe(text);
});

test.each<[(number | bigint)[], string]>([
  [[], "1"],
  [[-5], "1"],
  [[7, 9007199254740993n, -1], "9007199254740994"],
  [[1, 2n ** 63n - 2n], "9223372036854775807"],
  [[2n ** 63n - 1n, 1, 3], "2"],
])("if the ids %o are used, suggests %s", (used, next) => {
  expect(freeId(used)).toBe(next);
});

test("suggests another name, unless the user has chosen one", () => {
  expect(nextName("Fern")).toBe("Moss");
  expect(nextName("Sage")).toBe("Fern");
  expect(nextName("Triffid")).toBe("Triffid");
});

test.each([
  [3, [0, 1, 2, 3]],
  [31, [0, 10, 20, 30]],
  [1_310, [0, 500, 1_000]],
  [5_000, [0, 2_000, 4_000]],
])("a time axis of %i ms has the ticks %j", (span, ticks) => {
  expect(ticksOf(span)).toEqual(ticks);
});

test("a time axis has three to five ticks, however short or long the call was", () => {
  for (let span = 0.1; span < 1e8; span *= 1.3) {
    expect([3, 4, 5]).toContain(ticksOf(span).length);
  }
});

/** What the page says after a call with this response. */
async function textAfter(response: Response) {
  const fetch: PlantStoreFetch = async () => response;
  const options = { baseUrl: "https://plants.example", token: "any", maxRetries: 0, fetch };
  const { error } = await safeCreatePlant({ id: 1, name: "Fern" }, options);
  return error && `${describeFailure(error)} ${nextStep(error)}`;
}

const MAY_EXIST = "The store may have created it. Create it again only if a duplicate does no harm.";

test.each([
  [400, "Correct that, and create the plant again."],
  [401, "Correct the token, and create the plant again."],
  [429, "It is safe to create the plant again."],
  [503, MAY_EXIST],
])("after a %i, the page says: %s", async (status, expected) => {
  expect(await textAfter(Response.json({ error: 400, message: "no" }, { status }))).toContain(expected);
});

test("after a 403 in HTML, the page says that a gateway may have replaced the response", async () => {
  const html = new Response("<h1>Forbidden</h1>", { status: 403, headers: { "content-type": "text/html" } });
  const expected = "has status 403 and is HTML: a gateway may have replaced the store's response.";
  expect(await textAfter(html)).toBe(`The response ${expected} ${MAY_EXIST}`);
});

test("writes the queued faults as TypeScript, which queues the same ones", () => {
  const queued = [
    faults.reset({ afterCreate: true }),
    faults.status(400, { body: { error: 7, message: "no" }, id: 2n ** 60n }),
  ];
  const store = new MockStore();
  new Function("store", faultsCode(queued))(store);
  expect(store.faults).toEqual(queued);
});

test.each<[boolean, ...Fault[]]>([
  [false, faults.status(503), faults.reset()],
  [true, faults.status(503, { times: "always" }), faults.reset()],
  [false, faults.status(503, { times: "always", for: 1_000 }), faults.reset()],
  [false, faults.status(503, { times: "always", id: 7 }), faults.reset()],
  [true, faults.status(503, { times: "always", id: 7 }), faults.reset({ id: 7 })],
  [true, faults.status(503, { times: "always" }), faults.reset({ id: 7 })],
])("knows whether a fault is never reached: %s", (expected, ...queued) => {
  expect([isUnreached(queued, 0), isUnreached(queued, 1)]).toEqual([false, expected]);
});

test.each([
  ["http://127.0.0.1:4010/plants", "/plants"],
  ["http://[::1]:4010/sessions/a/plants?x=1", "/sessions/a/plants?x=1"],
  ["http://[token]:4010/plants", "/plants"],
])("the path of %s is %s", (url, path) => {
  expect(formatPath(url)).toBe(path);
});
