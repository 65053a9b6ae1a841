/** Checks the import rules of docs/architecture.md. */
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
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
  expect(imports(/^mocks\//, /^(src\/(?!contract\/)|cli\/|plant-store-sdk)/)).toEqual([]);
});

test("the contract imports nothing else from src", () => {
  expect(imports(/^src\/contract\//, /^src\/(?!contract\/)/)).toEqual([]);
});

test("mocks/service and mocks/faults import no adapters, except for store.fetch", () => {
  const allowed = "mocks/service/reference-store.ts -> mocks/adapters/fetch.ts";
  expect(imports(/^mocks\/(service|faults)\//, /^mocks\/(adapters\/|[^/]+$)/)).toEqual([allowed]);
});

test.each([
  ["src", /^src\//, /^(ky|zod\/mini)$/],
  ["mocks", /^mocks\//, /^(zod\/mini|msw|node:.+)$/],
  ["cli", /^cli\//, /^node:.+$/],
])("%s imports only its allowed packages", (_, importer, allowed) => {
  const packages = imports(importer, /^(?!(src|mocks|cli)\/)/).map((line) => line.split(" -> ")[1] ?? "");
  expect(packages.filter((name) => !allowed.test(name))).toEqual([]);
});

test("ky and msw are each imported by one file", () => {
  expect(imports(/./, /^ky$/)).toEqual(["src/call/transport.ts -> ky"]);
  expect(imports(/./, /^msw$/)).toEqual(["mocks/adapters/msw.ts -> msw"]);
});

test("only the node:http adapter and the server import Node modules", () => {
  const importers = new Set(imports(/^(src|mocks)\//, /^node:/).map((line) => line.split(" -> ")[0]));
  expect([...importers].sort()).toEqual(["mocks/adapters/node-http.ts", "mocks/server.ts"]);
});

test("there are no import cycles, including type imports", () => {
  const done = new Set<string>();
  const visit = (file: string, path: string[]): void => {
    if (path.includes(file)) expect.fail([...path.slice(path.indexOf(file)), file].join(" -> "));
    if (done.has(file)) return;
    for (const target of graph.get(file) ?? []) visit(target, [...path, file]);
    done.add(file);
  };
  for (const file of files) visit(file, []);
});

test("no file of src, mocks and cli is longer than 260 lines", () => {
  const lines = (file: string) => readFileSync(join(root, file), "utf8").split("\n").length - 1;
  expect(files.filter((file) => lines(file) > 260)).toEqual([]);
});
