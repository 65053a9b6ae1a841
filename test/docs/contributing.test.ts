/** CONTRIBUTING.md, the workflows and the release check. */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { findOutdatedProblem, findReleaseProblem } from "../../scripts/check-release.ts";

const root = resolve(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const filesIn = (folder: string, ending: string) =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map(({ name }) => join(folder, name));

const workflows = filesIn(".github/workflows", ".yml");

test("every npm script that a document or a workflow names exists", () => {
  const places = [...workflows, ...filesIn(".", ".md"), ...filesIn("docs", ".md"), ".ci/run"];
  const named = places.flatMap((path) =>
    Array.from(read(path).matchAll(/npm run ([a-z:-]+)/g), ([, script]) => `${script}`),
  );
  expect(named.length).toBeGreaterThan(15);
  const scripts = Object.keys(packageJson.scripts);
  expect(named.filter((script) => !scripts.includes(script))).toEqual([]);
});

test("the table of CONTRIBUTING.md lists every npm script, except parts of `npm test`", () => {
  const inner = ["check", "typecheck", "build", "test:run", "package", "docs"]; // Parts of `npm test`.
  const named = Array.from(
    read("CONTRIBUTING.md").matchAll(/^\| `npm (?:run )?([a-z:-]+)`/gm),
    ([, name]) => name,
  );
  expect([...named, ...inner].sort()).toEqual(Object.keys(packageJson.scripts).sort());
});

test("every workflow pins third-party actions to a commit and has read-only permissions, except id-token for a release", () => {
  expect(workflows).toHaveLength(2);
  for (const path of workflows) {
    const text = read(path);
    const actions = Array.from(text.matchAll(/uses: ([^.\s]\S+)/g), ([, action]) => action);
    expect(actions.length, path).toBeGreaterThan(0);
    for (const action of actions) expect(action, path).toMatch(/@[0-9a-f]{40}$/);
    expect(text, path).toMatch(/^permissions:\n {2}contents: read\n\n/m);
    const permissions = text.match(/\S+: write\b|write-all/g) ?? [];
    expect(permissions, path).toEqual(path.endsWith("release.yml") ? ["id-token: write"] : []);
  }
});

test.each([
  ["v1.0.0", "# Changelog\n\n## 1.0.0 (2026-11-21)\n", undefined],
  ["v1.0.1", "## 1.0.0 (2026-11-21)", "The tag v1.0.1 is not v1.0.0, the version in package.json."],
  ["v1.0.0", "## 1.0.0 (unreleased)", 'CHANGELOG.md has no heading such as "## 1.0.0 (2027-01-31)".'],
  ["v1.0.0", "## 0.9.0 (2026-11-21)", 'CHANGELOG.md has no heading such as "## 1.0.0 (2027-01-31)".'],
])("the release check of the tag %s with the changelog %j returns %j", (tag, changelog, problem) => {
  expect(findReleaseProblem(tag, "1.0.0", changelog)).toBe(problem);
});

test("a release fails if a newer version of a bundled package fits its range", () => {
  const ky = { current: "2.1.0", wanted: "2.1.0", latest: "1.14.3" };
  expect(findOutdatedProblem(JSON.stringify({ ky }))).toBeUndefined();
  const problem = findOutdatedProblem(JSON.stringify({ ky: { ...ky, wanted: "2.2.0" } }));
  expect(problem).toBe(
    "Bundled packages are outdated: ky 2.1.0 (newest: 2.2.0). Update them, and run the tests.",
  );
});
