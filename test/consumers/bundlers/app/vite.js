/** Builds for production with Vite's defaults and prints the bundled modules. */
import { build } from "vite";

const [, , entry, outDir] = process.argv;
const modules = [];
const list = {
  name: "list-modules",
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle)) modules.push(...Object.keys(chunk.modules ?? {}));
  },
};
const output = { entryFileNames: "bundle.js" };
await build({
  configFile: false,
  logLevel: "warn",
  plugins: [list],
  build: { outDir, rolldownOptions: { input: entry, output } },
});
console.log(JSON.stringify(modules));
