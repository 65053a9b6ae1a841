/** Where a secret shows: every string that can be reached from a value, and every way to print it. */
import { inspect } from "node:util";

/** Each place where a value shows the secret, as `place: what stands there`. */
export function sightingsOf(secret: string, value: unknown): string[] {
  const found: string[] = [];
  const add = (place: string, text: string) => found.push(`${place}: ${lineThatShows(text, secret)}`);
  for (const visited of stringsIn(value)) {
    const text = String(visited.value);
    if (shows(text, secret)) add(placeOf(visited), text);
  }
  for (const [place, text] of viewsOf(value)) if (shows(text, secret)) add(place, text);
  return found;
}

/** Whether a text holds the secret, in whatever case, and as JSON or a URL may write it. */
export function shows(text: string, secret: string): boolean {
  if (text.length < secret.length) return false;
  const sought = secret.toLowerCase();
  const lower = text.toLowerCase();
  return lower.includes(sought) || (/[\\%]/.test(text) && unescaped(lower).includes(unescaped(sought)));
}

/** In rounds, since `inspect` and JSON escape what is escaped already. */
function unescaped(text: string): string {
  let escaped = "";
  let plain = text;
  for (let round = 0; round < 4 && plain !== escaped; round++) {
    escaped = plain;
    plain = escaped.replace(/(?:\\u00|\\x|%)([0-9a-f]{2})|\\(.)/g, (_, hex, sign) =>
      hex === undefined ? sign : String.fromCharCode(Number.parseInt(hex, 16)).toLowerCase(),
    );
  }
  return plain;
}

function lineThatShows(text: string, secret: string): string {
  const line = text.split("\n").find((one) => shows(one, secret)) ?? text;
  return line.length > 300 ? `${line.slice(0, 300)}…` : line;
}

/** How a program, a logger or a debugger would print a value, or pass it on. */
function viewsOf(value: unknown): [place: string, text: string][] {
  const whole = { depth: Number.POSITIVE_INFINITY, maxArrayLength: null, maxStringLength: null };
  const views: Record<string, () => unknown> = {
    "inspect, all shown": () => inspect(value, { ...whole, showHidden: true, getters: true }),
    "inspect of the bare object": () => inspect(value, { ...whole, customInspect: false, showProxy: true }),
    JSON: () => JSON.stringify(value),
    String: () => String(value),
    "inspect of a structured clone": () => inspect(structuredClone(value), { ...whole, showHidden: true }),
  };
  return Object.entries(views).map(([place, view]) => [place, String(attempt(view))]);
}

/** A value, and the way to it, from behind. */
interface Visited {
  value: unknown;
  key: PropertyKey;
  from?: Visited;
}

/** Where the platform's own objects begin: they are the same for all, and hold nothing of a call. */
const SHARED: unknown[] = [
  globalThis,
  ...[Object, Function, Array, Error, TypeError, AggregateError, Promise, String, Symbol].flatMap(
    (shared) => [shared, shared.prototype],
  ),
];

/** More than any value of a call has; objects that lead everywhere end here. */
const MOST_VALUES = 20_000;

/** Every string that can be reached: names and values, own and inherited, listed or not. */
function stringsIn(root: unknown): Visited[] {
  const found: Visited[] = [];
  const seen = new Set(SHARED);
  const waiting: Visited[] = [{ value: root, key: "it" }];
  for (let visited = waiting.pop(); visited !== undefined; visited = waiting.pop()) {
    const { value } = visited;
    if (typeof value === "string" || typeof value === "symbol") found.push(visited);
    if (!isObject(value) || seen.has(value) || seen.size > MOST_VALUES) continue;
    seen.add(value);
    for (const [key, inner] of contentsOf(value)) waiting.push({ value: inner, key, from: visited });
  }
  return found;
}

function placeOf({ key, from }: Visited): string {
  return from === undefined ? String(key) : `${placeOf(from)}.${String(key)}`;
}

function isObject(value: unknown): value is object {
  return (typeof value === "object" && value !== null) || typeof value === "function";
}

/** What an object leads to: the names and values of its properties, and its elements. */
function contentsOf(value: object): [key: PropertyKey, inner: unknown][] {
  const contents: [PropertyKey, unknown][] = [];
  let owner: object | null | undefined = value;
  while (owner && !SHARED.includes(owner)) {
    const current: object = owner;
    for (const key of attempt(() => Reflect.ownKeys(current)) ?? []) {
      contents.push(["a name", key], [key, attempt(() => Reflect.get(current, key, value))]);
    }
    owner = attempt(() => Object.getPrototypeOf(current));
  }
  if (value instanceof Headers || value instanceof Map || value instanceof Set) {
    contents.push(["elements", [...value]]);
  }
  // Node's errors may hold what arrived as bytes.
  if (ArrayBuffer.isView(value)) {
    return [["bytes", Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString("latin1")]];
  }
  return contents;
}

/** Some getters work on their instances alone, some values cannot be printed, and a revoked proxy does nothing. */
export function attempt<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}
