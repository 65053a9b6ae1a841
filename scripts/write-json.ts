/** Writes JSON as the formatter of the project prints it. */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";

export function writeJson(path: string, content: object): void {
  writeFileSync(path, JSON.stringify(content, null, 2));
  execFileSync("biome", ["format", "--write", path]);
}
