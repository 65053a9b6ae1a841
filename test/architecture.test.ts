/** Checks which parts of the project may import which, as docs/architecture.md says. */
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import mocksPackage from "../mocks/package.json" with { type: "json" };
import srcPackage from "../src/package.json" with { type: "json" };

/** What the service promises, and what is not about plants. Every other part may import both, also the mock and its page. */
const KERNEL = ["src/contract", "src/common"];

/**
 * The parts of the project, and the other parts that each may import. A file belongs to the longest part that its path starts
 * with. A part that ends in `.ts` is one file with an exception of its own.
 */
const PARTS: Record<string, string[]> = {
  "src/contract": ["src/common"],
  "src/common": [],
  "src/call": ["src"], // Private, except for the files that are named below.
  src: ["src/call"],

  "mocks/parts": [],
  "mocks/service": ["mocks/parts"],
  "mocks/adapters": ["mocks/parts", "mocks/service"],
  "mocks/http": ["mocks/parts", "mocks/service", "mocks/adapters"],
  "mocks/http/admin-api.ts": ["mocks/parts", "mocks/service", "mocks/http", "mocks/page/bundle.ts"],
  "mocks/remote": [],
  mocks: ["mocks/parts", "mocks/service", "mocks/adapters", "mocks/http", "mocks/remote"],
  // An application: it imports the SDK by the name of the package.
  "mocks/page": ["describe-resent", "fault-fields", "fault-kinds", "limits", "session-name"].map(
    (name) => `mocks/parts/${name}.ts`,
  ),
  "mocks/page/bundle.ts": [],

  "tools/terminal": ["src", "src/call/resolve-base-url.ts"],
  "tools/terminal/describe-file-error.ts": [],
  "tools/import/input": ["src", "tools/terminal/describe-file-error.ts", "tools/import/import-error.ts"],
  "tools/import/journal": ["src", "tools/import/import-error.ts", "tools/import/input"],
  "tools/import/run": ["src", "tools/import/import-error.ts", "tools/import/input", "tools/import/journal"],
  "tools/import/import-error.ts": [],
  "tools/import": [
    ...["tools/import/import-error.ts", "tools/import/input", "tools/import/journal", "tools/import/run"],
  ],
  "tools/import/command": [
    ...["src", "tools/terminal", "tools/import"],
    ...["tools/import/input", "tools/import/journal", "tools/import/run"],
  ],
  // Not the client: its bugs must not hide those of a service.
  "tools/check/run": [
    ...["src/errors.ts", "src/options.ts", "src/call/describe-network-error.ts"],
    ...["src/call/resolve-base-url.ts", "src/call/resolve-options.ts"],
  ],
  "tools/check/checks": ["tools/check/run"],
  "tools/check": ["src/version.ts", "tools/check/run", "tools/check/checks"],
  "tools/check/command": [
    "src",
    "src/call/resolve-base-url.ts",
    "tools/terminal",
    "tools/check",
    "tools/check/run",
  ],
  "tools/mock": [
    ...["tools/terminal", "tools/import/input", "tools/import/import-error.ts"],
    ...["mocks", "mocks/parts", "mocks/service", "mocks/adapters"],
  ],
  tools: ["src", "tools/terminal", "tools/import/command", "tools/check/command", "tools/mock"],
};

/** The packages and the modules of Node, and who may import them. */
const PACKAGES: Record<string, string[]> = {
  ky: ["src/call/send-request.ts"],
  "zod/mini": [
    "src/contract/",
    "mocks/parts/fault-fields.ts",
    "mocks/parts/fault-kinds.ts",
    "mocks/parts/validate-fault.ts",
    "mocks/page/faults/fault-choices.ts",
  ],
  msw: ["mocks/adapters/msw.ts"],
  "plant-store-sdk": ["mocks/page/"],
  "plant-store-sdk/mocks/remote": ["mocks/page/"],
  preact: ["mocks/page/"],
  "preact/hooks": ["mocks/page/"],
  esbuild: ["mocks/page/bundle.ts"],
  "yocto-spinner": ["tools/import/command/"],
  leven: ["tools/terminal/"],
  "node:": [
    ...["mocks/page/bundle.ts", "mocks/http/node-http.ts", "mocks/http/refuse-request.ts"],
    ...["mocks/server.ts", "tools/"],
  ],
};

