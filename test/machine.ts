/** Programs of this machine that some tests need, and that npm does not bring. */
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** The path of Chromium, by whichever of its usual names; `undefined` where there is none. */
export function findChromium(): string | undefined {
  return ["chromium", "chromium-browser", "google-chrome"].map(findProgram).find(Boolean);
}

/** The path of a program that a shell would find by its name. */
export function findProgram(name: string): string | undefined {
  return (process.env.PATH ?? "")
    .split(delimiter)
    .map((folder) => join(folder, name))
    .find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
