/**
 * Generates any JavaScript value as the source text of an expression. A failing value can be read and pasted into a
 * test, each evaluation creates a new one, and fast-check itself never touches a getter or a Proxy that throws.
 */
import fc from "fast-check";

/** Source text of an expression. */
export type Source = fc.Arbitrary<string>;

/** Returns the value of an expression. @param names variables that the expression may use. */
export function evaluate(source: string, names: Record<string, unknown> = {}): unknown {
  const make = new Function(...Object.keys(names), `"use strict"; return (${source});`);
  return make(...Object.values(names));
}

/** UTF-16 code units in any order, so that there are lone surrogates too. */
const codeUnits = fc
  .array(fc.oneof(fc.nat(0xffff), fc.integer({ min: 0xd7ff, max: 0xe000 })), { maxLength: 8 })
  .map((units) => String.fromCharCode(...units));

const words = (text: string) => text.trim().split(/\s+/);

const SPECIAL_STRINGS = ["", ...words("__proto__ toJSON constructor then 0 -1 1e3 id name tag length")];

export const string: Source = fc.oneof(
  { weight: 20, arbitrary: fc.string().map((text) => JSON.stringify(text)) },
  { weight: 10, arbitrary: fc.string({ unit: "binary" }).map((text) => JSON.stringify(text)) },
  { weight: 10, arbitrary: codeUnits.map((text) => JSON.stringify(text)) },
  { weight: 10, arbitrary: fc.constantFrom(...SPECIAL_STRINGS).map((text) => JSON.stringify(text)) },
);

const hugeString: Source = fc.constantFrom('"fern ".repeat(200_000)', '"\\ud800".repeat(100_000)');

const number: Source = fc.oneof(
  fc.constantFrom(...words("0 -0 1 -1 42 0.1 NaN Infinity -Infinity 2**53 2**63 1e21 5e-324")),
  fc.maxSafeInteger().map(String),
  fc.double().map((value) => (Object.is(value, -0) ? "-0" : String(value))),
);

export const int64: Source = fc.oneof(
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((value) => `${value}n`),
  fc.constantFrom("0n", "2n ** 53n", "2n ** 63n - 1n", "-(2n ** 63n)"),
);

const bigint: Source = fc.oneof(
  int64,
  fc.bigInt().map((value) => `${value}n`),
  fc.constantFrom("2n ** 63n", "-(2n ** 63n) - 1n", "10n ** 400n", "-(10n ** 1200n)"),
);

const SINGLE_VALUES = [
  "undefined",
  "null",
  "true",
  "false",
  "Symbol()",
  "Symbol.iterator",
  'Symbol.for("plant-store-sdk.failure")',
  "new Date(0)",
  "new Date(NaN)",
  "/fern/g",
  "new Error('leaf')",
  "new Uint8Array([1, 2])",
  "new Float64Array([NaN, -0])",
  "new BigInt64Array([5n])",
  "new ArrayBuffer(4)",
  "new DataView(new ArrayBuffer(2))",
  'JSON.rawJSON("12345678901234567890.10")',
  'new URL("https://plants.example/?q#h")',
  'new Headers({ "x-shelf": "3" })',
  "new Response('{}')",
  "class {}",
  "function fern() {}",
  "Math",
  "new (class { #own = 1; toJSON() { return this.#own; } })()",
  "((o) => (o.self = o))({})",
  "((a) => (a.push(a), a))([1])",
  "new Proxy({}, {})",
  ...["{}", "[]", "() => 1"].map(
    (target) => `((it) => (it.revoke(), it.proxy))(Proxy.revocable(${target}, {}))`,
  ),
];

/** Nested so deeply that a recursive function exceeds the stack. */
const deep: Source = fc.constantFrom("[v]", "{ v }").map((level) => {
  return `(() => { let v = 1; for (let depth = 0; depth < 20_000; depth++) v = (${level}); return v; })()`;
});

const leaf: Source = fc.oneof(
  { weight: 60, arbitrary: fc.constantFrom(...SINGLE_VALUES) },
  { weight: 30, arbitrary: string },
  { weight: 30, arbitrary: number },
  { weight: 20, arbitrary: bigint },
);

const specialString = fc.constantFrom(...SPECIAL_STRINGS).map((text) => JSON.stringify(text));
const key: Source = fc.oneof(specialString, string);

const TRAPS = words(`
  get set has ownKeys getOwnPropertyDescriptor defineProperty deleteProperty getPrototypeOf setPrototypeOf
  isExtensible preventExtensions apply construct
`);

/** A member of an object literal. `value` is what it holds, or what its getter returns or throws. */
export function member(value: Source): Source {
  return fc.oneof(
    { weight: 8, arbitrary: fc.tuple(key, value).map(([k, v]) => `[${k}]: ${v}`) },
    fc.tuple(key, value).map(([k, v]) => `get [${k}]() { return ${v}; }`),
    fc.tuple(key, value).map(([k, v]) => `get [${k}]() { throw ${v}; }`),
    fc.tuple(key, value).map(([k, v]) => `[${k}]() { return ${v}; }`),
    key.map((k) => `set [${k}](_) {}`),
    value.map((v) => `[Symbol("key")]: ${v}`),
  );
}

