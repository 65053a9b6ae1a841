/** The guides name the versions that the tests use. */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import packageJson from "../../package.json" with { type: "json" };

const root = resolve(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(root, path), "utf8");

/** The dependencies of a folder, each with its major and minor version. */
function versionsIn(folder: string): Record<string, string | undefined> {
  const { dependencies } = JSON.parse(read(`${folder}/package.json`));
  const minor = (specifier: string) => /(\d+\.\d+)\.\d+$/.exec(specifier)?.[1] ?? specifier;
  const entries = Object.entries<string>(dependencies);
  return Object.fromEntries(entries.map(([name, specifier]) => [name, minor(specifier)]));
}

const own = packageJson.devDependencies;
const { bun, deno, ...others } = versionsIn("test/runtimes/app");
const consumers = versionsIn("test/consumers");
const { next } = versionsIn("examples/nextjs");

const major = (version?: string) => `${version?.split(".")[0]}`;
const list = (versions: string[]) => new Intl.ListFormat("en-GB").format(versions);
/** The versions of a package that is installed several times. */
const versionsOf = (name: string, versions: typeof others) =>
  Object.entries(versions).flatMap(([key, version]) => (key.startsWith(name) ? [`${version}`] : []));

const [oldestNode, ...nodes] = [...versionsOf("node-", others), own.node].map(major).sort();

test.each([
  ["where-it-runs", `| Node ${list(nodes)},`],
  ["where-it-runs", `| Node ${oldestNode}.`],
  ["where-it-runs", "| workerd "],
  ["where-it-runs", `| Bun ${bun}`],
  ["where-it-runs", `| Deno ${deno}`],
  ["where-it-runs", `\n${list(versionsOf("typescript", consumers).sort())}, with`],
  ["where-it-runs", `Vite ${major(consumers.vite)}, webpack ${major(consumers.webpack)}, `],
  ["where-it-runs", `Rollup ${major(consumers.rollup)}`],
  ["where-it-runs", `Next.js ${major(next)}`],
  ["where-it-runs", `Vitest ${major(consumers.vitest)}`],
  ["where-it-runs", `Jest ${major(consumers.jest)}`],
  ["observability", `pino ${own.pino}, OpenTelemetry's API ${own["@opentelemetry/api"]} and its SDK `],
  ["observability", `and its SDK ${own["@opentelemetry/sdk-trace"]}.`],
  ["observability", `and its SDK ${own["@opentelemetry/sdk-metrics"]}.`],
  ["proxies", `tested with undici ${own.undici}.`],
])("docs/%s.md names the tested version: %s", (guide, text) => {
  expect(read(`docs/${guide}.md`)).toContain(text);
});
