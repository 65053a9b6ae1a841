/** Sees what is done to an object and to all that it holds. */

/** What an object is given to, and what was done to it. */
export interface Recorder {
  /** A stand-in for a value that does as the value does. */
  watch: <T>(value: T) => T;
  /** Changes that were tried, by their traps. */
  changes: string[];
}

const CHANGES = ["set", "defineProperty", "deleteProperty", "setPrototypeOf", "preventExtensions"] as const;

export function recorder(): Recorder {
  const changes: string[] = [];
  const watched = new WeakMap<object, unknown>();

  const handler: ProxyHandler<object> = {
    get(target, key) {
      const value: unknown = Reflect.get(target, key);
      const descriptor = Reflect.getOwnPropertyDescriptor(target, key);
      // A proxy must show what is fixed as it is.
      return descriptor?.configurable === false ? value : watch(value);
    },
  };
  for (const change of CHANGES) {
    handler[change] = () => {
      changes.push(change);
      return false;
    };
  }

  /** What is built in is not watched: it does not work but as itself, and its state is out of a proxy's sight. */
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
