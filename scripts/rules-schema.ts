/** Writes the JSON Schema of rules to docs/rules.schema.json: `npx node scripts/rules-schema.ts`. */
import { resolve } from "node:path";
import { toJSONSchema } from "zod/mini";
import { rulesSchema } from "../src/contract/rules.ts";
import { writeJson } from "./write-json.ts";

export function createRulesSchema(): object {
  const schema = toJSONSchema(rulesSchema, {
    unrepresentable: "any",
    // What the schemas of integers check is code.
    override: ({ jsonSchema }) => {
      if (Object.keys(jsonSchema).length === 0) jsonSchema.type = "integer";
    },
  });
  return { title: "Rules of a Plant Store service", ...schema };
}

if (import.meta.main)
  writeJson(resolve(import.meta.dirname, "../docs/rules.schema.json"), createRulesSchema());
