/** Generates plants, options and implementations of `fetch`, as the source text of an expression. */
import fc from "fast-check";
import {
  anyValue,
  formsOf,
  js,
  list,
  member,
  mostly,
  type Source,
  stableValue,
  string,
} from "./any-value.ts";

/** In ms. No generated function takes longer. */
const HOUR = fc.constant("3_600_000");

// Plants.

const id: Source = fc.oneof(
  fc.maxSafeInteger().map(String),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map((id) => `${id}n`),
  fc.constantFrom("-0", "2n ** 53n"),
);

/** Usually a plant: valid, or invalid in one or two fields. It may have extra fields. */
function mostlyPlant(value: Source): Source {
  const tag = js`tag: ${mostly(fc.oneof(string, fc.constant("undefined")), value)}`;
  const fields = fc.tuple(
    fc.tuple(js`id: ${mostly(id, value)}`, js`name: ${mostly(string, value)}`),
    fc.array(tag, { maxLength: 1 }),
    fc.array(member(value), { maxLength: 3 }),
  );
  const shuffled = fields.chain(([required, tag, others]) => {
    const all = [...required, ...tag, ...others];
    return fc.shuffledSubarray(all, { minLength: all.length - (others.length > 2 ? 1 : 0) });
  });
  const plant = js`{ ${shuffled.map((all) => all.join(", "))} }`;
  return fc.oneof(
    { weight: 24, arbitrary: plant },
    ...formsOf(plant, value).map((arbitrary) => ({ weight: 2, arbitrary })),
    { weight: 4, arbitrary: value },
  );
}
export const anyPlant: Source = mostlyPlant(anyValue);
/** Returns the same at every read. */
export const stablePlant: Source = mostlyPlant(stableValue);

// Implementations of fetch.

const status: Source = fc.oneof(
  fc.constantFrom("200", "400", "429", "503", "204", "302", "408", "500"),
  fc.integer({ min: 200, max: 599 }).map(String),
);

const headerText: Source = fc
  .oneof(
    fc.constantFrom("0", "1", "120", "1e3", "secret-token"),
    fc.constantFrom("Fri, 31 Dec 1999 23:59:59 GMT", "Sunday, 06-Nov-94 08:49:37 GMT"),
    fc.stringMatching(/^[\x21-\x7e]{0,12}$/),
  )
  .map((text) => JSON.stringify(text));
const headerName = fc.constantFrom("retry-after", "content-type", "set-cookie", "x-shelf");
const headers: Source = js`{ ${list(js`"${headerName}": ${headerText}`, 2)} }`;

const int32 = fc.integer().map(String);
const errorBody = js`{ error: ${mostly(int32, stableValue)}, message: ${mostly(string, stableValue)} }`;
const jsonText: Source = fc.oneof(
  js`JSON.stringify({ name: ${string}, tag: ${string} })`,
  js`JSON.stringify(${errorBody}, (_, v) => typeof v === "bigint" ? 5 : v)`,
  fc.json().map((text) => JSON.stringify(text)),
  fc.constantFrom(
    '\'{"name":"Fern","__proto__":{"tag":1},"n":12345678901234567890}\'',
    '"[".repeat(50_000)',
    '"x".repeat(1_100_000)',
  ),
);
const bytes: Source = fc.uint8Array({ maxLength: 40 }).map(fc.stringify);

/** Its chunks can be any value. */
const chunks = list(fc.oneof(bytes, js`new TextEncoder().encode(${jsonText})`, anyValue));
const end = fc.oneof(js`c.close()`, js`c.error(${anyValue})`);
const stream = js`new ReadableStream({ start(c) { for (const chunk of [${chunks}]) c.enqueue(chunk); ${end}; } })`;

const body: Source = fc.oneof(
  { weight: 6, arbitrary: jsonText },
  string,
  bytes,
  { weight: 2, arbitrary: stream },
  fc.constant("null"),
);
const realResponse = js`((status) => new Response([204, 205, 304].includes(status) ? null : ${body}, { status, headers: ${headers} }))(${status})`;

/** A response body that only resembles a ReadableStream. */
const bodyLike = js`{ getReader() { return {
  read: ((chunks) => async () => chunks.shift() ?? { done: true })([{ done: false, value: ${anyValue} }, ${anyValue}]),
  cancel: () => (${anyValue}),
}; } }`;
const throwingGetter = js`get ${fc.constantFrom("status", "headers", "body", "ok", "clone")}() { throw ${anyValue}; }`;
const responseLike = js`({
  status: ${mostly(status, anyValue)},
  headers: ${mostly(js`new Headers(${headers})`, anyValue)},
  body: ${fc.oneof(fc.constant("null"), bodyLike, anyValue)},
  ${fc.oneof({ weight: 3, arbitrary: fc.constant("") }, throwingGetter)}
})`;

