/** A Next.js application: a server component and a client component that use the package. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { checkText, gzippedSize } from "../bundle.ts";
import { type Cell, runs } from "../cell.ts";
import type { Group } from "../install.ts";

/** Builds for production, and checks the prerendered page and the chunk that the browser loads. */
function builds(flags: string[], size: [number, number]): Cell["run"] {
  return async (folder) => {
    await runs(["node_modules/next/dist/bin/next", "build", ...flags, "app"])(folder);
    const page = await readFile(join(folder, "app/.next/server/app/index.html"), "utf8");
    if (!page.includes("Fern on the server")) throw new Error(`the page was not prerendered:\n${page}`);
    const chunk = await findChunk(join(folder, "app/.next/static/chunks"));
    checkText(chunk);
    return gzippedSize(chunk, size);
  };
}

/** The chunk with the package. The header that the client sends on servers tells it. */
async function findChunk(folder: string): Promise<string> {
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith(".js"));
  const chunks = await Promise.all(files.map((file) => readFile(join(folder, file), "utf8")));
  const [chunk, ...others] = chunks.filter((text) => text.includes("plant-store-sdk/"));
  if (chunk === undefined || others.length > 0) throw new Error("the package must be in one chunk");
  return chunk;
}

export const next: Group = {
  name: "next",
  cells: [
    {
      name: "next build, with Turbopack",
      limit: "Turbopack keeps all of the namespaces that zod exports, its tools and regular expressions",
      run: builds([], [20_001, 30_000]),
    },
    { name: "next build, with webpack", run: builds(["--webpack"], [0, 20_000]) },
  ],
};
