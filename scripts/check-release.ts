/** Checks that a tag can be published: `node scripts/check-release.ts v1.0.0`. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";

const root = resolve(import.meta.dirname, "..");

/** Returns why the tag cannot be published, or `undefined` if it can. */
export function findReleaseProblem(tag: string, version: string, changelog: string): string | undefined {
  if (tag !== `v${version}`) return `The tag ${tag} is not v${version}, the version in package.json.`;
  const heading = changelog.split("\n").find((line) => line.startsWith(`## ${version} `));
  if (/\(\d{4}-\d\d-\d\d\)$/.test(heading ?? "")) return undefined;
  return `CHANGELOG.md has no heading such as "## ${version} (2027-01-31)".`;
}

if (import.meta.main) {
  const { version } = JSON.parse(readFileSync(resolve(root, "package.json"), "utf8"));
  const problem = findReleaseProblem(
    process.argv[2] ?? "",
    version,
    readFileSync(resolve(root, "CHANGELOG.md"), "utf8"),
  );
  if (problem !== undefined) {
    console.error(problem);
    process.exitCode = 1;
  }
}
