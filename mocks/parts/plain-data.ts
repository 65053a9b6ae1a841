/** Plain data: what JSON can hold, and bigints. */

/**
 * Copies plain data, without members that are undefined. Not structuredClone: in Jest it creates objects of another
 * realm, which strict equality rejects.
 *
 * @param change applied to every string, except for the names of members
 */
export function copyPlainData<T>(value: T, change?: (text: string) => string): T;
export function copyPlainData(value: unknown, change: (text: string) => string = (text) => text): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((item) => copyPlainData(item, change));
  if (typeof value !== "object" || value === null) return value;
  // Not Object.fromEntries, which takes several times as long. A member `__proto__` exists after the spread, so it is set.
  const copy: Record<string, unknown> = { ...value };
  for (const name in copy) {
    if (copy[name] === undefined) delete copy[name];
    else copy[name] = copyPlainData(copy[name], change);
  }
  return copy;
}

/** An upper estimate of the memory that plain data takes, bytes. */
export function estimateSize(value: unknown): number {
  if (typeof value === "string") return 2 * value.length + 16;
  if (typeof value !== "object" || value === null) return 16;
  let size = Array.isArray(value) ? 0 : 32;
  for (const name in value) size += estimateSize(value[name as keyof typeof value]) + 16;
  return size;
}
