import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import schema from "../../docs/rules.schema.json" with { type: "json" };
import { createRulesSchema } from "../../scripts/rules-schema.ts";
import { otherRejections, rejectionOfIssue } from "../../src/contract/rules.ts";
import { parseRules } from "../../src/contract/validate-rules.ts";
import { readRules } from "../../tools/terminal/rules-file.ts";

const rejection = { status: 409, error: 1003 };
const everyRule = {
  $schema: "node_modules/plant-store-sdk/docs/rules.schema.json",
  version: 1,
  duplicates: { equal: rejection, different: "created" },
  atomicIds: true,
  exactIds: false,
  namesMayChange: true,
  unauthorized: { missing: { status: 401 }, wrong: { status: 403, error: -1, message: "not your store" } },
  bearerCase: "exact",
  bodyBeforeToken: true,
  invalid: { status: 400, error: 1001 },
  malformed: { status: 400, error: 1006 },
  mediaType: { status: 415 },
  maxBodyBytes: 65_536,
  tooLarge: { status: 400, error: 1008 },
  lengths: "utf-16",
  id: { missing: rejection, type: rejection, range: rejection, min: 1, max: 2147483647 },
  name: { range: rejection, minLength: 1, maxLength: 40, unique: { status: 400, error: 1004 } },
  tag: { missing: rejection, maxLength: null },
  unknownFields: "ignored",
  idempotencyKey: { different: { status: 422 } },
  checked: { baseUrl: "https://plants.example/api", time: "2026-11-23T10:00:00Z", version: "1.0.0" },
};

test("docs/rules.schema.json is the schema of rules; after a change, run `npx node scripts/rules-schema.ts`", () => {
  expect(schema).toEqual(createRulesSchema());
});

test("rules that are not JSON are an error", async () => {
  await expect(readRules("{")).rejects.toThrow("--rules must be JSON.");
});

const isValid = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(schema);

test.each([
  everyRule,
  {},
  { version: 1, duplicates: "created" },
  { version: 1, duplicates: rejection },
  { version: 1, name: { unique: false, maxLength: null } },
  { idempotencyKey: false },
])("the rules %j are valid, also by the JSON Schema", (rules) => {
  expect(parseRules(rules, "rules.json")).toEqual(rules);
  expect(isValid(rules)).toBe(true);
});

test.each([
  [{ version: 2 }, "`version` must be 1"],
  [{ name: { minLenght: 1 } }, "`name` has the unknown field `minLenght` (the fields are missing, type,"],
  [{ duplicates: { equal: { status: 500 } } }, "`duplicates.equal.status` must be a status from 400"],
  [{ duplicates: { status: 409, error: 0.5 } }, "`duplicates` is a wrong rejection: `error` must"],
  [{ unauthorized: { status: 401, message: 7 } }, "`unauthorized` is a wrong rejection: `message` must be"],
  [{ unauthorized: 401 }, "`unauthorized` must be a rejection such as"],
  [{ duplicates: "rejected" }, '`duplicates` must be "created", a rejection such as'],
  [{ invalid: { status: 500 } }, "`invalid.status` must be a status from 400 to 499"],
  [{ invalid: { status: 400, error: 0.5 } }, "`invalid.error` must be an integer from"],
  [{ bearerCase: "lower" }, '`bearerCase` must be "exact" or "any"'],
  [{ lengths: "characters" }, '`lengths` must be "code-points", "utf-16" or "bytes"'],
  [{ idempotencyKey: { different: "created" } }, "`idempotencyKey` must be true, false, or an object with"],
  [{ maxBodyBytes: -1 }, "`maxBodyBytes` must be a number of bytes"],
  [{ tag: { maxLength: -1 } }, "`tag.maxLength` must be a length of 0 or more"],
])("the rules %j are not valid, also by the JSON Schema: %s", (rules, message) => {
  expect(() => parseRules(rules, "rules.json")).toThrow(`rules.json: ${message}`);
  expect(isValid(rules)).toBe(false);
});

test.each([
  [{ id: { min: 5, max: 4 } }, "`id` must have a `min` that is not above its `max`"],
  [{ name: { minLength: 4, maxLength: 3 } }, "`name` must have a `minLength` that is not above"],
  [{ duplicates: "created", atomicIds: true }, "`atomicIds` must not be true if"],
])("the rules %j contradict themselves: %s", (rules, message) => {
  expect(() => parseRules(rules, "rules.json")).toThrow(`rules.json: ${message}`);
});

test("every rejection but those of duplicates can be mistaken for one of them", () => {
  const { duplicates, ...others } = parseRules(everyRule);
  const written = JSON.stringify(others).match(/"status"/g);
  expect(otherRejections(parseRules(everyRule))).toHaveLength(written?.length ?? 0);
  expect(otherRejections({ maxBodyBytes: 1 })).toEqual([{ status: 413 }]);
});

test.each([
  [["id"], "missing", 401],
  [["id"], "type", 402],
  [["id"], "unreadable", 403],
  [["tag"], "range", 403],
  [[], "type", 403],
] as const)("an issue of %j with code %s has its own rejection or a common one", (path, code, status) => {
  const rules = { id: { missing: { status: 401 }, type: { status: 402 } }, invalid: { status: 403 } };
  expect(rejectionOfIssue(rules, { path: [...path], code })?.status).toBe(status);
});
