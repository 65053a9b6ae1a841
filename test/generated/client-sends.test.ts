/** A client sends exactly the fields of a plant. */
import type { NewPlant } from "plant-store-sdk";
import { expect } from "vitest";
import { fieldNames, isValid } from "../support/document-fields.ts";
import { stablePlant } from "./any-call.ts";
import { evaluate } from "./any-value.ts";
import { property } from "./property.ts";
import { anyCall, runCall, useFakeTime } from "./run-call.ts";

useFakeTime();

property(
  "a valid plant is sent once, with no other fields, and an invalid plant is not sent",
  anyCall({ plant: stablePlant }),
  async (source) => {
    const { result, sent } = await runCall(source);
    const expected = expectedBody(evaluate(source.plant));
    if (expected === undefined) expect(result).toMatchObject({ error: { kind: "invalid-plant" } });
    else expect(result.success).toBe(true);
    expect(sent).toEqual(expected === undefined ? [] : [expected]);
  },
);

/** The JSON of a plant, or `undefined` if the plant is invalid. */
function expectedBody(plant: unknown): string | undefined {
  try {
    if (typeof plant !== "object" || plant === null || Array.isArray(plant)) return undefined;
    const values = fieldNames.map((name) => [name, (plant as NewPlant)[name]] as const);
    if (!values.every(([name, value]) => isValid(name, value))) return undefined;
    const members = values
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => `"${name}":${typeof value === "string" ? JSON.stringify(value) : value}`);
    return `{${members}}`;
  } catch {
    return undefined;
  }
}
