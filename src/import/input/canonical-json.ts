/** JSON with one spelling per value, to recognize a plant that was reformatted. */

/**
 * Writes a value as JSON with sorted keys, exact integers and no white space.
 *
 * Never change what it writes: journals contain hashes of it, and a plant that is no longer recognized is sent again.
 *
 * @param value a copy that `copyJson` made
 */
export function canonicalJson(value: unknown): string {
  if (typeof value === "bigint") return String(value);
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  const members = Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1)) // By UTF-16 code units, not by the user's language.
    .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`);
  return `{${members.join(",")}}`;
}
