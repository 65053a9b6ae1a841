/** Tools that read the OpenAPI documents: a linter, a generator whose client calls the mock, and a mock of any service. */
import { copyFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { PlantStoreCheckReport } from "plant-store-sdk/check";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { listen, MockStore } from "../../../mocks/server.ts";
import { expectRun, installApp, kill, outputOf, runNode, startNode } from "../app.ts";

const app = installApp(import.meta.dirname);
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
  await expectRun(app.folder, [generator, document, "--output", "app/generated.d.ts"]);
  const options = "--strict --noEmit --skipLibCheck --module nodenext --target es2022 --types node";
  const tsc = ["node_modules/typescript/bin/tsc", ...options.split(" "), "--allowImportingTsExtensions"];
  await expectRun(app.folder, [...tsc, "app/client.ts"]);
  await using server = await listen(new MockStore());
  await expectRun(app.folder, ["app/client.ts", server.url], [/^\[200,"Fern",400,400\]$/m]);
});

test("the check finds that Prism keeps nothing, knows no tokens, and hangs on text that is not JSON", async () => {
  const prism = "node_modules/@stoplight/prism-cli/dist/index.js";
  const service = startNode(app.folder, [prism, "mock", "--port", "0", "openapi.json"]);
  onTestFinished(() => kill(service));
  const [, url = ""] = await outputOf(service, /listening on (http:\S+)/);
  const command = ["node_modules/plant-store-sdk/dist/cli/plant-store-sdk.js", "check", "--base-url", url];
  // Prism rejects ids that a double cannot hold.
  const options = ["--create-on", "127.0.0.1", "--json", "--ids", "1000..9999", "--timeout", "1000"];
  const { stdout } = await runNode(app.folder, [...command, ...options], { PLANT_STORE_TOKEN: "any" });
  const { checks }: PlantStoreCheckReport = JSON.parse(stdout);
  const namesWith = (result: string) =>
    checks.filter((each) => each.result === result).map(({ name }) => name);
  expect(namesWith("violation")).toEqual(["create", "auth-required"]);
  expect(namesWith("inconclusive")).toEqual([
    "no-token",
    "wrong-token",
    "malformed-json",
    "bearer-case",
    "body-size",
  ]);
});
