/** A client sends exactly the JSON of the plant, and does not modify its arguments. */
import { isDeepStrictEqual } from "node:util";
import { expect } from "vitest";
import { stablePlant } from "./any-plant.ts";
import { evaluate } from "./any-value.ts";
import { parseJsonExactly, toJsonValue } from "./expected-json.ts";
import { property } from "./property.ts";
import { anyCall, runCall, useFakeTime } from "./run-call.ts";

useFakeTime();

property(
  "a valid plant is sent once, as its JSON, and an invalid plant is not sent",
  anyCall({ plant: stablePlant }),
  async (source) => {
    const { result, sent } = await runCall(source);
    const expected = expectedBody(evaluate(source.plant));
    if (expected === undefined) {
      expect(sent).toEqual([]);
      expect(result).toMatchObject({ error: { kind: "invalid-plant" } });
      return;
    }
    expect(result.success).toBe(true);
    expect(sent).toHaveLength(1);
    const body = parseJsonExactly(sent[0] as string);
    if (!isDeepStrictEqual(body, expected)) expect(body).toEqual(expected); // Shows the difference.
    expect(isDeepStrictEqual(body, expected)).toBe(true);
  },
);

/** The JSON value of a plant, or `undefined` if the plant is invalid. */
function expectedBody(plant: unknown): unknown {
  try {
    const { toJSON } = plant as { toJSON?: unknown };
    const source =
      typeof toJSON === "function" && typeof plant === "object" ? Reflect.apply(toJSON, plant, [""]) : plant;
    if (typeof source !== "object" || source === null || Array.isArray(source)) return undefined;
    const keys = Object.keys(source);
    const { id, name, tag } = Object.fromEntries(keys.map((key) => [key, source[key]]));
    const isValid = isInt64(id) && typeof name === "string" && (tag === undefined || typeof tag === "string");
    if (!isValid) return undefined;
    // The `toJSON` method of an object that a `toJSON` returned is not called: it is a method like any other.
    const isToJson = (key: string) => key === "toJSON" && typeof source[key] === "function";
    const members = keys.filter((key) => !isToJson(key)).map((key) => [key, toJsonValue(source, key)]);
    return Object.fromEntries(members.filter(([, value]) => value !== undefined));
  } catch {
    return undefined;
  }
}

function isInt64(id: unknown): boolean {
  if (typeof id === "bigint") return BigInt.asIntN(64, id) === id;
  return Number.isSafeInteger(id);
}
