/** Generates implementations of `fetch`, as the source text of a function. */
import fc from "fast-check";
import { anyValue, mostly, type Source, stableValue, string } from "./any-value.ts";

/** In ms. No generated function takes longer. */
export const HOUR = 3_600_000;

const status: Source = fc.oneof(
  fc.constantFrom("200", "400", "429", "503", "204", "302", "408", "500"),
  fc.integer({ min: 200, max: 599 }).map(String),
);

const DATES = ["Fri, 31 Dec 1999 23:59:59 GMT", "Sunday, 06-Nov-94 08:49:37 GMT"];

const headerText: Source = fc
  .oneof(
    fc.constantFrom("0", "1", "120", "1e3", ...DATES, "secret-token"),
    fc.stringMatching(/^[\x21-\x7e]{0,12}$/),
  )
  .map((text) => JSON.stringify(text));

export const headers: Source = fc
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

/** Its chunks can be any value. */
const encodedText = jsonText.map((text) => `new TextEncoder().encode(${text})`);
const stream: Source = fc
  .tuple(fc.array(fc.oneof(bytes, encodedText, anyValue), { maxLength: 3 }), anyValue, fc.boolean())
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

/** A response body that only resembles a ReadableStream. */
const bodyLike: Source = fc.tuple(anyValue, anyValue, anyValue).map(([first, second, cancelled]) => {
  const chunks = `[{ done: false, value: ${first} }, ${second}]`;
  return `{ getReader() { return { read: ((chunks) => async () => chunks.shift() ?? { done: true })(${chunks}), cancel: () => (${cancelled}) }; } }`;
});

const responseLike: Source = fc
  .record({
    status: mostly(status, anyValue),
    headers: mostly(
      headers.map((all) => `new Headers(${all})`),
      anyValue,
    ),
    body: fc.oneof(fc.constant("null"), bodyLike, anyValue),
    throwingGetter: fc.constantFrom("status", "headers", "body", "ok", "clone"),
    thrown: anyValue,
    oneInFour: fc.nat(3),
  })
  .map(({ status, headers, body, throwingGetter, thrown, oneInFour }) => {
    const getter = oneInFour === 0 ? `, get ${throwingGetter}() { throw ${thrown}; }` : "";
    return `({ status: ${status}, headers: ${headers}, body: ${body}${getter} })`;
  });

const systemError = fc
  .constantFrom("ECONNREFUSED", "ECONNRESET", "UND_ERR_CONNECT_TIMEOUT", "CERT_HAS_EXPIRED")
  .map((code) => {
    return `Object.assign(new TypeError("fetch failed"), { cause: Object.assign(new Error("connection failed"), { code: "${code}" }) })`;
  });

/** Returns a real Response. */
const realResponse: Source = fc.tuple(status, headers, body).map(([status, headers, body]) => {
  return `async () => new Response([204, 205, 304].includes(${status}) ? null : ${body}, { status: ${status}, headers: ${headers} })`;
});

/** Returns or throws any value, at once or within an hour. */
export const anyFetch: Source = fc.oneof(
  { weight: 6, arbitrary: realResponse },
  { weight: 2, arbitrary: responseLike.map((response) => `async () => ${response}`) },
  { weight: 2, arbitrary: systemError.map((error) => `async () => { throw ${error}; }`) },
  anyValue.map((v) => `async () => { throw ${v}; }`),
  anyValue.map((v) => `() => { throw ${v}; }`),
  anyValue.map((v) => `() => (${v})`),
  fc.constant(`() => new Promise((resolve) => setTimeout(resolve, ${HOUR}))`),
  fc.constant(
    `(_, { signal }) => new Promise((_, reject) => { signal.addEventListener("abort", () => reject(signal.reason)); setTimeout(reject, ${HOUR}); })`,
  ),
);
