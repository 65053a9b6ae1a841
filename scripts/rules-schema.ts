/** Writes the JSON Schema of rules to docs/rules.schema.json: `npx node scripts/rules-schema.ts`. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import ts from "typescript";
import { toJSONSchema } from "zod/mini";
import { rulesSchema } from "../src/contract/validate-rules.ts";
import { writeJson } from "./write-json.ts";

const root = resolve(import.meta.dirname, "..");

interface JsonSchema {
  description?: string;
  properties?: Record<string, JsonSchema>;
  anyOf?: JsonSchema[];
}

export function createRulesSchema(): object {
  const schema = toJSONSchema(rulesSchema, {
    unrepresentable: "any",
    // What the schemas of integers check is code.
    override: ({ jsonSchema }) => {
      if (Object.keys(jsonSchema).length === 0) jsonSchema.type = "integer";
    },
  });
  // A copy, because equal parts can be one object, which can have only one description.
  const copy: JsonSchema = JSON.parse(JSON.stringify(schema));
  const path = "src/contract/rules.ts";
  const file = ts.createSourceFile(
    path,
    readFileSync(resolve(root, path), "utf8"),
    ts.ScriptTarget.Latest,
    true,
  );
  const rules = file.statements.find(
    (statement) => ts.isInterfaceDeclaration(statement) && statement.name.text === "PlantStoreRules",
  );
  describeFields(copy, rules as ts.InterfaceDeclaration, file);
  return { title: "Rules of a Plant Store service", ...copy };
}

/** Takes the descriptions of fields from the comments of a type. @throws Error if a field has none */
function describeFields(schema: JsonSchema, type: ts.Node, file: ts.SourceFile): void {
  for (const choice of schema.anyOf ?? []) describeFields(choice, type, file);
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const signature = fieldsOf(type, file).find(({ name: own }) => own.getText(file) === name);
    const [comment] = signature ? ts.getJSDocCommentsAndTags(signature) : [];
    if (signature?.type === undefined || typeof comment?.comment !== "string")
      throw new Error(`The rule ${name} has no comment.`);
    field.description = comment.comment.replaceAll("\n", " ");
    describeFields(field, signature.type, file);
  }
}

/** The fields of a type, and of the types in it that are declared in the same file. */
function fieldsOf(type: ts.Node, file: ts.SourceFile): ts.PropertySignature[] {
  if (ts.isInterfaceDeclaration(type) || ts.isTypeLiteralNode(type))
    return type.members.filter(ts.isPropertySignature);
  if (ts.isUnionTypeNode(type) || ts.isIntersectionTypeNode(type))
    return type.types.flatMap((part) => fieldsOf(part, file));
  if (ts.isParenthesizedTypeNode(type)) return fieldsOf(type.type, file);
  if (!ts.isTypeReferenceNode(type)) return [];
  const name = type.typeName.getText(file);
  return file.statements.flatMap((statement) => {
    if (ts.isInterfaceDeclaration(statement) && statement.name.text === name)
      return fieldsOf(statement, file);
    return ts.isTypeAliasDeclaration(statement) && statement.name.text === name
      ? fieldsOf(statement.type, file)
      : [];
  });
}

if (import.meta.main) writeJson(resolve(root, "docs/rules.schema.json"), createRulesSchema());
