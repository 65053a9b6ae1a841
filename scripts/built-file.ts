/** Finds files of the build. */
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";

/**
 * The path of a file.
 *
 * @param path its path in `dist`
 * @throws if the package is not built
 */
export function builtFile(path: string): string {
  const file = join(resolve(import.meta.dirname, "../dist"), path);
  if (existsSync(file)) return file;
  throw new Error(`The build has no ${path}. Run \`npm run build\` first.`);
}
