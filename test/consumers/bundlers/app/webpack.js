/** Builds for production with webpack's defaults and prints the bundled modules. */
import { resolve } from "node:path";
import webpack from "webpack";

const [, , entry, outDir] = process.argv;
const output = { path: resolve(outDir), filename: "bundle.js" };
webpack({ mode: "production", target: "web", entry: resolve(entry), output }, (error, stats) => {
  if (error) throw error;
  if (stats.hasErrors() || stats.hasWarnings()) throw new Error(stats.toString());
  // webpack lists concatenated modules inside one module.
  const list = ({ name, modules = [] }) => [...(name ? [name] : []), ...modules.flatMap(list)];
  const { modules } = stats.toJson({
    all: false,
    modules: true,
    nestedModules: true,
    nestedModulesSpace: 1000,
    modulesSpace: 1000,
  });
  console.log(JSON.stringify(modules.flatMap(list)));
});
