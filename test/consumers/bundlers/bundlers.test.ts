/** Builds applications for browsers with each bundler, for production. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { installApp, runNode } from "../app.ts";
import { expectGzippedSize, expectModules, expectNoNode, runInPage } from "../bundle.ts";

const app = installApp(import.meta.dirname);

describe.each(["vite", "webpack", "rollup", "esbuild"])("%s", (bundler) => {
  // esbuild keeps the schemas and the error classes: it treats their statements as side effects.
  const onlyVersion: [number, number] = bundler === "esbuild" ? [301, 7_000] : [0, 300];

  test.each<[file: string, size: [number, number], done: object]>([
    ["create-plant.js", [0, 22_000], { name: "Fern", sent: ["https://shop.example/api/plants"] }],
    ["version.js", onlyVersion, { name: "1.0.0", sent: [] }],
    ["store.js", [0, 35_000], { name: "Fern", sent: [] }],
  ])("%s", async (file, size, done) => {
    const outDir = `out/${bundler}-${file}`;
    const { code, stdout, output } = await runNode(app.folder, [`app/${bundler}.js`, `app/${file}`, outDir]);
    expect(code, output).toBe(0);
    const bundle = await readFile(join(app.folder, outDir, "bundle.js"), "utf8");
    expectModules(JSON.parse(stdout.trim().split("\n").at(-1) ?? ""));
    expectNoNode(bundle);
    expect(await runInPage(bundle)).toEqual(done);
    expectGzippedSize(bundle, size);
  });
});
