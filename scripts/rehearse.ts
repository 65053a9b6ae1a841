/**
 * Rehearses a release: packs once, checks the tarball, publishes it to a registry on this machine, and installs it from there
 * by its name. Leaves the tarball and `release.json` in `node_modules/.cache/release`. Run it after the build.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { checkPackage, run } from "./check-package.ts";
import { packPackage } from "./pack.ts";
import { startRegistry } from "./rehearsal/registry.ts";

const root = resolve(import.meta.dirname, "..");
const folder = join(root, "node_modules/.cache/release");
const { name, version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

function fail(problem: string): never {
  console.error(problem);
  process.exit(1);
}

const changes = execFileSync("git", ["status", "--porcelain"], { cwd: root, encoding: "utf8" });
if (changes !== "")
  fail(`These files are not committed, so the release would differ from the commit:\n${changes}`);
if (!readFileSync(join(root, "CHANGELOG.md"), "utf8").includes(`\n## ${version} (`))
  fail(`CHANGELOG.md has no heading for ${version}, the version in package.json.`);

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const tarball = join(folder, `${name}-${version}.tgz`);
copyFileSync(await packPackage(), tarball);
const integrity = `sha512-${createHash("sha512").update(readFileSync(tarball)).digest("base64")}`;
const files = execFileSync("tar", ["-tzf", tarball], { encoding: "utf8" }).trim().split("\n").sort();
writeFileSync(
  join(folder, "release.json"),
  `${JSON.stringify({ name, version, integrity, files }, null, 2)}\n`,
);
console.log(`${basename(tarball)}: ${files.length} files, ${integrity}`);

checkPackage(tarball);

const registry = await startRegistry(join(folder, "registry"));
try {
  run("npm", ["publish", tarball, "--registry", registry.url, "--userconfig", registry.npmrc]);
  const { dist } = await (await fetch(`${registry.url}${name}/${version}`)).json();
  if (dist.integrity !== integrity) fail(`The registry has ${dist.integrity}.`);
  const tests = ["test/package/package.test.ts", "test/docs/guides.test.ts"];
  // These install the package by its name.
  run("vitest", ["run", "--project", "package", ...tests], { REHEARSAL_REGISTRY: registry.url });
} finally {
  registry.stop();
  rmSync(join(folder, "registry"), { recursive: true, force: true });
}
console.log(`\nRehearsed. ${tarball} can be published.`);
