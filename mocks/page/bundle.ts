/**
 * Bundles the live page. From the sources, this runs when the page is first requested. The package contains the result
 * instead of this module: `#live-page` in package.json, which tsup.config.ts writes.
 */
import { readFile } from "node:fs/promises";
import { basename, extname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** A file of the page. All of them are text. */
export interface PageFile {
  contentType: string;
  text: string;
}

const CONTENT_TYPES: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
};

/** Bundles the page, with the SDK in it, for today's browsers. Returns its files by their names. */
export async function bundlePage(): Promise<Record<string, PageFile>> {
  const { build } = await import("esbuild");
  const folder = fileURLToPath(new URL(".", import.meta.url)); // In tsup.config.ts, `import.meta.dirname` would be its folder.
  const { outputFiles } = await build({
    entryPoints: [join(folder, "main.ts"), join(folder, "style.css")],
    outdir: folder,
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    write: false,
    logLevel: "silent", // The error that is thrown has the messages.
  });
  const copied = ["index.html", "favicon.svg"].map(async (name) => {
    return { path: name, text: await readFile(join(folder, name), "utf8") };
  });
  const files = [...outputFiles, ...(await Promise.all(copied))].map(({ path, text }) => {
    return [basename(path), { contentType: CONTENT_TYPES[extname(path)] ?? "", text }] as const;
  });
  return Object.fromEntries(files);
}
