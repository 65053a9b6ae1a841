/**
 * Writes the declarations for CommonJS, after tsup has written those for ES modules. They differ only in the names of the files
 * that they import, and TypeScript would take as long for each.
 */
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";

const dist = resolve(import.meta.dirname, "../dist");
const files = globSync("**/*.d.ts", { cwd: dist });
if (files.length === 0) throw new Error("The build has no declarations.");
for (const file of files) {
  const path = resolve(dist, file);
  const code = readFileSync(path, "utf8").replace(/(?<=['"]\.\.?\/[^'"]*)\.js(?=['"])/g, ".cjs");
  writeFileSync(path.replace(/\.ts$/, ".cts"), code);
}
