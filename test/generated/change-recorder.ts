/** Records attempts to modify an object or anything in it. */

export interface ChangeRecorder {
  /** Returns a Proxy of a value that records changes and prevents them. */
  watch: <T>(value: T) => T;
  /** The names of the traps that were called. */
  changes: string[];
}

const CHANGES = ["set", "defineProperty", "deleteProperty", "setPrototypeOf", "preventExtensions"] as const;

export function recordChanges(): ChangeRecorder {
  const changes: string[] = [];
  const watched = new WeakMap<object, unknown>();

  const handler: ProxyHandler<object> = {
    get(target, key) {
      const value: unknown = Reflect.get(target, key);
      const descriptor = Reflect.getOwnPropertyDescriptor(target, key);
      // A Proxy must return the original value of a property that is not configurable.
      return descriptor?.configurable === false ? value : watch(value);
    },
  };
  for (const change of CHANGES) {
    handler[change] = () => {
      changes.push(change);
      return false;
    };
  }

  /** Built-in objects are returned as they are: their methods do not work on a Proxy. */
  function watch<T>(value: T): T {
    if (!isPlain(value)) return value;
    if (!watched.has(value)) watched.set(value, new Proxy(value, handler));
    return watched.get(value) as T;
  }
  return { watch, changes };
}

function isPlain(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  try {
    const prototype: unknown = Object.getPrototypeOf(value);
    return Array.isArray(value) || prototype === null || Object.getPrototypeOf(prototype) === null;
  } catch {
    return false;
  }
}
