/** Writes the JSON Schema of rules to docs/rules.schema.json: `npm run rules-schema`. */
import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { toJSONSchema } from "zod/mini";
import { rulesSchema } from "../src/contract/rules.ts";

export const schemaPath = resolve(import.meta.dirname, "../docs/rules.schema.json");

export function createRulesSchema(): string {
  const schema = toJSONSchema(rulesSchema, {
    unrepresentable: "any",
    // What the schemas of integers check is code.
    override: ({ jsonSchema }) => {
      if (Object.keys(jsonSchema).length === 0) jsonSchema.type = "integer";
    },
  });
  return `${JSON.stringify({ title: "Rules of a Plant Store service", ...schema }, null, 2)}\n`;
}

if (import.meta.main) writeFileSync(schemaPath, createRulesSchema());
