/** Generates the options of a client or a call, as the source text of an expression. */
import fc from "fast-check";
import { HOUR, headers } from "./any-fetch.ts";
import { anyValue, mostly, type Source, string } from "./any-value.ts";

/** A function that returns, throws or rejects with any value. */
const callback: Source = fc.oneof(
  anyValue.map((v) => `() => (${v})`),
  anyValue.map((v) => `() => { throw ${v}; }`),
  anyValue.map((v) => `async () => { throw ${v}; }`),
);

/** An object that only resembles an AbortSignal. */
const signalLike: Source = fc
  .record({ aborted: fc.boolean(), reason: anyValue, thrown: anyValue, throwingMember: fc.nat(5) })
  .map(({ aborted, reason, thrown, throwingMember }) => {
    const addEventListener =
      throwingMember === 1 ? `() => { throw ${thrown}; }` : "(_, listener) => setTimeout(listener, 5)";
    const removeEventListener = throwingMember === 2 ? `() => { throw ${thrown}; }` : "() => {}";
    const reasonMember = throwingMember === 3 ? `get reason() { throw ${thrown}; }` : `reason: ${reason}`;
    return `{ aborted: ${aborted}, addEventListener: ${addEventListener}, removeEventListener: ${removeEventListener}, ${reasonMember} }`;
  });

/** Mostly valid values of each option. */
const VALUES: Record<string, Source> = {
  baseUrl: fc.constantFrom('"https://plants.example/api"', '"http://localhost///"', 'new URL("https://a")'),
  token: fc.oneof(
    fc.constantFrom('"secret-token"', '() => "secret-token"', 'async () => "~"'),
    fc.constant(`() => new Promise((resolve) => setTimeout(() => resolve("late-token"), ${HOUR}))`),
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

/** The options that a call needs before it calls `fetch`. `stub` is a variable of the test. */
const REQUIRED = ['baseUrl: "https://plants.example/api"', 'token: "secret-token"', "fetch: stub"];

/** Not `timeout: false`, because such a call may wait forever. */
const anyValueButFalse = anyValue.filter((source) => source !== "false");

/** @param names which options to choose from */
function options(names: string[]): fc.Arbitrary<string[]> {
  return fc.subarray(names, { maxLength: 4 }).chain((chosen) => {
    const members = chosen.map((name) =>
      mostly(VALUES[name] as Source, anyValueButFalse).map((v) => `${name}: ${v}`),
    );
    return fc.tuple(...members);
  });
}

/** Any value instead of `stub`. `counted` is a function of the test that counts the calls of a `fetch`. */
const otherFetch = anyValue.map((v) => `fetch: counted(${v})`);

/** Options of a client, or of the function `createPlant`. Most are valid. */
export const anyOptions: Source = fc
  .tuple(options(Object.keys(VALUES)), fc.array(otherFetch, { maxLength: 1 }), fc.nat(9))
  .map(
    ([members, fetch, oneInTen]) =>
      `{ ${[...REQUIRED, ...members, ...(oneInTen === 0 ? fetch : [])].join(", ")} }`,
  );

/** Options of a call of a client. */
const ofCall = options(["signal", "timeout", "maxRetries", "retryUnknown", "headers"]);
export const anyCallOptions: Source = fc.oneof(
  { weight: 9, arbitrary: ofCall.map((all) => `{ ${all.join(", ")} }`) },
  anyValue,
);
