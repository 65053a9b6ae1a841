/** Commands for a shell: what a client or a service has sent does nothing in the shell of the user who pastes it. */
import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { expect, test } from "vitest";
import { curlOf } from "../../mocks/page/requests/copy-as-curl.ts";
import { findProgram } from "../../scripts/installed-programs.ts";
import { quoteForShell } from "../../src/common/quote-for-shell.ts";

/** The arguments that curl gets if the command is run. */
function argumentsOf(command: string, shell = "sh", locale = "C"): Buffer[] {
  const input = `curl() { printf '%s\\0' "$@"; }\n${command}\n`;
  const env = { PATH: process.env.PATH, PLANT_STORE_TOKEN: "canary-token", LC_ALL: locale };
  const output = execFileSync(shell, { input, env }).toString("latin1");
  const texts = output.split("\0").slice(0, -1);
  return texts.map((text) => Buffer.from(text, "latin1"));
}

const HOSTILE = [
  "it's '$(id)' `id` \\",
  '"; id; "$PATH',
  "\u001b[201~\nid\r\n'\\\u0007\u009b2J",
  "\u202Eevil\u2066 \u200b\u{e0041}\u3164\u2028",
  ...["\n'\n", "\n\n", "\t\n\n\u0001", "%s\n%d\n0\n1", "é🌿 ❤️"],
  ...["", "=ls", "-n", "~", "*", "!x", "a=b;c", "#"],
];
const fragment = fc.constantFrom(..."\n\t\r'\"\\$`!()%=0a é🌿\u200b\u202e\u009b");
const VALUES = [...HOSTILE, ...fc.sample(fc.string({ unit: fragment }), 30)]; // A shell starts a process for each hidden character.

test.for(["dash", "bash", "zsh"])("%s reads what was quoted exactly, in any locale", (shell, { skip }) => {
  skip(!findProgram(shell), `${shell} is not installed`);
  const command = `curl ${VALUES.map(quoteForShell).join(" ")}`;
  for (const locale of ["C", "C.UTF-8"])
    expect(argumentsOf(command, shell, locale), locale).toEqual(VALUES.map((value) => Buffer.from(value)));
});

test("hidden characters are escaped, so that a person sees what runs", () => {
  expect(["plants.ndjson", "it's", "a\u001b[2J\u202e\nb\n"].map(quoteForShell)).toEqual([
    "plants.ndjson",
    "'it'\\''s'",
    `'a'"$(printf '\\033')"'[2J'"$(printf '\\342\\200\\256\\012\\142')"'\n'`,
  ]);
  for (const value of VALUES)
    expect(quoteForShell(value).replace(/\n+'$/, "")).not.toMatch(/[\p{Cc}\p{Cf}\u3164]/u);
  expect(quoteForShell("a\0b")).toBe("'ab'"); // No program can get it.
});

test("`Copy as curl` sends the token and the body to the mock, whatever URL the client has used, and no file that the body names", () => {
  const baseUrl = "http://127.0.0.1:4010";
  for (const text of ["@/etc/hostname", ...HOSTILE]) {
    const copied = curlOf({ headers: { "content-type": `text/${text}` }, body: text }, baseUrl);
    expect(argumentsOf(copied).map(String)).toEqual([
      `${baseUrl}/plants`,
      ...["-H", "authorization: Bearer canary-token"],
      ...["-H", `content-type: text/${text}`],
      ...["--data-raw", text],
    ]);
  }
});
