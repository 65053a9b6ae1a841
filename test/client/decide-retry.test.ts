/** What follows an attempt, as a table: one row per situation. */
import { expect, test } from "vitest";
import {
  type Decision,
  type DecisionOptions,
  decideRetry,
  type EndedAttempt,
} from "../../src/call/decide-retry.ts";
import { meaningOf } from "../support/outcomes.ts";

const attempt = (fields: Partial<EndedAttempt>): EndedAttempt => ({ outcome: "unknown", ...fields });
const status = (status: number, retryAfter?: number) =>
  attempt({ outcome: status < 500 ? "not-created" : "unknown", response: { status, retryAfter } });
const refused = attempt({ outcome: "not-created", failure: { permanent: false } });
const lost = attempt({ outcome: "unknown", failure: { permanent: false } });
const untrusted = attempt({ outcome: "not-created", failure: { permanent: true } });

const stop: Decision = {};
const wait = (wait: number): Decision => ({ wait });
const because = (why: string): Decision => ({ why });
const renewToken: Decision = { renewToken: true };

const UNKNOWN = "`retryUnknown` is not set";

const repeat: Partial<DecisionOptions> = { retryUnknown: true };
const renewable: Partial<DecisionOptions> = { renewable: true };
const twice = (each: EndedAttempt) => [each, each];

type Row = [what: string, attempts: EndedAttempt[], options: Partial<DecisionOptions>, expected: Decision];

const rows: Row[] = [
  ["a success", [status(200)], {}, stop],
  ["a rejection", [status(400)], repeat, stop],
  ["a 401 for a token that is a string", [status(401)], {}, { renewToken: false }],
  ["a 401 for a token of a function", [status(401)], renewable, renewToken],
  ["a 401 although nothing may be retried", [status(401)], { ...renewable, maxRetries: 0 }, renewToken],
  ["a 401 for a renewed token", twice(status(401)), { renewed: true }, { renewToken: false }],
  ["a 429", [status(429)], {}, wait(300)],
  ["a second 429", twice(status(429)), {}, wait(600)],
  [
    "a 429 for a renewed token, which is not a retry",
    [status(401), status(429)],
    { renewed: true },
    wait(300),
  ],
  ["the sixth 429", Array(6).fill(status(429)), { maxRetries: 9 }, wait(9_600)],
  ["the seventh 429", Array(7).fill(status(429)), { maxRetries: 9 }, wait(10_000)],
  ["a 429 with the most jitter", [status(429)], { random: 1 }, wait(150)],
  ["a 429 after the last retry", Array(3).fill(status(429)), {}, because("`maxRetries` is 2")],
  ["a 429 that asks for a wait", [status(429, 2_000)], {}, wait(2_300)],
  ["a 429 that asks for 60 s", [status(429, 60_000)], {}, wait(60_300)],
  ["a 429 that asks for more", [status(429, 60_001)], {}, because("the client waits 60 s at most")],
  [
    "a 429 at the end of the call",
    [status(429)],
    { remaining: 300 },
    because("`timeout` ends before the next attempt"),
  ],
  ["a 429 shortly before", [status(429)], { remaining: 301 }, wait(300)],
  ["a refused connection", [refused], {}, wait(300)],
  ["a certificate that is not trusted", [untrusted], repeat, stop],
  ["a lost connection", [lost], {}, because(UNKNOWN)],
  ["a lost connection that may be repeated", [lost], repeat, wait(300)],
];

const defaults: DecisionOptions = {
  maxRetries: 2,
  retryUnknown: false,
  renewable: false,
  renewed: false,
  remaining: Number.POSITIVE_INFINITY,
  random: 0,
};

test.each(rows)("%s", (_, attempts, options, expected) => {
  expect(decideRetry(attempts, { ...defaults, ...options })).toEqual(expected);
});

test("a status is repeated exactly if test/support/outcomes.ts says so", () => {
  for (let code = 200; code < 600; code++) {
    if (code === 401) continue; // See above.
    const { outcome, retry } = meaningOf(code);
    const ended = [attempt({ outcome, response: { status: code, retryAfter: 0 } })];
    const byDefault = decideRetry(ended, defaults);
    expect([code, byDefault]).toEqual([
      code,
      { always: wait(300), never: stop, "with retryUnknown": because(UNKNOWN) }[retry],
    ]);
    const withRetryUnknown = decideRetry(ended, { ...defaults, ...repeat });
    expect([code, withRetryUnknown]).toEqual([code, retry === "never" ? stop : wait(300)]);
  }
});
