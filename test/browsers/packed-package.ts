/** An app that contains the packed package, for tests of what users install. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Plugin } from "vite";
import { packPackage } from "../support/npm.ts";

const NAME = "plant-store-sdk";

/** Creates an app that is deleted when the process exits. Its folder is inside the project, to find ky, zod and msw. */
export async function unpackPackage(): Promise<string> {
  const cache = resolve(import.meta.dirname, "../../node_modules/.cache");
  mkdirSync(cache, { recursive: true });
  const app = mkdtempSync(join(cache, "app-"));
  process.on("exit", () => rmSync(app, { recursive: true, force: true }));
  const unpacked = fileOfPackage(app, ".");
  mkdirSync(unpacked, { recursive: true });
  execFileSync("tar", ["-xzf", await packPackage(), "-C", unpacked, "--strip-components=1"]);
  // Otherwise the app would belong to the project, where the package's name refers to the project.
  writeFileSync(manifestOf(app), '{"private":true}');
  return app;
}

/** A Vite plugin that resolves the package as a file of the app does. */
export function resolvePackage(app: string): Plugin {
  return {
    name: "packed-package",
    enforce: "pre",
    async resolveId(source) {
      if (source !== NAME && !source.startsWith(`${NAME}/`)) return null;
      const found = await this.resolve(source, manifestOf(app), { skipSelf: true });
      if (found?.id.startsWith(app)) return found;
      throw new Error(`${source} is not in the packed package. Vite found ${found?.id ?? "nothing"}.`);
    },
  };
}

/** The path of a file of the package. */
export const fileOfPackage = (app: string, path: string) => join(app, "node_modules", NAME, path);

const manifestOf = (app: string) => join(app, "package.json");
