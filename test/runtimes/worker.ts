/** Bundles the programs that run as a Worker. */
import { readdir, writeFile } from "node:fs/promises";
import { builtinModules } from "node:module";
import { join } from "node:path";
import { build } from "esbuild";

const COMPATIBILITY_DATE = "2026-10-01";

/**
 * Bundles a program as wrangler does. Writes the configuration of workerd into `worker.capnp` in a folder of its name.
 *
 * @param bindings its environment
 */
export async function bundleWorker(
  app: string,
  name: string,
  bindings: Record<string, string>,
): Promise<void> {
  const outdir = join(app, name);
  await build({
    absWorkingDir: app,
    entryPoints: [`${name}.mjs`],
    outdir,
    bundle: true,
    splitting: true, // An unsupported module then fails only when it is imported.
    format: "esm",
    conditions: ["workerd", "worker", "browser"],
    // msw does not export `msw/node` to bundlers.
    external: ["node:*", ...builtinModules, "msw/node"],
    logLevel: "error",
  });
  const files = (await readdir(outdir)).filter((file) => file.endsWith(".js"));
  files.sort((file) => (file === `${name}.js` ? -1 : 1)); // workerd runs the first module.
  await writeFile(join(outdir, "worker.capnp"), configuration(files, bindings));
}

/** The configuration in the Cap'n Proto language, whose strings are like JSON's. */
function configuration(files: string[], bindings: Record<string, string>): string {
  const modules = files.map((file) => `(name = "${file}", esModule = embed "${file}")`);
  const texts = Object.entries(bindings).map(
    ([name, text]) => `(name = "${name}", text = ${JSON.stringify(text)})`,
  );
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .worker),
    (name = "internet", network = (allow = ["private"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")],
);
const worker :Workerd.Worker = (
  compatibilityDate = "${COMPATIBILITY_DATE}",
  modules = [${modules.join(", ")}],
  bindings = [${texts.join(", ")}],
);
`;
}
