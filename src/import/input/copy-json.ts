/** Copies a value, so that what is hashed and validated now is what is sent later. */

// TypeScript's libraries do not declare it yet.
interface RawJSON {
  isRawJSON?: (value: unknown) => boolean;
}

/**
 * Copies what JSON keeps of a value, and reads each property once. The caller may reuse the object, and a getter may
 * return something else next time. Returns `undefined` for what JSON leaves out, such as a function.
 *
 * @param key what JSON passes to a `toJSON` method
 * @throws RangeError if the value is nested too deeply, or contains a cycle
 */
export function copyJson(value: unknown, key = ""): unknown {
  const plain = hasToJSON(value) ? value.toJSON(key) : value;
  if (typeof plain === "function" || typeof plain === "symbol") return undefined;
  if (typeof plain !== "object" || plain === null) return plain;
  if (plain instanceof Number || plain instanceof String || plain instanceof Boolean) return plain.valueOf();
  if ((JSON as RawJSON).isRawJSON?.(plain)) return plain; // It is frozen.
  if (Array.isArray(plain)) return Array.from(plain, (item, index) => copyJson(item, String(index)) ?? null);
  const copy: Record<string, unknown> = {};
  for (const name of Object.keys(plain)) {
    const member = copyJson((plain as Record<string, unknown>)[name], name);
    if (member === undefined) continue;
    if (name === "__proto__") Object.defineProperty(copy, name, { value: member, enumerable: true });
    else copy[name] = member;
  }
  return copy;
}

function hasToJSON(value: unknown): value is { toJSON(key: string): unknown } {
  // A bigint may have one that the host program defined. The client ignores it, too.
  if (typeof value !== "object" || value === null) return false;
  return typeof (value as { toJSON?: unknown }).toJSON === "function";
}
