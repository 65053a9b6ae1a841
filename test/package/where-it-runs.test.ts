/** The guide on runtimes and tools names the tested versions. */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import packageJson from "../../package.json" with { type: "json" };

const root = resolve(import.meta.dirname, "../..");
const guide = readFileSync(join(root, "docs/where-it-runs.md"), "utf8");

/** The dependencies of a folder, each with its major and minor version. */
function versionsIn(folder: string): [name: string, version: string][] {
  const { dependencies } = JSON.parse(readFileSync(join(root, "test", folder, "package.json"), "utf8"));
  return Object.entries<string>(dependencies).map(([name, specifier]) => [
    name,
    /(\d+\.\d+)\.\d+$/.exec(specifier)?.[1] ?? specifier,
  ]);
}

test("the guide names every tested runtime", () => {
  const major = ([, version]: [string, string]) => version.split(".")[0];
  const runtimes = versionsIn("runtimes/app");
  const nodes = runtimes.filter(([name]) => name.startsWith("node-")).map(major);
  const [oldest, ...supported] = [...nodes, packageJson.devDependencies.node.split(".")[0]].sort();
  expect(guide).toContain(`| Node ${new Intl.ListFormat("en-GB").format(supported.map(String))},`);
  expect(guide).toContain(`| Node ${oldest}.`);
  expect(guide).toContain("| workerd ");
  for (const [name, version] of runtimes.filter(([name]) => name === "bun" || name === "deno")) {
    expect(guide).toContain(`| ${name === "bun" ? "Bun" : "Deno"} ${version}`);
  }
});

test("the guide names every tested TypeScript version", () => {
  const versions = versionsIn("consumers")
    .filter(([name]) => name.startsWith("typescript"))
    .map(([, version]) => version)
    .sort();
  expect(guide).toContain(`\n${new Intl.ListFormat("en-GB").format(versions)}, with`);
});

test.each([
  ["Vite", "vite", "consumers"],
  ["webpack", "webpack", "consumers"],
  ["Rollup", "rollup", "consumers"],
  ["Next.js", "next", "../examples/nextjs"],
  ["Vitest", "vitest", "consumers"],
  ["Jest", "jest", "consumers"],
])("the guide names the tested major version of %s", (title, name, folder) => {
  const version = versionsIn(folder).find(([found]) => found === name)?.[1];
  expect(guide).toContain(`${title} ${version?.split(".")[0]}`);
});
