/** JSON with one spelling per value, to recognize a plant that was reformatted. */

/**
 * Writes a value as JSON with sorted keys, exact integers and no white space. Returns `undefined` for what JSON leaves
 * out, such as a function.
 *
 * Never change what it writes: journals contain hashes of it, and a plant that is no longer recognized is sent again.
 */
export function canonicalJson(value: unknown): string | undefined {
  if (typeof value === "bigint") return String(value);
  const plain = hasToJSON(value) ? value.toJSON("") : value;
  if (typeof plain !== "object" || plain === null) return JSON.stringify(plain);
  if (Array.isArray(plain)) return `[${plain.map((item) => canonicalJson(item) ?? "null").join(",")}]`;
  const members = Object.entries(plain)
    .sort(([a], [b]) => (a < b ? -1 : 1)) // By UTF-16 code units, not by the user's language.
    .map(([name, member]) => [JSON.stringify(name), canonicalJson(member)] as const)
    .filter(([, json]) => json !== undefined);
  return `{${members.map(([name, json]) => `${name}:${json}`).join(",")}}`;
}

function hasToJSON(value: unknown): value is { toJSON(key: string): unknown } {
  return typeof (value as { toJSON?: unknown } | null | undefined)?.toJSON === "function";
}
