/** Runs the smoke program in one runtime. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import type { Runtime } from "./runtimes.ts";
import { type Mocks, openSituations } from "./situations.ts";

/** By the name of the check: "ok", or what the runtime does instead. */
export type Results = Record<string, string>;

/** How long the program may run, ms. It takes about a second. */
const DEADLINE = 60_000;
/** How long its process may last once it has printed its results, ms. */
const GRACE = 5_000;

/**
 * Gives the result of each check of the program, and of one more, whether its process "ends" by itself.
 *
 * @param app the folder of the application.
 * @param mocks the package's reference store, for the ports that the program calls.
 */
export async function runSmoke(runtime: Runtime, app: string, mocks: Mocks): Promise<Results> {
  const { urls, close } = await openSituations(mocks);
  try {
    const environment = {
      PLANT_STORE_BASE_URL: urls.ordinary,
      PLANT_STORE_TOKEN: "from-the-environment",
      urls: JSON.stringify(urls),
    };
    const args = await runtime.args(app, environment);
    // What a runtime keeps at home goes with the application's folder.
    const env = { ...environment, HOME: app, DENO_NO_UPDATE_CHECK: "1" };
    return await readResults(runtime.program, args, { cwd: app, env });
  } finally {
    await close();
  }
}

async function readResults(
  program: string,
  args: string[],
  options: { cwd: string; env: Record<string, string | undefined> },
): Promise<Results> {
  const child = spawn(program, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
  const errors = text(child.stderr);
  const closed: Promise<unknown[]> = once(child, "close");
  let results: Results = {};
  const killAfter = (ms: number) => setTimeout(() => child.kill("SIGKILL"), ms);
  let timer = killAfter(DEADLINE);
  createInterface(child.stdout).on("line", (line) => {
    if (!line.startsWith("{")) return;
    results = JSON.parse(line);
    clearTimeout(timer);
    timer = killAfter(GRACE);
  });
  const [code, signal] = await closed;
  clearTimeout(timer);
  const finished = Object.keys(results).length > 0;
  if (code === 0 && finished) return { ...results, ends: "ok" };
  const how = signal ? "does not end by itself" : `ends with code ${code}`;
  return { ...results, ends: finished ? how : `${how}, without results: ${await errors}` };
}
