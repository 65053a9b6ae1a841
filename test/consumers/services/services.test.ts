/** `plant-store-sdk check` against services that other frameworks and tools make. */
import { type ChildProcess, spawn } from "node:child_process";
import { copyFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import type { PlantStoreCheckReport } from "plant-store-sdk/check";
import { expect, onTestFinished, test } from "vitest";
import { installApp, runNode } from "../app.ts";

const app = installApp(import.meta.dirname);

/** Starts a service, and returns its URL, which it prints. */
async function start(...args: string[]): Promise<string> {
  const service: ChildProcess = spawn(process.execPath, args, {
    cwd: app.folder,
    stdio: ["ignore", "pipe", "ignore"],
    env: { PATH: process.env.PATH, NO_COLOR: "1" },
  });
  onTestFinished(() => void service.kill());
  for await (const line of createInterface(service.stdout as NodeJS.ReadableStream)) {
    const url = /listening on (http:\S+)|^(http:\S+)/.exec(line);
    if (url) return (url[1] ?? url[2]) as string;
  }
  return expect.fail("The service did not start.");
}

/** Checks the service with the command. */
async function check(url: string, ...args: string[]): Promise<PlantStoreCheckReport> {
  const command = ["node_modules/plant-store-sdk/dist/cli/plant-store-sdk.js", "check", "--base-url", url];
  const options = ["--create-on", "127.0.0.1", "--json", ...args];
  const { stdout } = await runNode(app.folder, [...command, ...options], {
    PLANT_STORE_TOKEN: "the-right-token",
  });
  return JSON.parse(stdout);
}

const namesWith = ({ checks }: PlantStoreCheckReport, result: string) =>
  checks.filter((each) => each.result === result).map(({ name }) => name);

test("Express, with ids as numbers: an HTML page for text that is not JSON, any tag, and ids that are rounded", async () => {
  const report = await check(await start("app/express.mjs"));
  expect(namesWith(report, "violation")).toEqual([
    "malformed-json",
    "tag-null",
    "tag-number",
    "tag-object",
    "id-overflow",
    "id-exact",
  ]);
  expect(namesWith(report, "inconclusive")).toEqual([]);
  expect(report.rules).toMatchObject({ name: { maxLength: 100 }, atomicIds: true, idempotencyKey: false });
});

test("Hono, in its own process: conforms", async () => {
  const { stdout, output } = await runNode(app.folder, ["app/hono.mjs"]);
  expect(output).toBe(stdout);
  const report: PlantStoreCheckReport = JSON.parse(stdout);
  expect(report.checks.filter(({ result }) => !["pass", "fact"].includes(result))).toEqual([]);
  expect(report.conforms).toBe(true);
  expect(report.rules).toMatchObject({
    duplicates: { equal: { status: 409, error: 1003 }, different: { status: 409, error: 1003 } },
    invalid: { status: 400, error: 1002 },
  });
});

test("Prism: it does not keep what it is sent, knows no tokens, and hangs on text that is not JSON", async () => {
  await copyFile(
    resolve(import.meta.dirname, "../../../docs/openapi.json"),
    join(app.folder, "openapi.json"),
  );
  const url = await start(
    "node_modules/@stoplight/prism-cli/dist/index.js",
    "mock",
    "--port",
    "0",
    "openapi.json",
  );
  // Prism rejects ids that a double cannot hold.
  const report = await check(url, "--ids", "1000..9999", "--timeout", "2000");
  expect(namesWith(report, "violation")).toEqual(["create", "auth-required"]);
  expect(namesWith(report, "inconclusive")).toEqual([
    "no-token",
    "wrong-token",
    "malformed-json",
    "bearer-case",
    "body-size",
  ]);
});
