/** A cell of the matrix, and what cells are made of. */
import { spawn } from "node:child_process";
import { delimiter, dirname, join } from "node:path";

/** One thing that an application does with the packed package, in one place. */
export interface Cell {
  name: string;
  /** Why the place cannot do it, in one sentence, where that is what the cell asserts. */
  limit?: string;
  /**
   * Rejects where it is not as expected.
   *
   * @param folder where the group's applications and packages are.
   * @returns what is worth telling, such as a size.
   */
  run(folder: string): Promise<string>;
}

export interface Expectation {
  /** The exit code. */
  exits?: number;
  /** What must be in the output, standard error included. */
  prints?: RegExp[];
}

/** A cell's work that is one command of Node's, expected to end well unless said otherwise. */
export function runs(args: string[], { exits = 0, prints = [] }: Expectation = {}): Cell["run"] {
  return async (folder) => {
    const { code, output } = await runNode(folder, args);
    const missing = prints.filter((pattern) => !pattern.test(output));
    if (code === exits && missing.length === 0) return "";
    const lack = missing.length === 0 ? "" : `, without ${missing.join(" and ")} in its output`;
    throw new Error(`\`node ${args.join(" ")}\` ended with ${code}, not ${exits}${lack}:\n${output}`);
  };
}

/** Far above what any command needs, on a machine that is busy too. */
const DEADLINE = 300_000;

/** Runs Node in a folder, without the environment of whoever started the matrix. */
export function runNode(folder: string, args: string[]): Promise<{ code: number | string; output: string }> {
  const env = {
    PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
    // Tools that keep caches and settings keep them here, and lose them with the folder.
    HOME: join(folder, "../home"),
    TMPDIR: folder,
    NO_COLOR: "1",
    CI: "1",
    NEXT_TELEMETRY_DISABLED: "1",
  };
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd: folder, env, timeout: DEADLINE });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text) => {
        output += text;
      });
    }
    child.on("error", reject).on("close", (code, signal) => resolve({ code: code ?? `${signal}`, output }));
  });
}
