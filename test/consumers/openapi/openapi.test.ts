/** Tools that read the OpenAPI documents: a linter, and a generator whose client calls the mock. */
import { copyFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { listen, MockStore } from "../../../mocks/server.ts";
import { expectRun, installApp, runNode } from "../app.ts";

const app = installApp();
const documents = ["openapi.json", "openapi-3.0.json"];
const docs = resolve(import.meta.dirname, "../../../docs");

beforeAll(async () => {
  for (const document of documents) await copyFile(join(docs, document), join(app.folder, document));
});

test("Redocly finds nothing", async () => {
  const args = ["node_modules/@redocly/cli/bin/cli.js", "lint", "--extends=recommended-strict", ...documents];
  const { code, output } = await runNode(app.folder, args, { REDOCLY_TELEMETRY: "off" });
  expect(output).not.toMatch(/warning|error/i);
  expect(code).toBe(0);
});

test.each(documents)("a client generated from %s compiles, and calls the mock", async (document) => {
  const generator = "node_modules/openapi-typescript/bin/cli.js";
  await expectRun(app.folder, [generator, document, "--output", "openapi/app/generated.d.ts"]);
  const options = "--strict --noEmit --skipLibCheck --module nodenext --target es2022 --types node";
  const tsc = ["node_modules/typescript-7.0/bin/tsc", ...options.split(" "), "--allowImportingTsExtensions"];
  await expectRun(app.folder, [...tsc, "openapi/app/client.ts"]);
  await using server = await listen(new MockStore());
  await expectRun(app.folder, ["openapi/app/client.ts", server.url], [/^\[200,"Fern",400,400\]$/m]);
});
