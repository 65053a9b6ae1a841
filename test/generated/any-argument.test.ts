/** Public functions that accept any value. */
import fc from "fast-check";
import { expect } from "vitest";
import { errorSchema, isPlantStoreFailure, newPlantSchema, plantSchema } from "../../src/index.ts";
import { anyValue, evaluate, stableValue } from "./any-value.ts";
import { property } from "./property.ts";

/** Without getters, traps and methods that throw. */
const value = stableValue.filter((text) => !text.includes("throw") && !text.includes("revoke"));

property("isPlantStoreFailure accepts any value", anyValue, (source) => {
  expect(typeof isPlantStoreFailure(evaluate(source))).toBe("boolean");
});

const schemas = [plantSchema, newPlantSchema, errorSchema];

property("the schemas validate any value without throwing, unless reading it throws", value, (source) => {
  fc.pre(isReadable(evaluate(source)));
  for (const schema of schemas) expect(typeof schema.safeParse(evaluate(source)).success).toBe("boolean");
});

/** Includes inherited members: getters of built-in classes throw if another object inherits them. */
function isReadable(value: unknown): boolean {
  try {
    for (const key in Object(value)) void Object(value)[key];
    return true;
  } catch {
    return false;
  }
}
