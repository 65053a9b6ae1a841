/** Tools that read the OpenAPI documents: two linters, and a generator whose client calls the mock. */
import { copyFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { expectRun, installApp, runNode } from "../app.ts";
import { startMock } from "../mock-server/command.ts";

const app = installApp(import.meta.dirname);
const documents = ["openapi.json", "openapi-3.0.json"];
const docs = resolve(import.meta.dirname, "../../../docs");

beforeAll(async () => {
  for (const document of documents) await copyFile(join(docs, document), join(app.folder, document));
  await writeFile(join(app.folder, "spectral.json"), '{"extends":["spectral:oas"]}');
});

test.each(documents)("Redocly finds nothing in %s", async (document) => {
  const args = ["node_modules/@redocly/cli/bin/cli.js", "lint", "--extends=recommended-strict", document];
  const { code, output } = await runNode(app.folder, args, { REDOCLY_TELEMETRY: "off" });
  expect(output).not.toMatch(/warning|error/i);
  expect(code).toBe(0);
});

test.each(documents)("Spectral finds nothing in %s", async (document) => {
  const spectral = "node_modules/@stoplight/spectral-cli/dist/index.js";
  const args = [spectral, "lint", document, "--ruleset", "spectral.json", "--fail-severity", "hint"];
  await expectRun(app.folder, args);
});

test.each(documents)("a client generated from %s compiles, and calls the mock", async (document) => {
  const generator = "node_modules/openapi-typescript/bin/cli.js";
  await expectRun(app.folder, [generator, document, "--output", "app/generated.d.ts"]);
  const options = ["--strict", "--noEmit", "--skipLibCheck", "--module", "nodenext", "--target", "es2022"];
  const tsc = [
    "node_modules/typescript/bin/tsc",
    ...options,
    "--types",
    "node",
    "--allowImportingTsExtensions",
  ];
  await expectRun(app.folder, [...tsc, "app/client.ts"]);
  const { mock, url } = await startMock(app.folder);
  onTestFinished(() => void mock.kill());
  await expectRun(app.folder, ["app/client.ts", url], [/^\[200,"Fern",400,400\]$/m]);
});
