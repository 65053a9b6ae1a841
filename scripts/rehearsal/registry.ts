/** An npm registry on this machine, for one rehearsal. It gets other packages from the registry that npm is set to. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import { installLocked, npm } from "../npm.ts";

interface Registry {
  url: string;
  /** A file for npm's `--userconfig`: the registry accepts any token, but npm does not publish without one. */
  npmrc: string;
  stop(): void;
}

/** Starts the registry, which keeps its packages in a folder. */
export async function startRegistry(folder: string): Promise<Registry> {
  const here = resolve(import.meta.dirname);
  await installLocked(here);
  await mkdir(folder, { recursive: true });
  const [config, npmrc] = [join(folder, "config.json"), join(folder, "npmrc")];
  const address = `127.0.0.1:${await findFreePort()}`;
  const upstream = (await npm(folder, "config", "get", "registry")).trim();
  const settings = {
    storage: join(folder, "storage"),
    uplinks: { upstream: { url: upstream } },
    packages: {
      "plant-store-sdk": { access: "$all", publish: "$all" },
      "**": { access: "$all", proxy: "upstream" },
    },
    listen: address,
    log: { type: "file", path: join(folder, "registry.log"), level: "warn" },
  };
  await writeFile(config, JSON.stringify(settings)); // JSON is YAML.
  await writeFile(npmrc, `//${address}/:_authToken=rehearsal\n`);
  const command = join(here, "node_modules/verdaccio/bin/verdaccio");
  const registry = spawn(process.execPath, [command, "--config", config], { stdio: "ignore" });
  const url = `http://${address}/`;
  await waitUntilReady(registry, url);
  return { url, npmrc, stop: () => void registry.kill() };
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  return typeof address === "object" && address ? address.port : 0;
}

async function waitUntilReady(registry: ChildProcess, url: string): Promise<void> {
  for (;;) {
    const response = await fetch(new URL("-/ping", url)).catch(() => undefined);
    if (response?.ok) return;
    const end = registry.exitCode ?? registry.signalCode;
    if (end !== null) throw new Error(`Verdaccio ended: ${end}.`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
