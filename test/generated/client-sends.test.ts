/** What a client sends is what it was given, and what it was given stays as it is. */
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { expect } from "vitest";
import { anyPlant, evaluate, stablePlant } from "./any-value.ts";
import { heldByJson, readJson } from "./held-by-json.ts";
import { anyAnswer, anyCallOptions, anyOptions } from "./hostile-call.ts";
import { property } from "./property.ts";
import { recorder } from "./recorder.ts";
import { anyCall, settle, standStill } from "./settling.ts";

standStill();

property(
  "what is sent parses back to what JSON holds of the plant, and nothing else is sent",
  anyCall({ plant: stablePlant }),
  async (source) => {
    const { result, sent } = await settle(source);
    const held = heldByPlant(evaluate(source.plant));
    if (held === undefined) {
      expect(sent).toEqual([]);
      expect(result).toMatchObject({ error: { kind: "invalid-plant" } });
      return;
    }
    expect(result.success).toBe(true);
    expect(sent).toHaveLength(1);
    const read = readJson(sent[0] as string);
    if (!isDeepStrictEqual(read, held)) expect(read).toEqual(held);
    expect(isDeepStrictEqual(read, held)).toBe(true);
  },
);

property(
  "nothing that a call is given is changed, nor anything in it",
  anyCall({
    plant: anyPlant,
    options: anyOptions,
    callOptions: anyCallOptions,
    answers: fc.array(anyAnswer, { maxLength: 3 }),
  }),
  async (source) => {
    const { watch, changes } = recorder();
    await settle(source, watch);
    expect(changes).toEqual([]);
  },
);

/** What JSON holds of a plant that is valid; else nothing. */
function heldByPlant(plant: unknown): unknown {
  try {
    const { toJSON } = plant as { toJSON?: unknown };
    const source =
      typeof toJSON === "function" && typeof plant === "object" ? Reflect.apply(toJSON, plant, [""]) : plant;
    if (typeof source !== "object" || source === null || Array.isArray(source)) return undefined;
    const keys = Object.keys(source);
    const { id, name, tag } = Object.fromEntries(keys.map((key) => [key, source[key]]));
    const isRight = isInt64(id) && typeof name === "string" && (tag === undefined || typeof tag === "string");
    if (!isRight) return undefined;
    // A method of what its own `toJSON` gave is a method still, whatever it is called.
    const isMethod = (key: string) => key === "toJSON" && typeof source[key] === "function";
    const members = keys.filter((key) => !isMethod(key)).map((key) => [key, heldByJson(source, key)]);
    return Object.fromEntries(members.filter(([, held]) => held !== undefined));
  } catch {
    return undefined;
  }
}

function isInt64(id: unknown): boolean {
  if (typeof id === "bigint") return BigInt.asIntN(64, id) === id;
  return Number.isSafeInteger(id);
}
