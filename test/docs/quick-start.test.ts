/** The README's quick start, typed literally in an empty folder, with the packed package. */
import { execFile, spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { npm } from "../../scripts/npm.ts";
import { installPackage } from "../support/install-package.ts";
import { outputOf } from "../support/run-program.ts";
import { documentedOutput, readProjectFile } from "./guide-code.ts";

const [, section = ""] = /^## Quick start\n([\s\S]*?)^## /m.exec(readProjectFile("README.md")) ?? [];
const [install = "", esModule = "", run = ""] = codeIn(section);
const [commonJs = ""] = codeIn(readProjectFile("docs/troubleshooting.md"));
const [initialize = "", installSdk = "", startMock = ""] = install.trim().split("\n");

function codeIn(markdown: string): string[] {
  return Array.from(markdown.matchAll(/^```(?:sh|js)\n([\s\S]*?)^```$/gm), ([, code = ""]) => code);
}

/** An empty folder in which the package is installed, as the quick start says. */
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "quick-start-"));
  await npm(folder, ...initialize.split(" ").slice(1));
  expect(installSdk).toBe("npm install plant-store-sdk");
  await installPackage(folder);
}, 120_000);

afterAll(() => rm(folder, { recursive: true }));

test("the quick start works, as an ES module and in CommonJS", async () => {
  // Port 4010 may be in use.
  const [program = "", ...args] = [...startMock.split(" "), "--port", "0"];
  const mock = spawn(program, args, { cwd: folder, detached: true, stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => {
    if (mock.pid) process.kill(-mock.pid); // npx does not forward signals.
  });
  const [url] = await outputOf(mock, /http:\/\/127\.0\.0\.1:\d+/);

  const programs = { "app.mjs": esModule, "app.cjs": commonJs };
  for (const [file, code] of Object.entries(programs)) {
    await writeFile(join(folder, file), code.replace("http://127.0.0.1:4010", url));
    const [node = "", name = ""] = run.trim().replace("app.mjs", file).split(" ");
    const { stdout } = await promisify(execFile)(node, [name], { cwd: folder });
    expect(stdout.trim().split("\n")).toEqual(documentedOutput(code));
  }
}, 60_000);
