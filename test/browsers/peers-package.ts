/** The package as users install it: packed, unpacked in an app of its own, and found there by its name and `exports`. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Plugin } from "vite";
import { packPackage } from "../support/npm.ts";

const NAME = "plant-store-sdk";

/** Makes an app that has the package, until the process ends: where the project's own ky, zod and msw are found from. */
export async function unpackPackage(): Promise<string> {
  const cache = resolve(import.meta.dirname, "../../node_modules/.cache");
  mkdirSync(cache, { recursive: true });
  const app = mkdtempSync(join(cache, "app-"));
  process.on("exit", () => rmSync(app, { recursive: true, force: true }));
  const unpacked = fileOfPackage(app, ".");
  mkdirSync(unpacked, { recursive: true });
  execFileSync("tar", ["-xzf", await packPackage(), "-C", unpacked, "--strip-components=1"]);
  // Without one, the app's files would belong to the project, for which the name means the project itself.
  writeFileSync(manifestOf(app), '{"private":true}');
  return app;
}

/** Has Vite find the package where a file of the app would. */
export function resolvePackage(app: string): Plugin {
  return {
    name: "packed-package",
    enforce: "pre",
    async resolveId(source) {
      if (source !== NAME && !source.startsWith(`${NAME}/`)) return null;
      const found = await this.resolve(source, manifestOf(app), { skipSelf: true });
      if (found?.id.startsWith(app)) return found;
      throw new Error(`${source} is not in the packed package; Vite found ${found?.id ?? "nothing"}.`);
    },
  };
}

/** The path of a file of the package. */
export const fileOfPackage = (app: string, path: string) => join(app, "node_modules", NAME, path);

const manifestOf = (app: string) => join(app, "package.json");
