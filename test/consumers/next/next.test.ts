/** Builds a Next.js application in which a server component and a client component use the package. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { expectRun, installApp } from "../app.ts";
import { expectGzippedSize, expectNoNode } from "../bundle.ts";

const app = installApp(import.meta.dirname);

test.each<[bundler: string, flags: string[], size: [number, number]]>([
  // Turbopack does not tree-shake the namespaces that zod exports.
  ["Turbopack", [], [22_001, 32_000]],
  ["webpack", ["--webpack"], [0, 22_000]],
])("next build with %s prerenders a page and puts the package into one chunk", async (_, flags, size) => {
  await expectRun(app.folder, ["node_modules/next/dist/bin/next", "build", ...flags, "app"]);
  const page = await readFile(join(app.folder, "app/.next/server/app/index.html"), "utf8");
  expect(page).toContain("Fern on the server");
  const [chunk = "", ...others] = await chunksWithPackage(join(app.folder, "app/.next/static/chunks"));
  expect(others).toEqual([]);
  expectNoNode(chunk);
  expectGzippedSize(chunk, size);
});

/** The chunks that contain the symbol of a failure, and thus the package. */
async function chunksWithPackage(folder: string): Promise<string[]> {
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith(".js"));
  const chunks = await Promise.all(files.map((file) => readFile(join(folder, file), "utf8")));
  return chunks.filter((text) => text.includes("plant-store-sdk.failure"));
}
