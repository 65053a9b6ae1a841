/** Packages of PyPI for tests. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { runProgram } from "../support/run-program.ts";

/** What pip says if the registry does not answer, and not that it refuses. */
const NO_ANSWER = /NewConnectionError|NameResolutionError|ConnectTimeoutError|ReadTimeoutError|ProxyError/;

export interface PythonPackages {
  /** The variables of the machine, with the packages' `python3` and commands first in PATH. */
  env: NodeJS.ProcessEnv;
  remove(): Promise<void>;
}

/**
 * Installs packages for the `python3` that is in PATH, in a temporary folder. pip keeps the settings of the machine, but not its
 * cache.
 * @param packages such as `pandas==3.1.1`
 * @returns `undefined` if the registry does not answer the first request. What fails later is an error.
 */
export async function installPythonPackages(packages: string[]): Promise<PythonPackages | undefined> {
  const folder = await mkdtemp(join(tmpdir(), "plant-store-python-"));
  const remove = () => rm(folder, { recursive: true });
  const bin = join(folder, "bin");
  const PATH = [bin, process.env.PATH].join(delimiter);
  const env = { ...process.env, PATH, PIP_CACHE_DIR: join(folder, "cache"), VIRTUAL_ENV: folder };
  const run = async (program: string, ...args: string[]) => {
    const { code, stderr } = await runProgram(program, args, { env, timeout: 600_000 });
    return code === 0 ? "" : stderr || `${program} failed.`;
  };
  const problem =
    (await run("python3", "-m", "venv", folder)) ||
    (await run(join(bin, "pip"), "download", "--quiet", "--no-deps", "--retries=1", "--dest", folder, "six"));
  if (NO_ANSWER.test(problem)) {
    await remove();
    return undefined;
  }
  const failed = problem || (await run(join(bin, "pip"), "install", "--quiet", ...packages));
  if (failed) {
    await remove();
    throw new Error(`Cannot install ${packages.join(", ")}: ${failed}`);
  }
  return { env, remove };
}
