/** A client sends exactly the three fields of a plant. */
import { expect } from "vitest";
import { stablePlant } from "./any-call.ts";
import { evaluate } from "./any-value.ts";
import { property } from "./property.ts";
import { anyCall, runCall, useFakeTime } from "./run-call.ts";

useFakeTime();

property(
  "a valid plant is sent once, with its three fields only, and an invalid plant is not sent",
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
    const { id, name, tag } = plant as Record<string, unknown>;
    const isValid = isInt64(id) && typeof name === "string" && (tag === undefined || typeof tag === "string");
    return isValid ? JSON.stringify({ id: 0, name, tag }).replace('"id":0', `"id":${id}`) : undefined;
  } catch {
    return undefined;
  }
}

function isInt64(id: unknown): boolean {
  if (typeof id === "bigint") return BigInt.asIntN(64, id) === id;
  return Number.isSafeInteger(id);
}
