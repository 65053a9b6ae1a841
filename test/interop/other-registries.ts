/**
 * Runs programs with packages of PyPI, the Go module proxy, crates.io and Maven Central. They keep the environment of the machine,
 * which may say where its registries are. What they download and build is in node_modules/.cache.
 */
import { cp, mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { expect } from "vitest";
import { findProgram } from "../../scripts/installed-programs.ts";
import { runProgram } from "../support/run-program.ts";

const CACHE = resolve(import.meta.dirname, "../../node_modules/.cache/other-registries");
/** The environment of every program. */
export const ENVIRONMENT = {
  ...process.env,
  PIP_CACHE_DIR: join(CACHE, "pip"),
  PIP_DISABLE_PIP_VERSION_CHECK: "1",
  PYTHONDONTWRITEBYTECODE: "1",
  GOMODCACHE: join(CACHE, "go/modules"),
  GOCACHE: join(CACHE, "go/build"),
  GOFLAGS: `${process.env.GOFLAGS ?? ""} -modcacherw`.trim(), // `npm ci` must be able to delete it.
  GOTOOLCHAIN: "local",
  CARGO_TARGET_DIR: join(CACHE, "cargo"),
};
export const MAVEN = [
  "mvn",
  "--batch-mode",
  "--quiet",
  `-Dmaven.repo.local=${join(CACHE, "maven")}`,
] as const;
const LONG = { timeout: 1_200_000, maxBuffer: Number.POSITIVE_INFINITY };

type Command = readonly [program: string, ...args: string[]];

/** Runs a program of another language, by its name in PATH. */
export function runThere([program, ...args]: Command, cwd = CACHE, env: NodeJS.ProcessEnv = {}) {
  return runProgram(program, args, { ...LONG, cwd, env: { ...ENVIRONMENT, ...env } });
}

/** Runs a program, and asserts that it succeeds. Returns its stdout. */
export async function expectThere(command: Command, cwd?: string, env?: NodeJS.ProcessEnv): Promise<string> {
  const { code, stdout, stderr } = await runThere(command, cwd, env);
  expect(code, `${stdout}${stderr}`).toBe(0);
  return stdout;
}

/** A language whose packages are in a registry of its own. */
export interface Language {
  /** A first small request, which is all that may fail. */
  ask: Command;
  /** Builds a folder of this language, outside the project if that writes to it. Returns the command that runs it. */
  build: (source: string, name: string) => Promise<[program: string, ...args: string[]]>;
}

/** A virtual environment. Returns the folder of its Python, and of the commands of the packages. @param packages for pip */
export async function installPython(packages: readonly string[], name: string): Promise<string> {
  const folder = join(CACHE, "python", name);
  const bin = join(folder, "bin");
  await expectThere(["python3", "-m", "venv", "--clear", folder]);
  await expectThere([join(bin, "python"), "-m", "pip", "install", "--quiet", ...packages]);
  return bin;
}

export const LANGUAGES = {
  Python: {
    ask: [
      "python3",
      "-m",
      "pip",
      "download",
      "--quiet",
      "--no-deps",
      "--dest",
      join(CACHE, "asked"),
      "six==1.17.0",
    ],
    build: async (source, name) => [
      join(await installPython(["--requirement", join(source, "requirements.txt")], name), "python"),
      join(source, "../python/client.py"),
    ],
  },
  Go: {
    ask: ["go", "list", "-m", "golang.org/x/net@v0.62.0"],
    async build(source, name) {
      const program = join(CACHE, "go", name);
      await expectThere(["go", "build", "-o", program, "."], source);
      return [program];
    },
  },
  Rust: {
    ask: ["cargo", "info", "--quiet", "itoa@1.0.0"],
    async build(source) {
      await expectThere(["cargo", "build", "--quiet", "--locked"], source);
      return [join(CACHE, "cargo/debug/client")];
    },
  },
  Java: {
    ask: [...MAVEN, "dependency:get", "-Dartifact=org.slf4j:slf4j-parent:2.0.17:pom", "-Dtransitive=false"],
    async build(source, name) {
      const folder = join(CACHE, "java", name);
      await cp(source, folder, { recursive: true });
      await expectThere([...MAVEN, "compile", "dependency:copy-dependencies"], folder);
      return ["java", "-cp", `${folder}/target/classes:${folder}/target/dependency/*`, "Client"];
    },
  },
} satisfies Record<string, Language>;

export type LanguageName = keyof typeof LANGUAGES;

/**
 * Whether the tests of a language can run: its programs are installed, and its registry answers. After that, nothing may fail.
 */
export async function isAvailable(language: LanguageName): Promise<boolean> {
  const { ask } = LANGUAGES[language];
  await mkdir(CACHE, { recursive: true });
  const isInstalled = findProgram(ask[0]) !== undefined;
  const answered = isInstalled && (await runThere(ask)).code === 0;
  if (!answered) {
    const reason = isInstalled ? "its registry does not answer" : `${ask[0]} is not installed`;
    console.warn(`The tests of ${language} packages are skipped: ${reason}.`);
  }
  return answered;
}
