/** Tools that read the OpenAPI documents: two linters, four libraries, and a generator whose client calls the mock. */
import { copyFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { listen, type MockServer, MockStore } from "../../../mocks/server.ts";
import { expectRun, installApp, runNode } from "../app.ts";

const app = installApp(import.meta.dirname);
const documents = ["openapi.json", "openapi-3.0.json"];
const served = documents.map((document) => `served-${document}`);
const docs = resolve(import.meta.dirname, "../../../docs");
let server: MockServer;

beforeAll(async () => {
  server = await listen(new MockStore(), { basePath: "/api" });
  for (const document of documents) {
    await copyFile(join(docs, document), join(app.folder, document));
    const response = await fetch(`${server.url}/${document}`);
    await writeFile(join(app.folder, `served-${document}`), await response.text());
  }
  return () => server.close();
});

test("Redocly finds nothing", async () => {
  const cli = "node_modules/@redocly/cli/bin/cli.js";
  const args = [cli, "lint", "--extends=recommended-strict", ...documents, ...served];
  const { code, output } = await runNode(app.folder, args, { REDOCLY_TELEMETRY: "off" });
  expect(output).not.toMatch(/warning|error/i);
  expect(code).toBe(0);
});

test("Spectral finds nothing", async () => {
  const cli = "node_modules/@stoplight/spectral-cli/dist/index.js";
  const args = [cli, "lint", "--ruleset=app/spectral.yaml", "--fail-severity=hint"];
  await expectRun(app.folder, [...args, ...documents, ...served], [/No results with a severity of 'hint'/]);
});

test.each([...documents, ...served])("four libraries read %s, and the mock keeps it", async (document) => {
  const { code, output } = await runNode(app.folder, ["app/read-document.mjs", document, server.url]);
  expect(output.trim().split("\n")).toEqual([
    `swagger-parser: ${served.includes(document) ? "." : "https://plants.example"}`,
    "openapi-backend: valid",
    "openapi-backend: must have required property 'name'",
    "chai-openapi-response-validator: the responses are as described",
    "openapi-enforcer: the responses are as described",
  ]);
  expect(code).toBe(0);
});

test.each(documents)("a client generated from %s compiles, and calls the mock", async (document) => {
  const generator = "node_modules/openapi-typescript/bin/cli.js";
  await expectRun(app.folder, [generator, document, "--output", "app/generated.d.ts"]);
  const options = "--strict --noEmit --skipLibCheck --module nodenext --target es2022 --types node";
  const tsc = ["node_modules/typescript-7.0/bin/tsc", ...options.split(" "), "--allowImportingTsExtensions"];
  await expectRun(app.folder, [...tsc, "app/client.ts"]);
  await expectRun(app.folder, ["app/client.ts", server.url], [/^\[200,"Fern",400,400\]$/m]);
});
