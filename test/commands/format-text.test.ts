/** The text that commands print. */
import { expect, test } from "vitest";
import { formatDuration, wrap } from "../../tools/terminal/format-text.ts";

test("long text is broken between words", () => {
  const text = "The connection was lost before a response arrived: read ECONNRESET. Nothing was sent.";
  expect(wrap(text, 40, "  ")).toBe(
    "The connection was lost before a\n  response arrived: read ECONNRESET.\n  Nothing was sent.",
  );
  expect(wrap("a terminal without columns", 0)).toBe("a terminal without columns");
  expect(wrap("\u001b[2Ja store's\n\u0007\u009bmessage")).toBe("[2Ja store's message");
  expect(wrap(`a ${"x".repeat(90)} b`, 80)).toBe(`a\n${"x".repeat(90)}\nb`);
  expect(wrap(text.repeat(3), 500)).not.toMatch(/.{101}/);
});

test.each([
  [0, "0:00"],
  [0.2, "0:01"],
  [59.5, "1:00"],
  [65, "1:05"],
  [3600, "1:00:00"],
  [90_061, "25:01:01"],
])("%d seconds are %s", (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text);
});
