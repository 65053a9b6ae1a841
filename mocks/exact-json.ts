/** JSON as the service reads it: an integer is exact, however it is written, and what is none never passes for one. */

// TypeScript's libraries do not declare the third argument of the reviver yet.
interface SourceJSON {
  parse(
    text: string,
    reviver: (key: string, value: unknown, context?: { source?: string }) => unknown,
  ): unknown;
}

// A double holds every number of fewer than 16 digits well enough to tell whether it is an integer, exponents apart.
const MAY_BE_INEXACT = /[\d.]{16}|\d[eE]/;

/**
 * The value of a JSON text. Where the runtime gives a number's source text (Node 22 and today's browsers), an integer
 * beyond 2^53-1 becomes a bigint, and a fraction that a double would round to an integer becomes NaN.
 *
 * @throws SyntaxError where the text is not JSON.
 */
export function parseExactJson(text: string): unknown {
  if (!MAY_BE_INEXACT.test(text)) return JSON.parse(text);
  return (JSON as SourceJSON).parse(text, (_key, value, context) =>
    typeof value === "number" && context?.source ? exactly(value, context.source) : value,
  );
}

const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;
/** Past this, the number is Infinity, a few bytes of exponent would cost megabytes of digits, and Firefox's bigints end. */
const MAX_DIGITS = 1000;

function exactly(value: number, source: string): number | bigint {
  const [, sign = "", whole = "", fraction = "", exponent = ""] = NUMBER.exec(source) ?? [];
  const point = Math.max(whole.length + Number(exponent), 0);
  if (point > MAX_DIGITS) return value;
  const digits = (whole + fraction).padEnd(point, "0");
  if (/[1-9]/.test(digits.slice(point))) return Number.isInteger(value) ? Number.NaN : value;
  return Number.isSafeInteger(value) ? value : BigInt(`${sign}${digits.slice(0, point)}`);
}
