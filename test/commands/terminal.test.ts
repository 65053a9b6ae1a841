/** The commands in a pseudo-terminal, made by `script` of util-linux. */
import { stripVTControlCharacters } from "node:util";
import { describe, expect, test } from "vitest";
import { findProgram } from "../../scripts/installed-programs.ts";
import { quoteForShell } from "../../src/common/quote-for-shell.ts";
import { runProgram } from "../support/run-program.ts";
import { command, linesOf, Workplace } from "./import-command.ts";

const WITHOUT_URL = { PLANT_STORE_BASE_URL: undefined };

/** Runs the command in a terminal of 80 columns, and returns what is seen on it. */
async function runInTerminal(work: Workplace, args: string[], env: Record<string, string | undefined> = {}) {
  const line = [process.execPath, command, ...args].map(quoteForShell).join(" ");
  const { code, stdout } = await runProgram(
    "script",
    ["--quiet", "--return", "--command", `stty columns 80; exec ${line}`, "/dev/null"],
    {
      cwd: work.folder,
      env: {
        ...{ PATH: process.env.PATH, TERM: "xterm" },
        ...{ PLANT_STORE_BASE_URL: work.server.url, PLANT_STORE_TOKEN: "token" },
        ...env,
      },
      timeout: 15_000, // A command that hangs beside its spinner is killed.
    },
  );
  return { code, shown: stripVTControlCharacters(stdout).replaceAll("\r", ""), raw: stdout };
}

describe.skipIf(!findProgram("script") || process.platform !== "linux")("in a terminal", () => {
  test.each<[string, string, Record<string, undefined>?]>([
    ["import", "The argument FILE is missing. Run with --help for usage."],
    ["import missing.csv", "Cannot read missing.csv (ENOENT)."],
    ["import plants.ndjson", "Set --base-url or PLANT_STORE_BASE_URL.", WITHOUT_URL],
    ["import plants.ndjson --journal plants.ndjson", "The command would overwrite its input"],
    ["import plants.ndjson --journal other", "other is not a journal"],
    ["import plants.ndjson --rules other", "other"],
  ])("an error of %j ends the command at once, and is the only line", async (line, message, env) => {
    const work = await Workplace.create(linesOf({ id: 1 }));
    work.write("other", "no journal\n");
    const result = await runInTerminal(work, line.split(" "), env);
    expect(result.shown).toContain(message);
    expect([result.code, result.shown.trim().split("\n").length]).toEqual([2, 1]);
  });

  test("an import shows a bar, which is gone at the end", async () => {
    const plants = linesOf(...Array.from({ length: 40 }, (_, id) => ({ id })));
    const work = await Workplace.create(plants, { latency: 20 });
    const { code, shown, raw } = await runInTerminal(work, ["import", "plants.ndjson", "--concurrency", "1"]);
    expect(code).toBe(0);
    expect(shown).toMatch(/█+░+ \d+% {2}\d+ rows {2}\d+\/s/);
    expect(shown).toMatch(/\n {2}✓ created {6}40\n/);
    const end = raw.slice(raw.lastIndexOf("%"));
    expect(end).toContain("\u001b[?25h"); // The cursor is back.
  });
});
