/** The Zod schemas and the OpenAPI document accept and reject the same JSON texts. */
import fc from "fast-check";
import { errorSchema, newPlantSchema, plantSchema } from "plant-store-sdk";
import { expect, test } from "vitest";
import { parseJson } from "../../src/contract/json.ts";
import { adapterCases, serviceCases } from "../mocks/adapters/adapter-contract-cases.ts";
import { jsonTexts } from "../support/json-texts.ts";
import { documentAccepts } from "./openapi-document.ts";

const TEXTS = 1_000;

test.each([
  ["Plant", plantSchema],
  ["NewPlant", newPlantSchema],
  ["Error", errorSchema],
] as const)("the document's %s and the Zod schema accept and reject the same JSON texts", (name, schema) => {
  const accepts = documentAccepts(name);
  const accepts30 = documentAccepts(name, "3.0");
  const counts = { accepted: 0, rejected: 0 };
  fc.assert(
    fc.property(jsonTexts[name], (text) => {
      const accepted = accepts(text);
      expect(accepts30(text)).toBe(accepted);
      counts[accepted ? "accepted" : "rejected"] += 1;
      expect(schema.safeParse(parseJson(text)).success).toBe(accepted);
    }),
    { numRuns: TEXTS },
  );
  // If nearly all texts were accepted, or rejected, the comparison would prove little.
  expect(counts.accepted).toBeGreaterThan(TEXTS / 4);
  expect(counts.rejected).toBeGreaterThan(TEXTS / 4);
});

test.each([
  [200, "Plant"],
  [400, "Error"],
] as const)("each %i response of the mock is a valid %s of the document", (status, name) => {
  const accepts = documentAccepts(name);
  const bodies = [...adapterCases, ...serviceCases]
    .filter((each) => each.status === status)
    .map(({ responseBody }) => responseBody);
  expect(bodies.length).toBeGreaterThan(25);
  expect(bodies.filter((body) => !accepts(body))).toEqual([]);
});

// Ajv reads numbers as doubles, so beyond 2^53 the document's int64 can only be compared with a table.
test.each([
  ["9007199254740993", 9007199254740993n],
  ["-9007199254740993", -9007199254740993n],
  ["9223372036854775807", 2n ** 63n - 1n],
  ["-9223372036854775808", -(2n ** 63n)],
])("the schemas accept the int64 id %s and preserve it exactly", (digits, id) => {
  const text = `{"id":${digits},"name":"Fern"}`;
  expect(newPlantSchema.safeParse(parseJson(text)).data).toEqual({ id, name: "Fern" });
});

test.each([
  "9223372036854775808",
  "-9223372036854775809",
  "9223372036854775808.0",
  "1e400",
  "9007199254740992.5",
  "-9007199254740993.000000000000000000001",
])("the schemas reject the id %s, which is not an int64", (number) => {
  const text = `{"id":${number},"name":"Fern"}`;
  expect(newPlantSchema.safeParse(parseJson(text)).error?.issues).toMatchObject([{ path: ["id"] }]);
});
