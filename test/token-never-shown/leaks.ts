/** Finds a secret in all strings reachable from a value, and in all ways to print it. */
import { inspect } from "node:util";

/** Each place where a value contains the secret, as `place: text`. */
export function leaksOf(secret: string, value: unknown): string[] {
  const found = [...stringsIn(value), ...printedFormsOf(value)].filter(([, text]) =>
    containsSecret(text, secret),
  );
  return found.map(([place, text]) => `${place}: ${lineWithSecret(text, secret)}`);
}

/** Whether a text contains the secret, in any case, also escaped as in JSON, URLs or HTML. */
export function containsSecret(text: string, secret: string): boolean {
  if (text.length < secret.length) return false;
  const lowerSecret = secret.toLowerCase();
  const lower = text.toLowerCase();
  return (
    lower.includes(lowerSecret) || (/[\\%&]/.test(text) && unescaped(lower).includes(unescaped(lowerSecret)))
  );
}

const ESCAPED = /(?:\\u00|\\x|%|&#x0*)([0-9a-f]{2});?|&#0*(\d+);|&(\w+);|\\(.)/g;
const HTML_SIGNS: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** Unescapes repeatedly, because text can be escaped more than once. */
function unescaped(text: string): string {
  let escaped = "";
  let plain = text;
  for (let round = 0; round < 4 && plain !== escaped; round++) {
    escaped = plain;
    plain = escaped.replace(ESCAPED, (_, hex, decimal, name, character) => {
      if (hex || decimal) return String.fromCharCode(hex ? Number(`0x${hex}`) : decimal).toLowerCase();
      return character ?? HTML_SIGNS[name] ?? "";
    });
  }
  return plain;
}

function lineWithSecret(text: string, secret: string): string {
  const line = text.split("\n").find((line) => containsSecret(line, secret)) ?? text;
  return line.length > 300 ? `${line.slice(0, 300)}…` : line;
}

type Found = [place: string, text: string];

/** All ways in which programs, loggers and debuggers print or copy a value. */
function printedFormsOf(value: unknown): Found[] {
  const whole = { depth: Number.POSITIVE_INFINITY, maxArrayLength: null, maxStringLength: null };
  const forms: Record<string, () => unknown> = {
    "inspect, all shown": () => inspect(value, { ...whole, showHidden: true, getters: true }),
    "inspect of the bare object": () => inspect(value, { ...whole, customInspect: false, showProxy: true }),
    JSON: () => JSON.stringify(value),
    String: () => String(value),
    "inspect of a structured clone": () => inspect(structuredClone(value), { ...whole, showHidden: true }),
  };
  return Object.entries(forms).map(([form, print]) => [form, `${attempt(print)}`]);
}

/** Global objects, which contain no data of a call. */
const GLOBALS: unknown[] = [
  globalThis,
  ...[Object, Function, Array, Error, TypeError, AggregateError, Promise, String, Symbol].flatMap((type) => [
    type,
    type.prototype,
  ]),
];

/** Limits the search, because some objects reference the whole program. */
const MAX_VALUES = 20_000;

/** All reachable strings: property names and values, own and inherited, enumerable or not. */
function stringsIn(root: unknown): Found[] {
  const found: Found[] = [];
  const seen = new Set(GLOBALS);
  const queue: [place: string, value: unknown][] = [["it", root]];
  for (let next = queue.pop(); next; next = queue.pop()) {
    const [place, value] = next;
    if (typeof value === "string") found.push([place, value]);
    else if (typeof value === "symbol") found.push([place, String(value.description)]);
    if (!isObject(value) || seen.has(value) || seen.size > MAX_VALUES) continue;
    seen.add(value);
    for (const [key, inner] of contentsOf(value)) queue.push([`${place}.${String(key)}`, inner]);
  }
  return found;
}

function isObject(value: unknown): value is object {
  return (typeof value === "object" && value !== null) || typeof value === "function";
}

/** The property names, property values and elements of an object. */
function contentsOf(value: object): [key: PropertyKey, inner: unknown][] {
  const contents: [PropertyKey, unknown][] = [];
  let owner: object | null | undefined = value;
  while (owner && !GLOBALS.includes(owner)) {
    const current: object = owner;
    for (const key of attempt(() => Reflect.ownKeys(current)) ?? []) {
      contents.push(["a name", key], [key, attempt(() => Reflect.get(current, key, value))]);
    }
    owner = attempt(() => Object.getPrototypeOf(current));
  }
  if (value instanceof Headers || value instanceof Map || value instanceof Set) {
    contents.push(["elements", [...value]]);
  }
  // Node's errors can hold received bytes.
  if (ArrayBuffer.isView(value)) {
    return [["bytes", Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString("latin1")]];
  }
  return contents;
}

/** Returns `undefined` if the function throws, as some getters and revoked proxies do. */
export function attempt<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}