const root = resolve(import.meta.dirname, "..");
const listFiles = (...folders: string[]) =>
  folders
    .flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root }))
    .filter((file) => !/node_modules/.test(file));
const files = listFiles("src", "mocks", "tools");

/** The files behind names such as `#live-page`. */
const aliases = new Map([
  ...Object.entries(srcPackage.imports).map(([alias, to]) => [alias, join("src", to.default)] as const),
  ...Object.entries(mocksPackage.imports).map(([alias, to]) => [alias, join("mocks", to)] as const),
]);

const specifiersOf = (file: string) =>
  ts.preProcessFile(readFileSync(join(root, file), "utf8")).importedFiles.map(({ fileName }) => fileName);

/** The imports of a file, including type imports: files by their path in the project, packages by their name. */
const importsOf = (file: string) =>
  specifiersOf(file).map(
    (name) => aliases.get(name) ?? (name.startsWith(".") ? join(file, "..", name) : name),
  );

const graph = new Map(files.map((file) => [file, importsOf(file)]));

/** The imports of other files that are programs. */
const otherGraph = new Map(listFiles("scripts", "benchmarks").map((file) => [file, importsOf(file)]));

const longestFirst = Object.keys(PARTS).sort((a, b) => b.length - a.length);

function partOf(file: string): string {
  const part = longestFirst.find((name) => file === name || file.startsWith(`${name}/`));
  return part ?? expect.fail(`The table has no part for ${file}.`);
}

const isFile = (target: string) => /^(src|mocks|tools|docs)\//.test(target);

/** All imports, as "importer -> imported", that a test forbids. */
function importsThat(isForbidden: (file: string, target: string) => boolean): string[] {
  return [...graph].flatMap(([file, targets]) =>
    targets.filter((target) => isForbidden(file, target)).map((target) => `${file} -> ${target}`),
  );
}

test("each part imports only the parts that the table allows", () => {
  const wrong = importsThat((file, target) => {
    if (!isFile(target) || target.startsWith("docs/")) return false;
    const [from, to] = [partOf(file), partOf(target)];
    // An exception is still a file of its folder.
    const isInside =
      to === from || file.startsWith(`${to}/`) || (target.startsWith(`${from}/`) && to.endsWith(".ts"));
    const allowed = [...(PARTS[from] ?? []), ...(KERNEL.includes(from) ? [] : KERNEL)];
    return !isInside && !allowed.includes(to) && !allowed.includes(target);
  });
  expect(wrong).toEqual([]);
});

test("each package is imported only where the table allows", () => {
  const wrong = importsThat((file, target) => {
    if (isFile(target)) return false;
    const importers = PACKAGES[target.startsWith("node:") ? "node:" : target] ?? [];
    return !importers.some((name) => file.startsWith(name));
  });
  expect(wrong).toEqual([]);
});

test("the tables allow nothing that no file needs", () => {
  const unusedParts = Object.entries(PARTS).flatMap(([from, allowed]) =>
    allowed
      .filter((to) => {
        const isUse = (target: string) =>
          target === to || (target.startsWith(`${to}/`) && partOf(target) === to);
        return ![...graph].some(([file, targets]) => partOf(file) === from && targets.some(isUse));
      })
      .map((to) => `${from} -> ${to}`),
  );
  const unusedPackages = Object.entries(PACKAGES).flatMap(([name, importers]) =>
    importers
      .filter((part) => {
        const isUse = (target: string) => (name === "node:" ? target.startsWith(name) : target === name);
        return ![...graph].some(([file, targets]) => file.startsWith(part) && targets.some(isUse));
      })
      .map((part) => `${part} -> ${name}`),
  );
  expect([...unusedParts, ...unusedPackages]).toEqual([]);
});

