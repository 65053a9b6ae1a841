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

/** Some have repetitions. */
const anyToken = fc.oneof(fc.stringMatching(/^[!-~]{8,40}$/), fc.stringMatching(/^[ab]{8,40}$/));
/** Visible ASCII without escapes. */
const plainToken = fc.stringMatching(/^[!-$'-[\]-~]{8,40}$/);
const prose = fc.stringMatching(/^[aZ7 \n<>/=\u00e9\u0130\u{1f33f}]*$/u);
const anyText = fc.oneof(fc.string(), fc.stringMatching(/^[ab]*$/), prose);

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
  fc.tuple(prose, plainToken, fc.constantFrom(...CHARACTER_SPELLINGS), fc.nat(), fc.nat(8)),
  ([before, token, spell, more, rest]) => {
    const written = Array.from(token, spell);
    const length = 8 + (more % (token.length - 7));
    const part = written.slice(0, length).join("") + (written[length] ?? "").slice(0, rest);
    expect(redactorOf(token).redact(`${before} ${part}`, true)).toBe(`${before} [token]`);
  },
  3,
);

property(
  "text without a token stays as it is",
  fc.tuple(fc.string(), fc.stringMatching(/^[\\u%25&#amp;";Atoken]*$/), fc.stringMatching(/^[q-z]{8}$/)),
  ([one, other, token]) => {
    fc.pre(!`${one}${other}`.toLowerCase().includes(token));
    expect(redactorOf(token).redact(one + other)).toBe(one + other);
  },
);

const TOKENS = ["it's<b>&lt;&#65;</b>", "50%-off%41%2541", 'back\\slash\\u0041\\"', "$&.*+?^(){}|[]$1"];

test.each(Object.entries(SPELLINGS))("tokens with signs are replaced if they are written %s", (_, spell) => {
  for (const token of TOKENS) expect(redactorOf(token).redact(`<${spell(token)}>`), token).toBe("<[token]>");
});

test.each([
  "a%26b TOKEN a%26b",
  '\\u0041\\n\\/TOKEN\\"\\u0041',
  "%2541%TOKEN%0aTOKEN%e2%82",
  "&TOKEN;&#TOKEN&amp;TOKEN%3d;",
])("only the characters of the token are replaced in %s", (template) => {
  const token = "canary-0123456789/abcdef";
  const shown = redactorOf(token).redact(template.replaceAll("TOKEN", token));
  expect(shown).toBe(template.replaceAll("TOKEN", "[token]"));
});

test("a token of fewer than 8 characters is not replaced, because it could be a part of other words", () => {
  expect(redactorOf("canary7", "").redact("canary7")).toBe("canary7");
  expect(redactorOf("canary-8").redact("canary-8")).toBe("[token]");
});

property(
  "tokens that share parts are all replaced",
  fc.array(fc.stringMatching(/^[ab]{8,20}$/)),
  (tokens) => {
    const redacted = redactorOf(...tokens).redact(tokens.join("-"));
    expect(redacted.replaceAll("[token]", "")).toMatch(/^-*$/);
  },
);
