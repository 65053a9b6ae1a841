/** Builds with esbuild and prints the bundled modules. */
import { build } from "esbuild";

const [, , entry, outDir] = process.argv;
const { metafile } = await build({
  entryPoints: [entry],
  outfile: `${outDir}/bundle.js`,
  bundle: true,
  minify: true,
  format: "esm",
  platform: "browser",
  metafile: true,
});
console.log(JSON.stringify(Object.keys(metafile.inputs)));
