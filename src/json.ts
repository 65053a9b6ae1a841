/** JSON that keeps every integer exact, where `JSON` alone rounds it to a double or refuses a bigint. */

// TypeScript's libraries declare neither of these two yet.
interface ExactJSON {
  rawJSON?: (text: string) => unknown;
  parse(
    text: string,
    reviver: (key: string, value: unknown, context?: { source?: string }) => unknown,
  ): unknown;
}

/**
 * The JSON text of a value, `undefined` where JSON has none (a function, a symbol). A bigint in it becomes a bare
 * integer, also where a host program has given `BigInt.prototype` a `toJSON`.
 *
 * @throws TypeError for what JSON cannot hold: a cycle, or a bigint in a runtime without `JSON.rawJSON`.
 */
export function stringifyJson(value: unknown): string | undefined {
  return JSON.stringify(value, writeBigInt);
}

function writeBigInt(this: Record<string, unknown>, key: string, value: unknown): unknown {
  // `value` has already been through toJSON; the object that holds it has the original.
  const original = this[key];
  if (typeof original !== "bigint") return value;
  const { rawJSON } = JSON as ExactJSON;
  if (rawJSON === undefined) throw new TypeError("this runtime cannot write a bigint");
  return rawJSON(String(original));
}

// Sixteen digits are the fewest that an integer beyond 2^53 has, unless it is written with an exponent.
const MAY_BE_BEYOND_2_53 = /[\d.]{16}|\d[eE]/;

/**
 * The value of a JSON text. Where the runtime gives a number's source text (Node 22 and today's browsers), an
 * integer beyond 2^53-1 becomes a bigint; elsewhere it is the nearest number.
 *
 * @param toBigInt reads the source text of a number that is no safe integer; `undefined` for what is no integer.
 * @throws SyntaxError where the text is not JSON.
 */
export function parseJson(text: string, toBigInt = fromDigits): unknown {
  if (!MAY_BE_BEYOND_2_53.test(text)) return JSON.parse(text);
  return (JSON as ExactJSON).parse(text, (_key, value, context) => {
    if (typeof value !== "number" || Number.isSafeInteger(value) || !context?.source) return value;
    return toBigInt(context.source) ?? value;
  });
}

function fromDigits(source: string): bigint | undefined {
  return /^-?\d+$/.test(source) ? BigInt(source) : undefined;
}

const NUMBER = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;
/** Past this, a few bytes of exponent would cost megabytes of digits, and the number is Infinity anyway. */
const MAX_EXPONENT = 400;

/** For {@link parseJson}: also the integers with a point or an exponent, such as `9007199254740993.0` and `1e18`. */
export function fromAnyNotation(source: string): bigint | undefined {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] = NUMBER.exec(source) ?? [];
  const shift = Number(exponent) - fraction.length;
  if (shift > MAX_EXPONENT) return undefined;
  const digits = whole + fraction + "0".repeat(Math.max(shift, 0));
  const point = Math.max(whole.length + Number(exponent), 0);
  if (/[1-9]/.test(digits.slice(point))) return undefined;
  return BigInt(`${sign}${digits.slice(0, point)}`);
}
