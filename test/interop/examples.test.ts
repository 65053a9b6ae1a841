/** The examples in other languages, as their users run them. */
import { cp, symlink } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { installApp } from "../consumers/app.ts";
import { expectThere, isAvailable, type LanguageName, MAVEN } from "./other-registries.ts";

type Command = readonly [program: string, ...args: string[]];

const EXAMPLES: [language: LanguageName, folder: string, commands: Command[], passed: RegExp][] = [
  ["Go", "go", [["go", "test", "-v", "./..."]], /PASS: TestSaysWhatAFaultMeans [\s\S]*^ok /m],
  // Not quiet: the number of tests is printed.
  ["Java", "java", [["mvn", "--batch-mode", MAVEN[3], "test"]], /Tests run: 13, Failures: 0, Errors: 0/],
  ["Rust", "rust", [["cargo", "test", "--locked"]], /test result: ok\. 3 passed/],
  [
    "Python",
    "python",
    [
      ["python3", "-m", "venv", ".venv"],
      [".venv/bin/pip", "install", "--quiet", "--editable", ".[test]"],
      [".venv/bin/pytest", "--quiet"],
    ],
    /28 passed/,
  ],
];

const app = installApp(import.meta.dirname);

for (const [language, name, commands, passed] of EXAMPLES) {
  describe.skipIf(!(await isAvailable(language)))(language, () => {
    test("the tests of the example pass", async () => {
      const folder = join(app.folder, name);
      const source = resolve(import.meta.dirname, "../../examples", name);
      // A developer may have installed the example.
      const filter = (path: string) => !["node_modules", ".venv", "target"].includes(basename(path));
      await cp(source, folder, { recursive: true, filter });
      await symlink("../node_modules", join(folder, "node_modules"));
      let output = "";
      for (const [program, ...args] of commands) {
        const path = program.includes("/") ? join(folder, program) : program;
        output = await expectThere([path, ...args], folder);
      }
      expect(output).toMatch(passed);
    }, 1_200_000);
  });
}