function literal(member: Source): Source {
  return fc.array(member, { maxLength: 3 }).map((members) => `{ ${members.join(", ")} }`);
}

/** A Proxy trap that throws or returns a wrong result. */
export function trap(value: Source): Source {
  return fc.oneof(
    fc.tuple(fc.constantFrom(...TRAPS), value).map(([name, v]) => `${name}() { throw ${v}; }`),
    value.map((v) => `get: () => (${v})`),
    value.map(
      (v) => `getOwnPropertyDescriptor: () => ({ value: ${v}, enumerable: true, configurable: true })`,
    ),
    fc.constantFrom(
      "has: () => true",
      "getPrototypeOf: () => null",
      'ownKeys: () => ["id", "name", "other", Symbol.iterator]',
      "ownKeys: () => []",
    ),
  );
}

/** Wraps a value in others. They return the same at every read. */
function stableCompounds(value: Source): Source[] {
  const object = literal(member(value));
  const two = fc.tuple(value, value);
  return [
    object,
    object,
    fc.array(value, { maxLength: 3 }).map((items) => `[${items.join(", ")}]`),
    two.map(([v, w]) => `[${v}, , ${w}]`),
    two.map(([v, w]) => `new Map([[${v}, ${w}]])`),
    value.map((v) => `new Set([${v}])`),
    value.map((v) => `Object(${v})`),
    value.map((v) => `() => (${v})`),
    value.map((v) => `() => { throw ${v}; }`),
    two.map(([v, w]) => `Object.defineProperty({ shown: ${v} }, "hidden", { value: ${w} })`),
    object.map((o) => `Object.freeze(${o})`),
    object.map((o) => `Object.setPrototypeOf(${o}, null)`),
    fc.tuple(object, value).map(([o, v]) => `Object.setPrototypeOf(${o}, Object(${v}))`),
    fc.tuple(object, fc.array(trap(value), { minLength: 1, maxLength: 2 })).map(([o, traps]) => {
      return `new Proxy(${o}, { ${traps.join(", ")} })`;
    }),
    value.map((v) => `new Proxy([${v}], {})`),
    value.map((v) => `{ toJSON() { return ${v}; } }`),
    value.map((v) => `{ toJSON() { throw ${v}; } }`),
    two.map(([v, w]) => `new (class Plant { shown = ${v}; get other() { return ${w}; } })()`),
    value.map((v) => `((o) => Object.assign(o, { self: o, ["v"]: ${v} }))({})`),
    two.map(([v, w]) => `Object.assign(new Error("broken"), { code: ${v}, cause: ${w} })`),
  ];
}

/** Wraps a value in objects that return something else at each read, in thenables, promises and aborted signals. */
function changingCompounds(value: Source): Source[] {
  const two = fc.tuple(value, value);
  return [
    fc
      .tuple(key, two)
      .map(([k, [v, w]]) => `((n) => ({ get [${k}]() { return n++ % 2 ? ${v} : ${w}; } }))(0)`),
    two.map(([v, w]) => `((n) => new Proxy({}, { get: () => (n++ % 2 ? ${v} : ${w}) }))(0)`),
    value.map((v) => `{ then(done) { done(${v}); } }`),
    value.map((v) => `{ then(_, fail) { fail(${v}); } }`),
    value.map((v) => `{ get then() { throw ${v}; } }`),
    value.map((v) => `((p) => (p.then(() => {}, () => {}), p))(Promise.resolve(${v}))`),
    value.map((v) => `((p) => (p.then(() => {}, () => {}), p))(Promise.reject(${v}))`),
    value.map((v) => `AbortSignal.abort(${v})`),
  ];
}

function values(
  compounds: (value: Source) => Source[],
  others: { weight: number; arbitrary: Source }[],
): Source {
  return fc.letrec<{ value: string }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3, depthSize: "small" },
      { weight: 200, arbitrary: leaf },
      ...others,
      ...compounds(tie("value")).map((arbitrary) => ({ weight: 10, arbitrary })),
    ),
  })).value;
}

/** Any value that returns the same at every read and is not nested too deeply for a recursive function. */
export const stableValue: Source = values(stableCompounds, []);

/** Any value. */
export const anyValue: Source = values(
  (value) => [...stableCompounds(value), ...changingCompounds(value)],
  [{ weight: 1, arbitrary: fc.oneof(hugeString, deep) }],
);

/** Usually a valid value, sometimes an invalid one. */
export function mostly(valid: Source, invalid: Source): Source {
  return fc.oneof({ weight: 12, arbitrary: valid }, { weight: 1, arbitrary: invalid });
}
