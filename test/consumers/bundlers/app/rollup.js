/** Builds with Rollup and two common plugins, and prints the bundled modules. */
import { nodeResolve } from "@rollup/plugin-node-resolve";
import terser from "@rollup/plugin-terser";
import { rollup } from "rollup";

const [, , input, outDir] = process.argv;
const onwarn = ({ code, message }) => {
  // Warnings about comments and circular imports in zod.
  if (!["INVALID_ANNOTATION", "CIRCULAR_DEPENDENCY"].includes(code)) throw new Error(message);
};
const bundle = await rollup({ input, onwarn, plugins: [nodeResolve({ browser: true }), terser()] });
const { output } = await bundle.write({ file: `${outDir}/bundle.js`, format: "es" });
console.log(JSON.stringify(output.flatMap(({ modules }) => Object.keys(modules))));
