/** The files of the live page, which `GET {base}/__admin/` serves. */
import type { PageFile } from "../page/bundle.ts";

let files: Promise<Record<string, PageFile>> | undefined;

/** Loads the page when a file is first requested: a mock that nobody watches does not need it. */
export async function loadPageFile(path: string): Promise<PageFile> {
  files ??= import("../page/bundle.ts").then(({ bundlePage }) => bundlePage());
  const { [path || "index.html"]: file } = await files;
  if (file === undefined) throw new Error(`The live page has no file ${path}.`);
  return file;
}
