/** Builds applications for browsers with each bundler, for production. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { installApp, runNode } from "../app.ts";
import { expectGzippedSize, expectModules, expectNoNode, runInPage } from "../bundle.ts";

const app = installApp();

async function expectBundle(bundler: string, file: string, size: [number, number], done: object) {
  const outDir = `bundlers/out/${bundler}-${file}`;
  const args = [`bundlers/app/${bundler}.js`, `bundlers/app/${file}`, outDir];
  const { code, stdout, output } = await runNode(app.folder, args);
  expect(code, output).toBe(0);
  const bundle = await readFile(join(app.folder, outDir, "bundle.js"), "utf8");
  expectModules(JSON.parse(stdout.trim().split("\n").at(-1) ?? ""));
  expectNoNode(bundle);
  expect(await runInPage(bundle)).toEqual(done);
  expectGzippedSize(bundle, size);
}

const bundlers = ["vite", "webpack", "rollup", "esbuild"];

test.each(bundlers)("%s bundles the client", (bundler) => {
  const done = { name: "Fern", sent: ["https://shop.example/api/plants"] };
  return expectBundle(bundler, "create-plant.js", [0, 23_150], done);
});

test.each(bundlers)("%s drops what the application does not use", (bundler) => {
  // esbuild keeps the schemas and the error classes: it treats their statements as side effects.
  const size: [number, number] = bundler === "esbuild" ? [301, 7_000] : [0, 300];
  return expectBundle(bundler, "version.js", size, { name: "1.0.0", sent: [] });
});

test("vite bundles the mock", () =>
  expectBundle("vite", "store.js", [0, 38_000], { name: "Fern", sent: [] }));
