/** The README's quick start, typed literally in an empty folder, with the packed package. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { npm, packPackage } from "../support/npm.ts";
import { documentedOutput, readProjectFile } from "./guide-code.ts";

const [, section = ""] = /^## Quick start\n([\s\S]*?)^## /m.exec(readProjectFile("README.md")) ?? [];
const blocks = Array.from(section.matchAll(/^```(?:sh|js)\n([\s\S]*?)^```$/gm), ([, code = ""]) => code);
const [install = "", esModule = "", run = "", commonJs = ""] = blocks;

test("the quick start works in an empty folder, as an ES module and in CommonJS", {
  timeout: 120_000,
}, async () => {
  const folder = await mkdtemp(join(tmpdir(), "quick-start-"));
  onTestFinished(() => rm(folder, { recursive: true }));

  const [initialize = "", installSdk = "", startMock = ""] = install.trim().split("\n");
  await npm(folder, ...initialize.split(" ").slice(1));
  expect(installSdk).toBe("npm install plant-store-sdk");
  await npm(folder, "install", await packPackage());
  // Port 4010 may be in use.
  const [program = "", ...args] = [...startMock.split(" "), "--port", "0"];
  const mock = spawn(program, args, { cwd: folder, detached: true, stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => {
    if (mock.pid) process.kill(-mock.pid);
  });
  const url = await urlOf(mock);

  const programs = { "app.mjs": esModule, "app.cjs": commonJs };
  for (const [file, code] of Object.entries(programs)) {
    await writeFile(join(folder, file), code.replace("http://127.0.0.1:4010", url));
    const [node = "", name = ""] = run.trim().replace("app.mjs", file).split(" ");
    const { stdout } = await promisify(execFile)(node, [name], { cwd: folder });
    expect(stdout.trim().split("\n")).toEqual(documentedOutput(code));
  }
});

/** The URL that the command prints when it listens. */
async function urlOf({ stdout }: ChildProcess): Promise<string> {
  let printed = "";
  for await (const chunk of stdout ?? []) {
    printed += chunk;
    const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(printed) ?? [];
    if (url) return url;
  }
  throw new Error(`The mock ended: ${printed}`);
}
