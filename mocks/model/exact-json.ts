/** JSON as the service reads it: every integer is exact in any notation, and a fraction never becomes an integer. */

// TypeScript's libraries do not declare the reviver's third argument yet.
interface SourceJSON {
  parse(
    text: string,
    reviver: (key: string, value: unknown, context?: { source?: string }) => unknown,
  ): unknown;
}

/** A double is precise enough for a number of fewer than 16 digits without an exponent. Such texts take the fast path. */
const MAY_BE_INEXACT = /[\d.]{16}|\d[eE]/;

/**
 * Works like `JSON.parse`, but returns a bigint for an integer beyond 2^53-1, and NaN for a fraction that a double
 * would round to an integer. Needs a runtime that exposes the source text of numbers (Node 22, current browsers).
 *
 * @throws SyntaxError if the text is not JSON
 */
export function parseExactJson(text: string): unknown {
  if (!MAY_BE_INEXACT.test(text)) return JSON.parse(text);
  return (JSON as SourceJSON).parse(text, (_key, value, context) =>
    typeof value === "number" && context?.source ? toExactNumber(value, context.source) : value,
  );
}

const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** Beyond this, a few bytes of exponent could cost megabytes of digits. Firefox's bigints end at 315,652 digits. */
const MAX_DIGITS = 1000;

function toExactNumber(value: number, source: string): number | bigint {
  const [, sign = "", whole = "", fraction = "", exponent = ""] = NUMBER.exec(source) ?? [];
  const point = Math.max(whole.length + Number(exponent), 0);
  if (point > MAX_DIGITS) return value;
  const digits = (whole + fraction).padEnd(point, "0");
  if (/[1-9]/.test(digits.slice(point))) return Number.isInteger(value) ? Number.NaN : value;
  return Number.isSafeInteger(value) ? value : BigInt(`${sign}${digits.slice(0, point)}`);
}

/**
 * Older versions do not expose the digits of a number in JSON, so large ids would be rounded silently.
 *
 * @throws Error on Node before 22
 */
export function rejectOldNode(caller: string): void {
  const version = globalThis.process?.versions?.node;
  if (version === undefined || Number.parseInt(version, 10) >= 22) return;
  throw new Error(`${caller}: the mock needs Node 22.13 or later, but this is Node ${version}. Update Node.`);
}
