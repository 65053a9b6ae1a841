/**
 * A second implementation of JSON.stringify, by the text of ECMA-262 ("SerializeJSONProperty") and without the client's
 * code. It returns values, not text, so that they can be compared with a parsed body. In addition, it writes a bigint
 * as a number.
 */
import { types } from "node:util";

/** The exact digits of a number. */
class Digits {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Holder = Record<string, unknown>;

/**
 * The value of `holder[key]` in JSON, or `undefined` if JSON omits it.
 *
 * @throws if JSON cannot represent it, or if a getter, a trap or a `toJSON` throws
 */
export function toJsonValue(holder: object, key: string): unknown {
  const value = unbox(callToJson((holder as Holder)[key], key));
  if (value === null || typeof value === "boolean" || typeof value === "string") return value;
  if (typeof value === "number") return Number.isFinite(value) ? new Digits(String(value)) : null;
  if (typeof value === "bigint") return new Digits(String(value));
  if (typeof value !== "object") return undefined;
  const { isRawJSON } = JSON as unknown as { isRawJSON(value: unknown): value is { rawJSON: string } };
  if (isRawJSON(value)) return parseJsonExactly(value.rawJSON);
  return objectToJsonValue(value);
}

/** The objects around the current value, to detect cycles. */
const ancestors: object[] = [];

function objectToJsonValue(value: object): unknown {
  if (ancestors.includes(value)) throw new TypeError("a cycle");
  ancestors.push(value);
  try {
    if (Array.isArray(value))
      return Array.from({ length: value.length }, (_, index) => toJsonValue(value, String(index)) ?? null);
    const members = Object.keys(value).map((key) => [key, toJsonValue(value, key)]);
    return Object.fromEntries(members.filter(([, member]) => member !== undefined));
  } finally {
    ancestors.pop();
  }
}

function callToJson(value: unknown, key: string): unknown {
  if (typeof value !== "function" && (typeof value !== "object" || value === null)) return value;
  const { toJSON } = value as { toJSON?: unknown };
  if (typeof toJSON !== "function") return value;
  const returned: unknown = Reflect.apply(toJSON, value, [key]);
  if (typeof returned === "bigint") throw new TypeError("a bigint from a toJSON method");
  return returned;
}

/** Unwraps a boxed primitive. */
function unbox(value: unknown): unknown {
  if (types.isNumberObject(value)) return Number(value);
  if (types.isStringObject(value)) return String(value);
  if (types.isBooleanObject(value)) return Boolean.prototype.valueOf.call(value);
  if (types.isBigIntObject(value)) throw new TypeError("a boxed bigint");
  return value;
}

type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown;

/** Parses JSON, with numbers as {@link Digits}. @throws SyntaxError */
export function parseJsonExactly(text: string): unknown {
  const revive: Reviver = (_key, value, { source = "" }) => {
    if (typeof value !== "number") return value;
    return new Digits(/^-?\d+$/.test(source) ? source : String(value));
  };
  return JSON.parse(text, revive as (key: string, value: unknown) => unknown);
}