// The builds for Node tell ky that the runtime has no AbortController (tsup.config.ts), so ky could not end a request.
test("ky gets neither a signal nor a timeout", () => {
  const [, options] =
    /ky\(url, \{(.*)\}\)/.exec(readFileSync(join(root, "src/call/send-request.ts"), "utf8")) ?? [];
  expect(options).toContain(" timeout: false,");
  expect(options).not.toContain("signal");
});

const portable = ["mocks/store.ts", "mocks/index.ts", "mocks/remote.ts", "src/index.ts", "src/route.ts"];
test.each(portable)("%s needs no Node modules, even indirectly", (entry) => {
  const reached = new Set([entry]);
  // The set grows in the loop.
  for (const file of reached) for (const target of graph.get(file) ?? []) reached.add(target);
  expect(reached.size).toBeGreaterThan(3);
  expect([...reached].filter((name) => name.startsWith("node:"))).toEqual([]);
});

function expectNoCycle(edges: Map<string, Iterable<string>>): void {
  const done = new Set<string>();
  const visit = (node: string, path: string[]): void => {
    if (path.includes(node)) expect.fail([...path.slice(path.indexOf(node)), node].join(" -> "));
    if (done.has(node)) return;
    for (const target of edges.get(node) ?? []) visit(target, [...path, node]);
    done.add(node);
  };
  for (const node of edges.keys()) visit(node, []);
}

test("there are no import cycles, including type imports", () => {
  expectNoCycle(new Map([...graph, ...otherGraph]));
});

test("scripts import nothing of the tests or benchmarks", () => {
  const wrong = Array.from(otherGraph, ([file, targets]) =>
    file.startsWith("scripts/") ? targets.filter((target) => /^(test|benchmarks)\//.test(target)) : [],
  );
  expect(wrong.flat()).toEqual([]);
});

test("src imports a file that the build for browsers replaces by its alias", () => {
  const replaced = [...aliases.values()];
  const wrong = listFiles("src").flatMap((file) =>
    specifiersOf(file)
      .filter((name) => replaced.includes(join(file, "..", name)))
      .map((name) => `${file} -> ${name}`),
  );
  expect(wrong).toEqual([]);
});

test("the folders depend on each other in one direction", () => {
  const folders = new Set(files.map((file) => dirname(file)));
  /** A file beside folders counts for itself, such as src/errors.ts. */
  const unitOf = (file: string) => {
    const folder = dirname(file);
    return [...folders].some((other) => other.startsWith(`${folder}/`)) ? file : folder;
  };
  const units = new Map<string, Set<string>>();
  for (const [file, targets] of graph) {
    const unit = unitOf(file);
    const imported = units.get(unit) ?? new Set();
    units.set(unit, imported);
    for (const target of targets.map(unitOf)) if (target !== unit) imported.add(target);
  }
  expect([...units.keys()]).toContain("tools/import/run");
  expectNoCycle(units);
});

test("a file's name stands once, except for index.ts", () => {
  const names = files.map((file) => file.replace(/.*\//, "")).filter((name) => name !== "index.ts");
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test("no TypeScript file has more than 300 lines, not counting doc comments", () => {
  const DOC_COMMENT = /^ *\/\*\*.*?\*\/\n/gms;
  const lines = (file: string) =>
    readFileSync(join(root, file), "utf8").replaceAll(DOC_COMMENT, "").split("\n").length - 1;
  expect(files.filter((file) => lines(file) > 300)).toEqual([]);
});

test("every file that docs/architecture.md and its picture name exists", () => {
  const texts = ["docs/architecture.md", "docs/pictures/architecture.svg"].map((file) =>
    readFileSync(join(root, file), "utf8"),
  );
  const named = texts.flatMap((text) => text.match(/[\w/.-]+\.ts\b/g) ?? []);
  expect(named.length).toBeGreaterThan(15);
  const exists = (name: string) =>
    existsSync(join(root, name)) || files.some((file) => file.endsWith(`/${name}`));
  expect(named.filter((name) => !exists(name))).toEqual([]);
});
