/** How a token is replaced, wherever it is shown. The client's failures and the mock's records have tests of their own. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { TokenRedactor } from "../../src/common/redact-tokens.ts";
import { property } from "../generated/property.ts";
import { CHARACTER_SPELLINGS, SPELLINGS } from "./spellings.ts";

function redactorOf(...tokens: string[]): TokenRedactor {
  const redactor = new TokenRedactor();
  for (const token of tokens) redactor.add(token);
  return redactor;
}

const characters = (pattern: RegExp) =>
  fc.constantFrom(
    ...Array.from({ length: 94 }, (_, index) => String.fromCharCode(33 + index)).filter((character) =>
      pattern.test(character),
    ),
  );
const tokenOf = (pattern: RegExp) => fc.string({ unit: characters(pattern), minLength: 8, maxLength: 40 });

/** Some have repetitions. */
const anyToken = fc.oneof(tokenOf(/./), tokenOf(/[ab]/));
const anyText = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom("a", "b") }));
/** Does not contain an escape itself. */
const plainToken = tokenOf(/[^\\%&]/);
/** Text without escapes. */
const prose = fc.string({ unit: fc.constantFrom(..."aZ7 \n<>/=-\u00e9\u0130\u{1f33f}") });

property(
  "whatever is around a token, it is replaced in lower and upper case",
  fc.tuple(anyText, anyToken, fc.boolean(), anyText),
  ([before, token, isUpper, after]) => {
    const redacted = redactorOf(token).redact(before + (isUpper ? token.toUpperCase() : token) + after);
    expect(redacted.toLowerCase()).not.toContain(token.toLowerCase());
    expect(redacted).toContain("[token]");
  },
  3,
);

property(
  "each character of a token can be escaped in another way, and nothing else is replaced",
  fc.tuple(prose, plainToken, fc.infiniteStream(fc.constantFrom(...CHARACTER_SPELLINGS)), prose),
  ([before, token, spellings, after]) => {
    const written = Array.from(token, (character) => spellings.next().value(character)).join("");
    expect(redactorOf(token).redact(`${before} ${written} ${after}`)).toBe(`${before} [token] ${after}`);
  },
  3,
);

property(
  "a part of a token at the end of an excerpt is replaced, also if its last character is an incomplete escape",
  fc.tuple(
    prose,
    plainToken,
    fc.constantFrom(...CHARACTER_SPELLINGS),
    fc.double({ min: 0, max: 1, noNaN: true }),
  ),
  ([before, token, spell, share]) => {
    const count = 8 + Math.floor(share * (token.length - 8));
    const [part = "", next = ""] = [token.slice(0, count), token.slice(count)].map((text) =>
      Array.from(text, spell).join(""),
    );
    const cut = next.slice(0, Math.floor(share * spell(token[count] ?? "").length));
    expect(redactorOf(token).redactExcerpt(`${before} ${part}${cut}`)).toBe(`${before} [token]`);
  },
  3,
);

property(
  "text without a token stays as it is",
  fc.tuple(
    fc.string(),
    fc.string({ unit: fc.constantFrom(...'\\u%25&#amp;";aA[token]') }),
    tokenOf(/[^a\W_]/),
  ),
  ([one, other, token]) => {
    fc.pre(![one, other].some((text) => text.toLowerCase().includes(token.slice(0, 2).toLowerCase())));
    expect(redactorOf(token).redactExcerpt(one + other)).toBe(one + other);
  },
);

const TOKENS = [
  'canary/with+"signs"==',
  "it's<b>&lt;&#65;</b>",
  "50%-off%41%2541",
  'back\\slash\\u0041\\"',
  "$&.*+?^(){}|[]$1",
];

test.each(Object.entries(SPELLINGS))(
  "tokens with any signs are replaced if they are written %s",
  (_, spell) => {
    for (const token of TOKENS)
      expect(redactorOf(token).redact(`<${spell(token)}>`), token).toBe("<[token]>");
  },
);

test.each([
  ["a%26b TOKEN a%26b"],
  ['\\u0041\\n\\/TOKEN\\"\\u0041'],
  ["%2541%TOKEN%0aTOKEN%e2%82"],
  ["&TOKEN;&#TOKEN&amp;TOKEN%3d;"],
  ["\u0130\u0130 TOKEN \u0130TOKEN"],
])("only the characters of the token are replaced in %s", (template) => {
  const token = "canary-0123456789/abcdef";
  expect(redactorOf(token).redact(template.replaceAll("TOKEN", token))).toBe(
    template.replaceAll("TOKEN", "[token]"),
  );
});

test("a token of fewer than 8 characters is not replaced, because it could be a part of other words", () => {
  expect(redactorOf("canary7", "").redact("canary7")).toBe("canary7");
  expect(redactorOf("canary-8").redact("canary-8")).toBe("[token]");
});

test.each([
  ["the shortest", "canary-of-attempt-one", "canary-2"],
  ["its beginning", "canary-1-and-more", "canary-1"],
  ["its end", "before-canary-1", "canary-1"],
  ["a part of it", "abcanary-z", "bcanary-"],
])("a token and %s are replaced completely", (_, first, second) => {
  for (const redactor of [redactorOf(first, second), redactorOf(second, first)])
    expect(redactor.redactExcerpt(`${first} or ${second}`)).toBe("[token] or [token]");
});

test("two tokens that overlap in a text are replaced together", () => {
  expect(redactorOf("one-and-two", "two-and-three").redact("<one-and-two-and-three>")).toBe("<[token]>");
});

/** The CPU time of a function, ms: other processes do not change it. */
function timeOf(run: () => void): number {
  const start = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}

test.each([
  ["of one letter", "a"],
  ["of escapes", "%61"],
  ["of backslashes", "\\"],
  ["of nested escapes", "amp;"],
  ["of escaped signs", '\\"'],
])("replacing tokens takes time that is linear in text plus token, for a text %s", (_, unit) => {
  const redact = (scale: number) => {
    const half = "a".repeat(500 * scale);
    const redactor = redactorOf(`${half}b${half}`, `${half}c`, half.repeat(2));
    const text = `%&${unit.repeat(50_000 * scale)}x`;
    return Math.min(...[1, 2, 3].map(() => timeOf(() => redactor.redactExcerpt(text))));
  };
  redact(1); // Compiles it.
  // Proportional to the product, it would be 64.
  expect(redact(8) / redact(1)).toBeLessThan(32);
});
