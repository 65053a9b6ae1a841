/** Checks the import rules of docs/architecture.md. */
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";

const root = resolve(import.meta.dirname, "..");
const files = ["src", "mocks", "cli"].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => `${folder}/${file.replaceAll("\\", "/")}`),
);

/** The imports of a file, including type imports: files by their path in the project, packages by their name. */
function importsOf(file: string): string[] {
  return ts
    .preProcessFile(readFileSync(join(root, file), "utf8"))
    .importedFiles.map(({ fileName }) =>
      fileName.startsWith(".") ? relative(root, resolve(root, file, "..", fileName)) : fileName,
    );
}

const graph = new Map(files.map((file) => [file, importsOf(file)]));

/** The matching imports, as "importer -> imported". */
function imports(importer: RegExp, imported: RegExp): string[] {
  return [...graph].flatMap(([file, targets]) =>
    targets.filter((target) => importer.test(file) && imported.test(target)).map((to) => `${file} -> ${to}`),
  );
}

test("src imports neither mocks nor cli", () => {
  expect(imports(/^src\//, /^(mocks|cli)\/|^plant-store-sdk/)).toEqual([]);
});

test("mocks imports nothing from src except the contract", () => {
  expect(imports(/^mocks\/(?!page\/)/, /^(src\/(?!contract\/)|cli\/|plant-store-sdk)/)).toEqual([]);
});

test("the live page imports the package by its name, like an application, and only mocks/http/admin-api.ts imports it", () => {
  expect(imports(/^mocks\/page\//, /^(src|cli|mocks\/(?!page\/))/)).toEqual([]);
  const importers = imports(/^(?!mocks\/page\/)/, /^mocks\/page\//);
  expect([...new Set(importers)]).toEqual(["mocks/http/admin-api.ts -> mocks/page/bundle.ts"]);
});

test("the contract imports nothing else from src", () => {
  expect(imports(/^src\/contract\//, /^src\/(?!contract\/)/)).toEqual([]);
});

test("the import of many plants uses the public types of src, the contract, the errors, and the rules of options and waits", () => {
  const values = imports(/^src\/import\//, /^src\/(?!import\/|contract\/|errors\.ts)/);
  const allowed = [
    "client",
    "create-plant",
    "options",
    "outcome",
    "call/read-options",
    "call/decide-retry",
    "call/sleep",
  ];
  const types = new Set(allowed.map((name) => `src/${name}.ts`));
  expect(values.filter((line) => !types.has(line.split(" -> ")[1] ?? ""))).toEqual([]);
  expect(imports(/^src\/(?!import\/)/, /^src\/import\//)).toEqual([]);
});

test("the checks of a service do not use the client, and only the commands use them", () => {
  const allowed =
    /^src\/(check\/|contract\/|errors\.ts|options\.ts|version\.ts|call\/(resolve-base-url|describe-network-error|read-options|resolve-options|read-environment|redact-tokens|sleep)\.ts)/;
  const values = imports(/^src\/check\//, /^src\//).map((line) => line.split(" -> ")[1] ?? "");
  expect(values.filter((name) => !allowed.test(name))).toEqual([]);
  expect(imports(/^(src\/(?!check\/)|mocks\/)/, /^src\/check\//)).toEqual([]);
});

test.each([
  ["input", []],
  ["journal", ["input"]],
  ["run", ["input", "journal"]],
])("src/import/%s imports only these folders of the import: %j", (folder, allowed) => {
  const lines = imports(new RegExp(`^src/import/${folder}/`), /^src\/import\//);
  const imported = lines.map((line) => /-> src\/import\/(?:(\w+)\/|import-error\.ts)/.exec(line)?.[1]);
  expect(imported.filter((name) => name !== undefined && name !== folder && !allowed.includes(name))).toEqual(
    [],
  );
  expect(lines.length).toBeGreaterThan(3);
});

/** What each folder of the mock may import from the others. Entry points are the files at the top. */
const MOCK_FOLDERS: Record<string, string[]> = {
  model: [],
  service: ["model"],
  adapters: ["model", "service"],
  http: ["model", "service", "adapters", "page"],
  remote: ["model"],
  page: [],
  "": ["adapters", "http", "model", "remote", "service", ""],
};

test("the folders of the mock depend in one direction", () => {
  const folderOf = (file: string) => /^mocks\/(?:([^/]+)\/)?/.exec(file)?.[1] ?? "";
  const wrong = imports(/^mocks\//, /^mocks\//).filter((line) => {
    const [from = "", to = ""] = line.split(" -> ").map(folderOf);
    return from !== to && !MOCK_FOLDERS[from]?.includes(to);
  });
  expect(wrong).toEqual([]);
});

test.each([
  ["src", /^src\//, /^(ky|zod\/mini|node:.+)$/],
  ["mocks", /^mocks\/(?!page\/)/, /^(zod\/mini|msw|node:.+)$/],
  ["the live page", /^mocks\/page\/(?!bundle\.ts)/, /^plant-store-sdk(\/mocks\/remote)?$/],
  ["the program that bundles the live page", /^mocks\/page\/bundle\.ts/, /^(esbuild|node:.+)$/],
  ["cli", /^cli\//, /^(node:.+|yocto-spinner|leven)$/],
])("%s imports only its allowed packages", (_, importer, allowed) => {
  const packages = imports(importer, /^(?!(src|mocks|cli|docs)\/)/).map(
    (line) => line.split(" -> ")[1] ?? "",
  );
  expect(packages.filter((name) => !allowed.test(name))).toEqual([]);
});

test("ky and msw are each imported by one file", () => {
  expect(imports(/./, /^ky$/)).toEqual(["src/call/send-request.ts -> ky"]);
  expect(imports(/./, /^msw$/)).toEqual(["mocks/adapters/msw.ts -> msw"]);
});

test("only src/import, mocks/http and the server import Node modules", () => {
  const importers = new Set(
    imports(/^(src\/(?!import\/)|mocks\/(?!page\/bundle\.ts))/, /^node:/).map(
      (line) => line.split(" -> ")[0],
    ),
  );
  expect([...importers].sort()).toEqual(["mocks/http/node-http.ts", "mocks/server.ts"]);
});

test.each(["mocks/store.ts", "mocks/index.ts", "mocks/remote.ts"])(
  "%s needs no Node modules, even indirectly",
  (entry) => {
    const reached = new Set([entry]);
    // The set grows in the loop.
    for (const file of reached) for (const target of graph.get(file) ?? []) reached.add(target);
    expect(reached.size).toBeGreaterThan(3);
    expect([...reached].filter((name) => name.startsWith("node:"))).toEqual([]);
  },
);

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
  expectNoCycle(graph);
});

test("the folders of src and cli depend on each other in one direction", () => {
  const folders = new Set(files.map((file) => dirname(file)));
  /** A file beside folders counts for itself, such as src/errors.ts. */
  const unitOf = (file: string) => {
    const folder = dirname(file);
    return [...folders].some((other) => other.startsWith(`${folder}/`)) ? file : folder;
  };
  const units = new Map<string, Set<string>>();
  for (const [file, targets] of graph) {
    if (!/^(src|cli)\//.test(file)) continue;
    const unit = unitOf(file);
    const imported = units.get(unit) ?? new Set();
    units.set(unit, imported);
    for (const target of targets.map(unitOf)) if (target !== unit) imported.add(target);
  }
  expect([...units.keys()]).toContain("src/import/run");
  expectNoCycle(units);
});

test("no TypeScript file of src, mocks and cli has more than 220 lines, not counting doc comments", () => {
  const DOC_COMMENT = /^ *\/\*\*.*?\*\/\n/gms;
  const lines = (file: string) =>
    readFileSync(join(root, file), "utf8").replaceAll(DOC_COMMENT, "").split("\n").length - 1;
  expect(files.filter((file) => lines(file) > 220)).toEqual([]);
});

test("every file that docs/architecture.md and its picture name exists", () => {
  const texts = ["docs/architecture.md", "docs/pictures/architecture.svg"].map((file) =>
    readFileSync(join(root, file), "utf8"),
  );
  const named = texts.flatMap((text) => text.match(/[\w/.-]+\.ts\b/g) ?? []);
  expect(named.length).toBeGreaterThan(20);
  const exists = (name: string) =>
    [...files, "test/architecture.test.ts"].some((file) => `/${file}`.endsWith(`/${name}`));
  expect(named.filter((name) => !exists(name))).toEqual([]);
});