const code = fc.constantFrom("ECONNREFUSED", "ECONNRESET", "UND_ERR_CONNECT_TIMEOUT", "CERT_HAS_EXPIRED");
const systemError = js`Object.assign(new TypeError("fetch failed"), { cause: Object.assign(new Error("connection failed"), { code: "${code}" }) })`;

/** A function that returns, throws or rejects with any value. */
const callback: Source = fc.oneof(
  js`() => (${anyValue})`,
  js`() => { throw ${anyValue}; }`,
  js`async () => { throw ${anyValue}; }`,
);

/** Returns or throws any value, at once or within an hour. */
export const anyFetch: Source = fc.oneof(
  { weight: 6, arbitrary: js`async () => ${realResponse}` },
  { weight: 2, arbitrary: js`async () => ${responseLike}` },
  { weight: 2, arbitrary: js`async () => { throw ${systemError}; }` },
  { weight: 3, arbitrary: callback },
  js`() => new Promise((resolve) => setTimeout(resolve, ${HOUR}))`,
  js`(_, { signal }) => new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason)); setTimeout(reject, ${HOUR});
  })`,
);

// Options of a client or a call.

/** Members of an object that only resembles an AbortSignal. */
const listen = fc.constantFrom("(_, listener) => setTimeout(listener, 5)", "() => {}");
const mayThrow = fc.oneof({ weight: 2, arbitrary: listen }, js`() => { throw ${anyValue}; }`);
const signalLike = js`{
  aborted: ${fc.boolean().map(String)}, addEventListener: ${mayThrow}, removeEventListener: ${mayThrow},
  ${mostly(js`reason: ${anyValue}`, js`get reason() { throw ${anyValue}; }`)}
}`;

/** Valid values of each option. */
const VALUES = {
  baseUrl: fc.constantFrom('"https://plants.example/api"', '"http://localhost///"', 'new URL("https://a")'),
  token: fc.oneof(
    fc.constantFrom('"secret-token"', '() => "secret-token"', 'async () => "~"'),
    js`() => new Promise((resolve) => setTimeout(() => resolve("late-token"), ${HOUR}))`,
    callback,
  ),
  timeout: fc.oneof(fc.integer({ min: 1, max: 2 ** 31 - 1 }).map(String), fc.constant("5e-324")),
  maxRetries: fc.oneof(fc.nat(4).map(String), fc.constant("Number.MAX_SAFE_INTEGER")),
  retryUnknown: fc.boolean().map(String),
  headers: fc.oneof(
    js`{ [${string}]: ${string}, "x-shelf": "3" }`,
    js`new Headers(${headers})`,
    js`{ [${string}]: ${anyValue} }`,
    js`[["x-shelf", ${anyValue}]]`,
  ),
  maxResponseBytes: fc.oneof(fc.integer({ min: 1, max: 100 }), fc.constant(1_048_576)).map(String),
  allowInsecureHttp: fc.boolean().map(String),
  onEvent: callback,
  signal: fc.oneof(
    fc.constant("null"),
    js`AbortSignal.abort(${anyValue})`,
    js`((c) => (setTimeout(() => c.abort(${anyValue}), 5), c.signal))(new AbortController())`,
    signalLike,
  ),
};

/** Not `timeout: false`, because such a call may wait forever. */
const anyValueButFalse = anyValue.filter((source) => source !== "false");

function options(names: (keyof typeof VALUES)[]): Source {
  const members = names.map((name) => js`${fc.constant(name)}: ${mostly(VALUES[name], anyValueButFalse)}`);
  return list(fc.oneof(...members), 4);
}

/**
 * Options of a client, or of the function `createPlant`. Most are valid. `stub` is a variable of the test, and `counted`
 * is a function of the test that counts the calls of a `fetch`.
 */
export const anyOptions: Source = js`{
  baseUrl: "https://plants.example/api", token: "secret-token",
  fetch: ${mostly(fc.constant("stub"), js`counted(${anyValue})`)},
  ${options(Object.keys(VALUES) as (keyof typeof VALUES)[])}
}`;

/** Options of a call of a client. */
const ofCall = options(["signal", "timeout", "maxRetries", "retryUnknown", "headers"]);
export const anyCallOptions: Source = mostly(js`{ ${ofCall} }`, anyValue);
