/** The architecture page and the code say the same. */
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";

const root = resolve(import.meta.dirname, "..");
const files = ["src", "mocks"].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => `${folder}/${file.replaceAll("\\", "/")}`),
);

/** What a file imports, types included: files by their paths in the project, packages by their names. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), "utf8");
  return ts
    .preProcessFile(text)
    .importedFiles.map(({ fileName }) =>
      fileName.startsWith(".") ? relative(root, resolve(root, file, "..", fileName)) : fileName,
    );
}

const imports = files.flatMap((file) => importsOf(file).map((imported) => ({ file, imported })));

/** The files, in order and each once, that import what the pattern matches. */
function importersOf(pattern: RegExp, folder = ""): string[] {
  const importers = imports.filter(({ file, imported }) => file.startsWith(folder) && pattern.test(imported));
  return [...new Set(importers.map(({ file }) => file))].sort();
}

test("the architecture page names every file of src and mocks once, and no other", () => {
  const page = readFileSync(join(root, "docs/architecture.md"), "utf8");
  const named = Array.from(page.matchAll(/^\| `((?:src|mocks)\/[^`]+)` \|/gm), ([, file]) => file);
  expect(named.sort()).toEqual([...files].sort());
});

test("src imports nothing of the mocks", () => {
  expect(importersOf(/^mocks\/|plant-store-sdk/, "src/")).toEqual([]);
});

test("of src, the mocks import only the contract", () => {
  const contract = imports
    .filter(({ file, imported }) => file.startsWith("mocks/") && /^src\/|^plant-store-sdk/.test(imported))
    .map(({ imported }) => imported);
  expect([...new Set(contract)].sort()).toEqual(["src/json.ts", "src/schemas.ts", "src/version.ts"]);
});

test("only the transport imports ky", () => {
  expect(importersOf(/^ky(\/|$)/)).toEqual(["src/transport.ts"]);
});

test("only the handlers import msw", () => {
  expect(importersOf(/^(msw|@mswjs)(\/|$)/)).toEqual(["mocks/handlers.ts"]);
});

test("nothing but the port and the command imports anything of Node", () => {
  const ofNode = importersOf(/^node:/);
  expect(ofNode).toEqual(["mocks/cli.ts", "mocks/node-http.ts", "mocks/server.ts"]);
});

test("nothing else is imported than ky, zod and msw", () => {
  const packages = imports
    .map(({ imported }) => imported)
    .filter((name) => !/^(src|mocks)\/|^node:/.test(name));
  expect([...new Set(packages)].sort()).toEqual(["ky", "msw", "zod/mini"]);
});
