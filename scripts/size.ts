/** Measures what the package adds to an application. Run it after the build. Fails if the budget is exceeded. */
import { resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { formatTable } from "./format-table.ts";

/** The largest size of an application by what it imports: minified and gzipped, with ky and Zod, bytes. */
export const BUDGETS = { createPlant: 23_000, PlantStoreClient: 23_100 };

export interface Size {
  minified: number;
  gzipped: number;
}

const root = resolve(import.meta.dirname, "..");

/**
 * The size of an application that uses one export.
 *
 * @param module a module name, or a path from the project's root that starts with "./"
 */
export async function measureApp(exported: string, module = "plant-store-sdk"): Promise<Size> {
  const { outputFiles, metafile } = await build({
    stdin: { contents: `import { ${exported} } from "${module}"; export { ${exported} };`, resolveDir: root },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    write: false,
    metafile: true,
    absWorkingDir: root,
    // Ignores the project's tsconfig: its paths would bundle the sources instead of the built package.
    tsconfigRaw: {},
  });
  const inputs = Object.keys(metafile.inputs);
  if (module === "plant-store-sdk" && !inputs.includes("dist/browser.js")) {
    throw new Error("The built package was not found. Run `npm run build` first.");
  }
  const code = Buffer.concat(outputFiles.map(({ contents }) => contents));
  return { minified: code.byteLength, gzipped: gzipSync(code, { level: 9 }).byteLength };
}

async function main(): Promise<void> {
  const sizes = await Promise.all(
    Object.entries(BUDGETS).map(async ([name, budget]) => ({ name, budget, ...(await measureApp(name)) })),
  );
  const rows = sizes.map(({ name, budget, ...size }) => [
    name,
    ...[size.minified, size.gzipped, budget].map(bytes),
  ]);
  console.log(formatTable([["imported", "minified", "gzipped", "budget"], ...rows]));

  const over = sizes.filter(({ gzipped, budget }) => gzipped > budget).map(({ name }) => name);
  if (over.length === 0) return;
  console.error(
    `Over the budget: ${over.join(" and ")}. Reduce the size, or raise BUDGETS in scripts/size.ts.`,
  );
  process.exitCode = 1;
}

const bytes = (count: number) => count.toLocaleString("en-US");

if (import.meta.main) await main();
