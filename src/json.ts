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
  if (!rawJSON) throw new TypeError("this runtime cannot write a bigint");
  return rawJSON(String(original));
}

// Sixteen digits are the fewest that an integer beyond 2^53 has.
const MAY_BE_BEYOND_2_53 = /\d{16}/;

/**
 * The value of a JSON text. Where the runtime gives a number's source text (Node 22 and today's browsers), an
 * integer beyond 2^53-1 becomes a bigint; elsewhere, and where it is written with a point or an exponent or has more
 * than 999 digits, it is the nearest number.
 *
 * @throws SyntaxError where the text is not JSON.
 */
export function parseJson(text: string): unknown {
  if (!MAY_BE_BEYOND_2_53.test(text)) return JSON.parse(text);
  return (JSON as ExactJSON).parse(text, (_key, value, { source = "" } = {}) =>
    // Longer ones stay Infinity: as a bigint they would stop a page for seconds, or be too long for Firefox.
    /^-?\d{1,999}$/.test(source) && !Number.isSafeInteger(value) ? BigInt(source) : value,
  );
}
