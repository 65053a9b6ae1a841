/** The runtimes, and how each runs the smoke program. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { bundleWorker } from "./worker.ts";

export interface Runtime {
  name: string;
  version: string;
  /** How it loads the package. */
  format: "import" | "require" | "bundle";
  /** The path of its executable. */
  program: string;
  /** What it is started with in the folder of the application. A Worker's environment is part of its configuration. */
  args(app: string, environment: Record<string, string>): string[] | Promise<string[]>;
}

/** What this folder's lock file names: each package is a runtime's executable, for Linux on x64. */
const installed = join(import.meta.dirname, "node_modules");
/** The project's own Node, which runs everything else. */
const projectNode = join(import.meta.dirname, "../../node_modules/node");

const node = (major: number) => executable(`Node ${major}`, join(installed, `node-${major}`), "bin/node");

/** To be called once they are installed. */
export function listRuntimes(): Runtime[] {
  const bun = executable("Bun", join(installed, "bun"), "bin/bun");
  const deno = executable("Deno", join(installed, "deno"), "deno");
  const workerd = executable("workerd", join(installed, "workerd"), "bin/workerd");
  const nodes = [node(20), node(22), executable("Node 24", projectNode, "bin/node"), node(26)];
  const permissions = ["--allow-net=127.0.0.1", "--allow-env", "--allow-read=."];
  return [
    ...[...nodes, bun].flatMap((runtime): Runtime[] => [
      { ...runtime, format: "import", args: () => ["import.mjs"] },
      { ...runtime, format: "require", args: () => ["require.cjs"] },
    ]),
    { ...deno, format: "import", args: () => ["run", "--no-prompt", ...permissions, "import.mjs"] },
    {
      ...workerd,
      format: "bundle",
      args: async (app, environment) => ["test", await bundleWorker(app, environment)],
    },
  ];
}

function executable(name: string, folder: string, path: string) {
  const { version }: { version: string } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  return { name, version, program: join(folder, path) };
}
