/** Reads a page of the guides as a user does: from top to bottom, in the folder that the README makes. */
import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { npm } from "../../scripts/npm.ts";
import { installPackage } from "../support/install-package.ts";
import { type RunResult, runProgram } from "../support/run-program.ts";
import { type Block, blocksOf, readProjectFile } from "./guide-code.ts";

const projectModules = resolve(import.meta.dirname, "../../node_modules");

/** Where the mock of the README listens. The tests use free ports instead. */
const MOCK_URL = "http://127.0.0.1:4010";
/** These run until the reader ends them. */
const MOCK_COMMAND = /^npx plant-store-sdk mock(.*)$/m;
const SERVER_COMMAND = /^node (server\.ts)$/m;
const LISTEN = "app.listen(3000);";

/** The packages that a text installs. */
const installedBy = (text: string) =>
  Array.from(text.matchAll(/npm install ([^`\n]+)/g), ([, names = ""]) => names.split(" "))
    .flat()
    .map((name) => name.replace(/(?<=.)@.*/, ""))
    .filter((name) => name !== "" && !name.startsWith("-"));

/** Types the README's installation in an empty folder. */
export async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "plant-store-guides-"));
  const [installation] = blocksOf("README.md") as [Block];
  for (const line of installation.code.trim().split("\n")) {
    const [program, ...args] = line.split(" ");
    if (line === "npm install plant-store-sdk") await installPackage(folder);
    else if (program === "npm") await npm(folder, ...args);
    else if (!MOCK_COMMAND.test(line)) throw new Error(`README.md has an unknown step: ${line}`);
  }
  return folder;
}

/** Copies what a page can change. */
async function copyFolder(made: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "plant-store-page-"));
  const modules = join(folder, "node_modules");
  await mkdir(join(modules, ".bin"), { recursive: true });
  for (const name of await readdir(join(made, "node_modules")))
    if (name === "plant-store-sdk")
      await cp(join(made, "node_modules", name), join(modules, name), { recursive: true });
    else if (!name.startsWith(".")) await symlink(join(made, "node_modules", name), join(modules, name));
  for (const name of ["plant-store-sdk", "plant-store-mock"])
    await symlink(join(modules, `plant-store-sdk/dist/cli/${name}.js`), join(modules, ".bin", name));
  await cp(join(made, "package.json"), join(folder, "package.json"));
  return folder;
}

/** Someone who reads one page, and has done only what stands above on it. Node runs TypeScript from 22.18 on. */
export class Reader {
  readonly #guide: string;
  readonly #folder: string;
  /** What the page's `export` lines set. */
  #exports = "";
  #mockUrl = MOCK_URL;
  /** Of the server that the page starts. */
  serverUrl = "http://localhost:3000";
  readonly #running: ChildProcess[] = [];

  private constructor(guide: string, folder: string) {
    this.#guide = guide;
    this.#folder = folder;
  }

  /** @param made by `makeFolder`: the README's own reader uses it, the others get a copy */
  static async open(guide: string, made: string): Promise<Reader> {
    const reader = new Reader(guide, guide === "README.md" ? made : await copyFolder(made));
    await reader.#startMock("");
    return reader;
  }

  /** Does what a block says: runs its commands, or saves it as a file and runs that. */
  async follow({ language, code, kind, file, line }: Block): Promise<RunResult> {
    const above = readProjectFile(this.#guide).split("\n").slice(0, line).join("\n");
    for (const name of installedBy(above)) await this.#install(name);
    if (language === "sh") return this.#type(code);
    const path = file ?? (kind === "test" ? "app.test.ts" : `app.${language}`);
    await writeFile(join(this.#folder, path), this.#adapt(code));
    if (kind === "file") return { code: 0, stdout: "", stderr: "" };
    return this.#run(kind === "test" ? `npx vitest run ${path}` : `node ${path}`);
  }

  async close(): Promise<void> {
    for (const child of this.#running) child.kill();
    await Promise.all(this.#running.map((child) => child.exitCode ?? once(child, "exit")));
    if (this.#guide !== "README.md") await rm(this.#folder, { recursive: true });
  }

  async #type(code: string): Promise<RunResult> {
    const [, mock] = MOCK_COMMAND.exec(code) ?? [];
    if (mock !== undefined) await this.#startMock(mock);
    const others = code.replaceAll(/^npm (install|init|pkg) .*$/gm, "").replace(MOCK_COMMAND, "");
    const result = await this.#run(this.#adapt(others.replace(SERVER_COMMAND, "")));
    for (const [line] of code.matchAll(/^export .*$/gm)) this.#exports += `${this.#adapt(line)}\n`;
    const [, server] = SERVER_COMMAND.exec(code) ?? [];
    if (server) this.serverUrl = `http://localhost:${await this.#start([server], /^(\d+)$/m)}`;
    return result;
  }

  /** In another terminal. */
  async #startMock(flags: string): Promise<void> {
    const command = ["node_modules/.bin/plant-store-sdk", "mock", ...flags.split(" ").filter(Boolean)];
    this.#mockUrl = await this.#start([...command, "--port", "0"], /(http:\/\/127\.0\.0\.1:\d+)/);
  }

  /** Starts a program of Node, and returns what it prints when it listens. */
  async #start(args: string[], ready: RegExp): Promise<string> {
    const options: SpawnOptions = { cwd: this.#folder, stdio: ["ignore", "pipe", "inherit"] };
    const child = spawn(process.execPath, args, options);
    this.#running.push(child);
    let printed = "";
    for await (const chunk of child.stdout ?? []) {
      printed += chunk;
      const [, found] = ready.exec(printed) ?? [];
      if (found) return found;
    }
    throw new Error(`${args.join(" ")} ended: ${printed}`);
  }

  #adapt(code: string): string {
    const listen = "app.listen(0, function () { console.log(this.address().port); });";
    return code.replaceAll(MOCK_URL, this.#mockUrl).replace(LISTEN, listen);
  }

  async #install(name: string): Promise<void> {
    const path = join(this.#folder, "node_modules", name);
    await mkdir(dirname(path), { recursive: true });
    await symlink(join(projectModules, name), path).catch(ignoreExisting);
    const program = join(projectModules, ".bin", name);
    if (existsSync(program))
      await symlink(program, join(this.#folder, "node_modules/.bin", name)).catch(ignoreExisting);
  }

  /** Passes on only PATH: other environment variables, such as a proxy, could change the result. */
  #run(commands: string): Promise<RunResult> {
    const PATH = `${dirname(process.execPath)}:${process.env.PATH}`;
    const env = { PATH, NODE_NO_WARNINGS: "1", NO_COLOR: "1" };
    // A reader notices if a command fails, or does not fail as the page says.
    const checked = commands.replace(
      /^(.+) # .*exits with (\d+)(?: or (\d+))?.*$/gm,
      (_, command, code, other = code) =>
        `code=0; ${command} || code=$?; [ $code = ${code} ] || [ $code = ${other} ]`,
    );
    return runProgram("sh", ["-c", `set -e\n${this.#exports}${checked}`], { cwd: this.#folder, env });
  }
}

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== "EEXIST") throw error;
}
