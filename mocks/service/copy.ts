/**
 * Copies plain data, without members that are undefined. Not structuredClone: in Jest it creates objects of another
 * realm, which strict equality rejects.
 *
 * @param change applied to every string, except for the names of members
 */
export function copy<T>(value: T, change?: (text: string) => string): T;
export function copy(value: unknown, change: (text: string) => string = (text) => text): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((item) => copy(item, change));
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return Object.fromEntries(members.map(([name, member]) => [name, copy(member, change)]));
}
