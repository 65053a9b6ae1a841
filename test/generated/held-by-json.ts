/**
 * What JSON holds of a value, and what a JSON text holds: the two sides of "it parses back to what was given", by the
 * letter of ECMA-262 ("SerializeJSONProperty") and without the client's own code. The one addition is that a bigint is a number.
 */
import { types } from "node:util";

/** A number by its digits, so that no double rounds it. */
class Digits {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Holder = Record<string, unknown>;

/** @throws for what JSON cannot hold, and what a getter, a trap or a `toJSON` throws. `undefined` for what it leaves out. */
export function heldByJson(holder: object, key: string): unknown {
  const value = unboxed(afterToJson((holder as Holder)[key], key));
  if (value === null || typeof value === "boolean" || typeof value === "string") return value;
  if (typeof value === "number") return Number.isFinite(value) ? new Digits(String(value)) : null;
  if (typeof value === "bigint") return new Digits(String(value));
  if (typeof value !== "object") return undefined;
  const { isRawJSON } = JSON as unknown as { isRawJSON(value: unknown): value is { rawJSON: string } };
  if (isRawJSON(value)) return readJson(value.rawJSON);
  return heldByObject(value);
}

/** The objects that are being read: one within itself is a cycle. */
const open: object[] = [];

function heldByObject(value: object): unknown {
  if (open.includes(value)) throw new TypeError("a cycle");
  open.push(value);
  try {
    if (Array.isArray(value))
      return Array.from({ length: value.length }, (_, index) => heldByJson(value, String(index)) ?? null);
    const members = Object.keys(value).map((key) => [key, heldByJson(value, key)]);
    return Object.fromEntries(members.filter(([, held]) => held !== undefined));
  } finally {
    open.pop();
  }
}

function afterToJson(value: unknown, key: string): unknown {
  if (typeof value !== "function" && (typeof value !== "object" || value === null)) return value;
  const { toJSON } = value as { toJSON?: unknown };
  if (typeof toJSON !== "function") return value;
  const given: unknown = Reflect.apply(toJSON, value, [key]);
  if (typeof given === "bigint") throw new TypeError("a bigint that is not the caller's own");
  return given;
}

/** Of a boxed primitive, the primitive; a boxed bigint is none that JSON holds. */
function unboxed(value: unknown): unknown {
  if (types.isNumberObject(value)) return Number(value);
  if (types.isStringObject(value)) return String(value);
  if (types.isBooleanObject(value)) return Boolean.prototype.valueOf.call(value);
  if (types.isBigIntObject(value)) throw new TypeError("a boxed bigint");
  return value;
}

type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown;

/** What a JSON text holds, its numbers by their digits. @throws SyntaxError */
export function readJson(text: string): unknown {
  const revive: Reviver = (_key, value, { source = "" }) => {
    if (typeof value !== "number") return value;
    return new Digits(/^-?\d+$/.test(source) ? source : String(value));
  };
  return JSON.parse(text, revive as (key: string, value: unknown) => unknown);
}
