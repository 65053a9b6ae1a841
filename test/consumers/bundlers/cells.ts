/** Applications for browsers, built for production by each bundler. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { checkModules, checkText, gzippedSize, runInPage } from "../bundle.ts";
import { type Cell, runNode } from "../cell.ts";
import type { Group } from "../install.ts";

const BUNDLERS = ["vite", "webpack", "rollup", "esbuild"];

interface Application {
  file: string;
  /** Bytes gzipped, at least and at most. */
  size: [number, number];
  does: { name: string; sent: string[] };
}

/** The applications, by their files: what they may weigh, and what they do. */
const APPLICATIONS: Application[] = [
  {
    file: "create-plant",
    size: [0, 20_000],
    does: { name: "Fern", sent: ["https://shop.example/api/plants"] },
  },
  { file: "version", size: [0, 300], does: { name: "1.0.0", sent: [] } },
  { file: "store", size: [0, 30_000], does: { name: "Fern", sent: [] } },
];

/** Where a bundler does less than the others. */
const LIMITS: Record<string, Pick<Cell, "limit"> & Pick<Application, "size">> = {
  "esbuild, version.js": {
    limit: "esbuild keeps the schemas and the error classes, whose statements it takes for side effects",
    size: [301, 7_000],
  },
};

function bundles(bundler: string, { file, does, ...application }: Application): Cell {
  const name = `${bundler}, ${file}.js`;
  const { limit, size } = { ...application, limit: "", ...LIMITS[name] };
  return {
    name,
    limit,
    async run(folder) {
      const outDir = `out/${bundler}-${file}`;
      const { code, output } = await runNode(folder, [`app/${bundler}.js`, `app/${file}.js`, outDir]);
      if (code !== 0) throw new Error(output);
      const bundle = await readFile(join(folder, outDir, "bundle.js"), "utf8");
      checkModules(JSON.parse(output.trim().split("\n").at(-1) ?? ""));
      checkText(bundle);
      const done = await runInPage(bundle);
      if (!isDeepStrictEqual(done, does)) throw new Error(`the bundle did ${JSON.stringify(done)}`);
      return gzippedSize(bundle, size);
    },
  };
}

export const bundlers: Group = {
  name: "bundlers",
  cells: BUNDLERS.flatMap((bundler) => APPLICATIONS.map((application) => bundles(bundler, application))),
};
