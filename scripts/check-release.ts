/**
 * Checks that a tag can be published: `node scripts/check-release.ts v1.0.0 OWNER/NAME`. `rehearse.ts` checks the rest. With
 * `--bundled`, checks only whether the bundled packages are up to date, and without known vulnerabilities.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { BUNDLED_PACKAGES } from "./bundled-packages.ts";

const root = resolve(import.meta.dirname, "..");

/** Returns why the tag cannot be published, or `undefined` if it can. */
export function findReleaseProblem(tag: string, version: string, changelog: string): string | undefined {
  if (tag !== `v${version}`) return `The tag ${tag} is not v${version}, the version in package.json.`;
  const heading = changelog.split("\n").find((line) => line.startsWith(`## ${version} `));
  if (/\(\d{4}-\d\d-\d\d\)$/.test(heading ?? "")) return undefined;
  return `CHANGELOG.md has no heading such as "## ${version} (2027-01-31)".`;
}

/** Stands for the owner of the repository in package.json and in links until there is one. */
export const PLACEHOLDER_OWNER = "example-org";

/** npm accepts no provenance of another repository. A test checks that the links name the one in package.json. */
export function findRepositoryProblem(url: string, name: string): string | undefined {
  const owner = url.split("/").at(-2);
  if (owner !== PLACEHOLDER_OWNER && url === `git+https://github.com/${name}.git`) return undefined;
  const replace = `git grep -lF ${owner}/plant-store-sdk | xargs sed -i s,${owner}/plant-store-sdk,${name},g`;
  return `The repository in package.json is not this one. Run \`${replace}\` and commit it.`;
}

interface Outdated {
  /** Absent if the package is not installed, like `location`. */
  current?: string;
  /** The newest version that fits the range. */
  wanted: string;
  location?: string;
}

/** The folder of an installed package. A copy below another package is not part of the build. */
const topLevel = (name: string) => resolve(root, "node_modules", name);

/**
 * Nobody else can update the packages that this one contains.
 *
 * @param outdated what `npm outdated --all --json` printed: an entry for each package, or several if it is installed at several
 * versions. The build contains the ones at the top.
 */
export function findOutdatedProblem(outdated: string): string | undefined {
  const packages = parseOutdated(outdated);
  if (packages === undefined)
    return `\`npm outdated\` did not say which packages are outdated. Is the registry reachable? It printed: ${outdated}`;
  // Not `latest`: the dist-tag of a package can be older than the installed version.
  const list = BUNDLED_PACKAGES.flatMap((name) =>
    [packages[name] ?? []]
      .flat()
      .filter(({ location = topLevel(name), current, wanted }) => {
        return location === topLevel(name) && current !== wanted;
      })
      .map(({ current = "is not installed", wanted }) => `${name} ${current} (newest: ${wanted})`),
  );
  if (list.length === 0) return undefined;
  return `Bundled packages are outdated: ${list.join(", ")}. Update them, and run the tests.`;
}

/** Returns undefined if it is anything else: without a registry, npm prints `{ "error": … }`. */
function parseOutdated(text: string): Record<string, Outdated | Outdated[]> | undefined {
  try {
    const packages: Record<string, Outdated | Outdated[]> = JSON.parse(text);
    const isOutdated = (value: Partial<Outdated>) => typeof value.wanted === "string";
    const isPlain = typeof packages === "object" && !Array.isArray(packages);
    return isPlain && Object.values(packages).flat().every(isOutdated) ? packages : undefined;
  } catch {
    return undefined; // Also for `null`.
  }
}

/**
 * Most bundled packages are devDependencies, which `npm audit --omit=dev` skips.
 *
 * @param audit what `npm audit --json` printed: a report with an entry for each vulnerable package
 */
export function findVulnerableProblem(audit: string): string | undefined {
  try {
    const { vulnerabilities }: { vulnerabilities: Record<string, { nodes: string[] }> } = JSON.parse(audit);
    const isInBuild = (name: string) => vulnerabilities[name]?.nodes.includes(`node_modules/${name}`);
    const list = BUNDLED_PACKAGES.filter(isInBuild);
    if (list.length === 0) return undefined;
    return `Bundled packages have known vulnerabilities: ${list.join(", ")}. Run \`npm audit\`, and update them.`;
  } catch {
    return `\`npm audit\` did not say which packages are vulnerable. Is the registry reachable? It printed: ${audit}`;
  }
}

/** Runs a command of npm. Its exit code is not 0 if it finds something, too. */
const npm = (...args: string[]) =>
  `${spawnSync("npm", [...args, "--json"], { cwd: root, encoding: "utf8" }).stdout}`;

if (import.meta.main) {
  const read = (file: string) => readFileSync(resolve(root, file), "utf8");
  const [tag = "", name = ""] = process.argv.slice(2);
  const { version, repository } = JSON.parse(read("package.json"));
  const problemOfTag =
    tag === "--bundled"
      ? undefined
      : (findReleaseProblem(tag, version, read("CHANGELOG.md")) ??
        findRepositoryProblem(repository.url, name));
  const problem =
    problemOfTag ?? findOutdatedProblem(npm("outdated", "--all")) ?? findVulnerableProblem(npm("audit"));
  if (problem !== undefined) {
    console.error(problem);
    process.exitCode = 1;
  }
}
