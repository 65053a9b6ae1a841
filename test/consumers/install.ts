/** A group of applications that share their packages, and how they get them. */
import { cp, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { npm } from "../support/npm.ts";
import type { Cell } from "./cell.ts";

export interface Group {
  /** The folder with its package.json and package-lock.json, beside this file. */
  name: string;
  /** The folder whose applications it has, where they are another group's. */
  applicationsOf?: string;
  cells: Cell[];
}

/** Gives a group a folder of its own with what its lock file names, the packed package, and its applications. */
export async function installGroup(
  { name, applicationsOf = name }: Group,
  root: string,
  tarball: string,
): Promise<string> {
  const folder = join(root, name);
  await mkdir(folder);
  const here = (...path: string[]) => join(import.meta.dirname, ...path);
  for (const file of ["package.json", "package-lock.json"]) await cp(here(name, file), join(folder, file));
  await cp(here(applicationsOf, "app"), join(folder, "app"), { recursive: true });
  await npm(folder, "ci");
  // Not into the lock file: ky and zod are those that it names, today and next year.
  await npm(folder, "install", "--no-save", tarball);
  return folder;
}
