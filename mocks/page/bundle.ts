/**
 * Bundles the live page. From the sources, this runs when the page is first requested. The package contains the result
 * instead of this module: `#live-page` in package.json, which tsup.config.ts writes.
 */
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

/** Bundles the page, with the SDK in it, for today's browsers. */
export async function buildPage() {
  const { build } = await import("esbuild");
  const folder = fileURLToPath(new URL(".", import.meta.url)); // In tsup.config.ts, `import.meta.dirname` would be its folder.
  return await build({
    entryPoints: ["main.tsx", "style.css", "index.html", "favicon.svg"].map((name) => join(folder, name)),
    loader: { ".html": "copy", ".svg": "copy" },
    outdir: folder,
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    write: false,
    metafile: true,
    logLevel: "silent", // The error that is thrown has the messages.
  });
}

/** Returns the files of the page by their names. */
export async function bundlePage(): Promise<Record<string, PageFile>> {
  const { outputFiles } = await buildPage();
  const files = outputFiles.map(({ path, text }) => {
    return [basename(path), { contentType: CONTENT_TYPES[extname(path)] ?? "", text }] as const;
  });
  return Object.fromEntries(files);
}
