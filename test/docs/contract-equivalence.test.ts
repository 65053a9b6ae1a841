/** The Zod schemas and the OpenAPI document accept and reject the same JSON texts. */
import fc from "fast-check";
import { errorSchema, newPlantSchema, plantSchema } from "plant-store-sdk";
import { expect, test } from "vitest";
import { parseJson } from "../../src/contract/json.ts";
import { jsonTexts } from "../support/json-texts.ts";
import { documentAccepts } from "./openapi-document.ts";

const TEXTS = 500;

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
