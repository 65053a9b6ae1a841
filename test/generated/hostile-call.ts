/** What a call is given besides its plant, as source text: answers of a `fetch`, and options. */
import fc from "fast-check";
import { anyValue, mostly, type Source, stableValue, string } from "./any-value.ts";

const HOUR = 3_600_000;

const status: Source = fc.oneof(
  fc.constantFrom("200", "400", "429", "503", "204", "302", "408", "500"),
  fc.integer({ min: 200, max: 599 }).map(String),
);

const headerText: Source = fc
  .oneof(
    fc.constantFrom(
      "0",
      "1",
      "120",
      "1e3",
      "Fri, 31 Dec 1999 23:59:59 GMT",
      "Sunday, 06-Nov-94 08:49:37 GMT",
      "secret-token",
    ),
    fc.stringMatching(/^[\x21-\x7e]{0,12}$/),
  )
  .map((text) => JSON.stringify(text));

const headers: Source = fc
  .array(fc.tuple(fc.constantFrom("retry-after", "content-type", "set-cookie", "x-shelf"), headerText), {
    maxLength: 2,
  })
  .map((all) => `{ ${all.map(([name, text]) => `"${name}": ${text}`).join(", ")} }`);

const int32: Source = mostly(fc.integer().map(String), stableValue);
const errorBody: Source = fc.tuple(int32, mostly(string, stableValue)).map(([error, message]) => {
  return `{ error: ${error}, message: ${message} }`;
});

const bytes: Source = fc.uint8Array({ maxLength: 40 }).map((all) => `new Uint8Array([${all.join(", ")}])`);

const jsonText: Source = fc.oneof(
  fc.tuple(string, string).map(([name, tag]) => `JSON.stringify({ name: ${name}, tag: ${tag} })`),
  errorBody.map((body) => `JSON.stringify(${body}, (_, v) => typeof v === "bigint" ? 5 : v)`),
  fc.json().map((text) => JSON.stringify(text)),
  fc.constantFrom(
    '\'{"name":"Fern","__proto__":{"tag":1},"n":12345678901234567890}\'',
    '"[".repeat(50_000)',
    '"x".repeat(1_100_000)',
  ),
);

/** Anything at all may come as a chunk. */
const stream: Source = fc
  .tuple(
    fc.array(
      fc.oneof(
        bytes,
        jsonText.map((text) => `new TextEncoder().encode(${text})`),
        anyValue,
      ),
      { maxLength: 3 },
    ),
    anyValue,
    fc.boolean(),
  )
  .map(([chunks, error, ends]) => {
    const end = ends ? "c.close()" : `c.error(${error})`;
    return `new ReadableStream({ start(c) { for (const chunk of [${chunks.join(", ")}]) c.enqueue(chunk); ${end}; } })`;
  });

const body: Source = fc.oneof(
  { weight: 6, arbitrary: jsonText },
  string,
  bytes,
  { weight: 2, arbitrary: stream },
  fc.constant("null"),
);

/** Of a body that has none but its own manners. */
const readerLike: Source = fc.tuple(anyValue, anyValue, anyValue).map(([first, second, cancelled]) => {
  const chunks = `[{ done: false, value: ${first} }, ${second}]`;
  return `{ getReader() { return { read: ((chunks) => async () => chunks.shift() ?? { done: true })(${chunks}), cancel: () => ${inArrow(cancelled)} }; } }`;
});

const responseLike: Source = fc
  .record({
    status: mostly(status, anyValue),
    headers: mostly(
      headers.map((all) => `new Headers(${all})`),
      anyValue,
    ),
    body: fc.oneof(fc.constant("null"), readerLike, anyValue),
    thrower: fc.constantFrom("status", "headers", "body", "ok", "clone"),
    thrown: anyValue,
    isThrower: fc.nat(3),
  })
  .map(({ status, headers, body, thrower, thrown, isThrower }) => {
    const getter = isThrower === 0 ? `, get ${thrower}() { throw ${thrown}; }` : "";
    return `({ status: ${status}, headers: ${headers}, body: ${body}${getter} })`;
  });

function inArrow(source: string): string {
  return `(${source})`;
}

const systemError = fc
  .constantFrom("ECONNREFUSED", "ECONNRESET", "UND_ERR_CONNECT_TIMEOUT", "CERT_HAS_EXPIRED")
  .map((code) => {
    return `Object.assign(new TypeError("fetch failed"), { cause: Object.assign(new Error("no luck"), { code: "${code}" }) })`;
  });

/** An answer that `fetch` could give. */
export const properAnswer: Source = fc.tuple(status, headers, body).map(([status, headers, body]) => {
  return `async () => new Response([204, 205, 304].includes(${status}) ? null : ${body}, { status: ${status}, headers: ${headers} })`;
});

