/**
 * Generates any JavaScript value as the source text of an expression. A failing value can be read and pasted into a
 * test, each evaluation creates a new one, and fast-check itself never touches a getter or a Proxy that throws.
 */
import fc from "fast-check";

export type Source = fc.Arbitrary<string>;

/** Returns the value of an expression. @param names variables that the expression may use. */
export function evaluate(source: string, names: Record<string, unknown> = {}): unknown {
  const make = new Function(...Object.keys(names), `"use strict"; return (${source});`);
  return make(...Object.values(names));
}

/** Source text with generated parts. */
export function js({ raw }: TemplateStringsArray, ...parts: Source[]): Source {
  return fc.tuple(...parts).map((all) => String.raw({ raw }, ...all));
}

/** Up to `maxLength` sources, separated by commas. */
export function list(source: Source, maxLength = 3): Source {
  return fc.array(source, { maxLength }).map((all) => all.join(", "));
}

/** Usually a valid value, sometimes an invalid one. */
export function mostly(valid: Source, invalid: Source): Source {
  return fc.oneof({ weight: 12, arbitrary: valid }, { weight: 1, arbitrary: invalid });
}

/** UTF-16 code units in any order, so that there are lone surrogates too. */
const codeUnit = fc
  .oneof(fc.nat(0xffff), fc.integer({ min: 0xd7ff, max: 0xe000 }))
  .map((unit) => String.fromCharCode(unit));

const words = (text: string) => fc.constantFrom(...text.trim().split(/\s+/));

const text = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({ unit: codeUnit, maxLength: 8 }),
  words("__proto__ toJSON constructor then 0 -1 1e3 id name tag length"),
);
export const string: Source = text.map((text) => JSON.stringify(text));

const SINGLE_VALUES = [
  ...["Symbol()", "Symbol.iterator", 'Symbol.for("plant-store-sdk.failure.1")', "/fern/g", "class {}"],
  ...["2 ** 53", "2n ** 63n", "-(2n ** 63n) - 1n", "-(10n ** 1200n)", "new Error('leaf')"],
  ...["new ArrayBuffer(4)", "new DataView(new ArrayBuffer(2))"],
  'JSON.rawJSON("12345678901234567890.10")',
  'new URL("https://plants.example/?q#h")',
  'new Headers({ "x-shelf": "3" })',
  "new Response('{}')",
  "new (class { #own = 1; toJSON() { return this.#own; } })()",
  "((o) => (o.self = o))({})",
  "((a) => (a.push(a), a))([1])",
  "new Proxy({}, {})",
  ...["{}", "[]", "() => 1"].map((of) => `((it) => (it.revoke(), it.proxy))(Proxy.revocable(${of}, {}))`),
];

/** Primitive values, arrays, maps, sets, dates, typed arrays, boxed values and plain objects. */
const kinds = { withBigInt: true, withBoxedValues: true, withDate: true, withMap: true, withSet: true };
const others = { withNullPrototype: true, withTypedArray: true };
const plain: Source = fc
  .anything({ key: text, maxDepth: 2, maxKeys: 3, ...kinds, ...others })
  .map(fc.stringify);

const primitive: Source = fc.anything({ maxDepth: 0, withBigInt: true }).map(fc.stringify);

const leaf: Source = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...SINGLE_VALUES) },
  { weight: 3, arbitrary: primitive },
  plain,
  string,
);

/** Too long, or nested so deeply that a recursive function exceeds the stack. */
const huge: Source = fc.constantFrom(
  '"fern ".repeat(200_000)',
  '"\\ud800".repeat(100_000)',
  ...["[v]", "{ v }"].map((level) => {
    return `(() => { let v = 1; for (let depth = 0; depth < 20_000; depth++) v = (${level}); return v; })()`;
  }),
);

/** A member of an object literal. `value` is what it holds, or what its getter returns or throws. */
export function member(value: Source): Source {
  return fc.oneof(
    { weight: 8, arbitrary: js`[${string}]: ${value}` },
    js`get [${string}]() { return ${value}; }`,
    js`get [${string}]() { throw ${value}; }`,
    js`[${string}]() { return ${value}; }`,
    js`set [${string}](_) {}`,
    js`[Symbol("key")]: ${value}`,
  );
}

const TRAPS = words(`
  get set has ownKeys getOwnPropertyDescriptor defineProperty deleteProperty getPrototypeOf setPrototypeOf
  isExtensible preventExtensions apply construct
`);

/** A Proxy trap that throws or returns a wrong result. */
function trap(value: Source): Source {
  return fc.oneof(
    js`${TRAPS}() { throw ${value}; }`,
    js`get: () => (${value})`,
    js`getOwnPropertyDescriptor: () => ({ value: ${value}, enumerable: true, configurable: true })`,
    fc.constantFrom("has: () => true", "getPrototypeOf: () => null", "ownKeys: () => []"),
    js`ownKeys: () => ["id", "name", "other", Symbol.iterator]`,
  );
}

/** An object in every form that an object with these members can have. */
export function formsOf(object: Source, value: Source): Source[] {
  return [
    js`Object.freeze(${object})`,
    js`new Proxy(${object}, {})`,
    js`new Proxy(${object}, { ${trap(value)} })`,
    js`Object.setPrototypeOf(${object}, null)`,
    js`Object.setPrototypeOf(${object}, Object(${value}))`,
    js`Object.setPrototypeOf(${object}, (class Plant { get shelf() { return 3; } }).prototype)`,
    js`Object.create(${object})`,
  ];
}

/** Wraps a value in others. They return the same at every read. */
function stableCompounds(value: Source): Source[] {
  const object = js`{ ${list(member(value))} }`;
  return [
    object,
    object,
    ...formsOf(object, value),
    js`[${list(value)}]`,
    js`[${value}, , ${value}]`,
    js`new Map([[${value}, ${value}]])`,
    js`new Set([${value}])`,
    js`Object(${value})`,
    js`() => (${value})`,
    js`() => { throw ${value}; }`,
    js`Object.defineProperty({ shown: ${value} }, "hidden", { value: ${value} })`,
    js`new Proxy([${value}], {})`,
    js`{ toJSON() { return ${value}; } }`,
    js`{ toJSON() { throw ${value}; } }`,
    js`((o) => Object.assign(o, { self: o, ["v"]: ${value} }))({})`,
    js`Object.assign(new Error("broken"), { code: ${value}, cause: ${value} })`,
  ];
}

/** Wraps a value in objects that return something else at each read, in thenables, promises and aborted signals. */
function changingCompounds(value: Source): Source[] {
  return [
    js`((n) => ({ get [${string}]() { return n++ % 2 ? ${value} : ${value}; } }))(0)`,
    js`((n) => new Proxy({}, { get: () => (n++ % 2 ? ${value} : ${value}) }))(0)`,
    js`{ then(done) { done(${value}); } }`,
    js`{ then(_, fail) { fail(${value}); } }`,
    js`{ get then() { throw ${value}; } }`,
    js`((p) => (p.then(() => {}, () => {}), p))(Promise.resolve(${value}))`,
    js`((p) => (p.then(() => {}, () => {}), p))(Promise.reject(${value}))`,
    js`AbortSignal.abort(${value})`,
  ];
}

function values(compounds: (value: Source) => Source[], ...others: fc.WeightedArbitrary<string>[]): Source {
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
export const stableValue: Source = values(stableCompounds);

const allCompounds = (value: Source) => [...stableCompounds(value), ...changingCompounds(value)];
export const anyValue: Source = values(allCompounds, { weight: 1, arbitrary: huge });
