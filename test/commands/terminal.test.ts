/** The commands in a pseudo-terminal, made by `script` of util-linux. */
import { stripVTControlCharacters } from "node:util";
import { describe, expect, test } from "vitest";
import { findProgram } from "../../scripts/installed-programs.ts";
import { quoteForShell } from "../../src/common/quote-for-shell.ts";
import { runProgram } from "../support/run-program.ts";
import { command, linesUpTo, Workplace } from "./import-command.ts";

const WITHOUT_URL = { PLANT_STORE_BASE_URL: undefined };

/** Runs the command in a terminal of 80 columns, and returns what is seen on it. */
async function runInTerminal(work: Workplace, typed: string[], env: Record<string, string | undefined> = {}) {
  const line = [process.execPath, command, ...typed].map(quoteForShell).join(" ");
  const args = ["--quiet", "--return", "--command", `stty columns 80; exec ${line}`, "/dev/null"];
  const { code, stdout } = await runProgram("script", args, {
    cwd: work.folder,
    env: { PATH: process.env.PATH, TERM: "xterm", ...work.environment, ...env },
  });
  return { code, shown: stripVTControlCharacters(stdout).replaceAll("\r", ""), raw: stdout };
}

describe.skipIf(!findProgram("script") || process.platform !== "linux")("in a terminal", () => {
  test.each<[string, string, Record<string, undefined>?]>([
    ["import", "The argument FILE is missing. Run with --help for usage."],
    ["import missing.csv", "Cannot read missing.csv (ENOENT)."],
    ["import plants.ndjson", "Set --base-url or PLANT_STORE_BASE_URL.", WITHOUT_URL],
    ["import plants.ndjson --journal other", "other is not a journal"],
    ["import plants.ndjson --rules other", "other"],
  ])("an error of %j ends the command at once, and is the only line", async (line, message, env) => {
    const work = await Workplace.create(linesUpTo(1));
    work.write("other", "no journal\n");
    const result = await runInTerminal(work, line.split(" "), env);
    expect(result.shown).toContain(message);
    expect([result.code, result.shown.trim().split("\n").length]).toEqual([2, 1]);
  });

  test("an import shows a bar, which is gone at the end", async () => {
    const work = await Workplace.create(linesUpTo(600)); // More rows than it reads ahead.
    const { code, shown, raw } = await runInTerminal(work, ["import", "plants.ndjson"]);
    expect(code).toBe(0);
    expect(shown).toMatch(/█+░+ \d+% {2}\d+ rows {2}\d+\/s/);
    expect(shown).toMatch(/\n {2}✓ created {6}600\n/);
    const end = raw.slice(raw.lastIndexOf("%"));
    expect(end).toContain("\u001b[?25h"); // The cursor is back.
  });
});