/** What `fetch` does when it is called. Whatever it does, it comes to an end within an hour. */
export const anyAnswer: Source = fc.oneof(
  { weight: 6, arbitrary: properAnswer },
  { weight: 2, arbitrary: responseLike.map((response) => `async () => ${response}`) },
  { weight: 2, arbitrary: systemError.map((error) => `async () => { throw ${error}; }`) },
  anyValue.map((v) => `async () => { throw ${v}; }`),
  anyValue.map((v) => `() => { throw ${v}; }`),
  anyValue.map((v) => `() => ${inArrow(v)}`),
  fc.constant(`() => new Promise((done) => setTimeout(done, ${HOUR}))`),
  fc.constant(
    `(_, { signal }) => new Promise((_, lose) => { signal.addEventListener("abort", () => lose(signal.reason)); setTimeout(lose, ${HOUR}); })`,
  ),
);

/** A function of the caller's. */
const callback: Source = fc.oneof(
  anyValue.map((v) => `() => ${inArrow(v)}`),
  anyValue.map((v) => `() => { throw ${v}; }`),
  anyValue.map((v) => `async () => { throw ${v}; }`),
);

const signalLike: Source = fc
  .record({ aborted: fc.boolean(), reason: anyValue, thrown: anyValue, thrower: fc.nat(5) })
  .map(({ aborted, reason, thrown, thrower }) => {
    const listen = thrower === 1 ? `() => { throw ${thrown}; }` : "(_, heard) => setTimeout(heard, 5)";
    const unlisten = thrower === 2 ? `() => { throw ${thrown}; }` : "() => {}";
    const why = thrower === 3 ? `get reason() { throw ${thrown}; }` : `reason: ${reason}`;
    return `{ aborted: ${aborted}, addEventListener: ${listen}, removeEventListener: ${unlisten}, ${why} }`;
  });

const RIGHT: Record<string, Source> = {
  baseUrl: fc.constantFrom(
    '"https://plants.example/api"',
    '"http://localhost:8080///"',
    'new URL("https://plants.example")',
  ),
  token: fc.oneof(
    fc.constantFrom('"secret-token"', '() => "secret-token"', 'async () => "~"'),
    fc.constant(`() => new Promise((done) => setTimeout(() => done("late-token"), ${HOUR}))`),
    callback,
  ),
  timeout: fc.oneof(fc.integer({ min: 1, max: 2 ** 31 - 1 }).map(String), fc.constant("5e-324")),
  maxRetries: fc.oneof(fc.nat(4).map(String), fc.constant("Number.MAX_SAFE_INTEGER")),
  retryUnknown: fc.boolean().map(String),
  headers: fc.oneof(
    fc.tuple(string, string).map(([name, text]) => `{ [${name}]: ${text}, "x-shelf": "3" }`),
    headers.map((all) => `new Headers(${all})`),
    fc.tuple(string, anyValue).map(([name, v]) => `{ [${name}]: ${v} }`),
    anyValue.map((v) => `[["x-shelf", ${v}]]`),
  ),
  maxResponseBytes: fc.oneof(fc.integer({ min: 1, max: 100 }), fc.constant(1_048_576)).map(String),
  allowInsecureHttp: fc.boolean().map(String),
  onEvent: callback,
  signal: fc.oneof(
    fc.constant("null"),
    anyValue.map((v) => `AbortSignal.abort(${v})`),
    anyValue.map((v) => `((c) => (setTimeout(() => c.abort(${v}), 5), c.signal))(new AbortController())`),
    signalLike,
  ),
};

/** Options of a call that can begin: to `fetch` is left what becomes of it. `stub` is the `fetch`. */
const REQUIRED = ['baseUrl: "https://plants.example/api"', 'token: "secret-token"', "fetch: stub"];

/** Without a timeout, a call may wait for good. */
const otherThanFalse = anyValue.filter((source) => source !== "false");

/** @param names of the options that may be given. */
function options(names: string[]): fc.Arbitrary<string[]> {
  return fc.subarray(names, { maxLength: 4 }).chain((given) => {
    const members = given.map((name) =>
      mostly(RIGHT[name] as Source, otherThanFalse).map((v) => `${name}: ${v}`),
    );
    return fc.tuple(...members);
  });
}

/** A `fetch` that is not `stub` is to be `counted` all the same. */
const odd = anyValue.map((v) => `fetch: counted(${v})`);

/** Options of a client, or of a call on its own, most of them right. */
export const anyOptions: Source = fc
  .tuple(options(Object.keys(RIGHT)), fc.array(odd, { maxLength: 1 }), fc.nat(9))
  .map(
    ([members, fetch, isOdd]) => `{ ${[...REQUIRED, ...members, ...(isOdd === 0 ? fetch : [])].join(", ")} }`,
  );

/** Options of a call on a client. */
export const anyCallOptions: Source = fc.oneof(
  {
    weight: 9,
    arbitrary: options(["signal", "timeout", "maxRetries", "retryUnknown", "headers"]).map(
      (all) => `{ ${all.join(", ")} }`,
    ),
  },
  anyValue,
);
