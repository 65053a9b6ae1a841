/** What the live page writes and suggests for a call. */
import { expect, test } from "vitest";
import { formatPath, formatValue } from "../../mocks/page/format.ts";
import { callCode } from "../../mocks/page/state/call-arguments.ts";
import { freeId } from "../../mocks/page/state/page-state.ts";

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

test.each([
  ["http://127.0.0.1:4010/plants", "/plants"],
  ["http://[::1]:4010/sessions/a/plants?x=1", "/sessions/a/plants?x=1"],
  ["http://[token]:4010/plants", "/plants"],
])("the path of %s is %s", (url, path) => {
  expect(formatPath(url)).toBe(path);
});
