/** JSON with exact integers. `JSON` alone rounds large ones and rejects bigints. */

// TypeScript's libraries do not declare `rawJSON` and the reviver's third argument yet.
interface ExactJSON {
  rawJSON?: (text: string) => unknown;
  parse(
    text: string,
    reviver: (key: string, value: unknown, context?: { source?: string }) => unknown,
  ): unknown;
}

/**
 * Works like `JSON.stringify`, but writes a bigint as a bare integer, even if the host program has defined
 * `BigInt.prototype.toJSON`.
 *
 * @throws TypeError if JSON cannot hold the value: a cycle, or a bigint in a runtime without `JSON.rawJSON`
 */
export function stringifyJson(value: unknown, indent?: number): string | undefined {
  return JSON.stringify(value, writeBigInt, indent);
}

function writeBigInt(this: Record<string, unknown>, key: string, value: unknown): unknown {
  // `value` is the result of toJSON; the holder still has the original.
  const original = this[key];
  if (typeof original !== "bigint") return value;
  const { rawJSON } = JSON as ExactJSON;
  if (!rawJSON) throw new TypeError("this runtime cannot write a bigint");
  return rawJSON(String(original));
}

/** An integer beyond 2^53 has at least 16 digits. Shorter texts take the fast path. */
const MAY_BE_BEYOND_2_53 = /\d{16}/;

/** A longer bigint would block a page for seconds, and Firefox's bigints end at 315,652 digits. */
const INTEGER = /^-?\d{1,999}$/;

/**
 * Works like `JSON.parse`, but returns a bigint for an integer beyond 2^53-1. An integer with a decimal point, an
 * exponent or more than 999 digits stays a number, and so does every number in a runtime that does not expose the
 * source text of numbers (Node before 22).
 *
 * @throws SyntaxError if the text is not JSON
 */
export function parseJson(text: string): unknown {
  if (!MAY_BE_BEYOND_2_53.test(text)) return JSON.parse(text);
  return (JSON as ExactJSON).parse(text, (_key, value, { source = "" } = {}) =>
    INTEGER.test(source) ? readNumber(source) : value,
  );
}

/** Works like {@link parseJson}, but returns undefined if the text is not JSON: the error would quote it. */
export function tryParseJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** Works like `Number`, but returns a bigint for an integer beyond 2^53-1 of up to 999 digits. */
export function readNumber(text: string): number | bigint {
  const number = Number(text);
  return INTEGER.test(text) && !Number.isSafeInteger(number) ? BigInt(text) : number;
}

/** What a service says of a failure, in the order of preference: `detail` and `title` are of problem details (RFC 9457). */
const REASONS = ["message", "detail", "title", "error"];

/** The first text of an object that says why a request failed. */
export const readReason = (body: unknown): string | undefined =>
  REASONS.map((field) => Object(body)[field]).find((value) => value && typeof value === "string");
