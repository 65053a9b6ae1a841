/** Rollup with the two plugins that any application has; prints the modules that went in. */
import { nodeResolve } from "@rollup/plugin-node-resolve";
import terser from "@rollup/plugin-terser";
import { rollup } from "rollup";

const [, , input, outDir] = process.argv;
const onwarn = ({ code, message }) => {
  // About zod's own comments and circular imports.
  if (!["INVALID_ANNOTATION", "CIRCULAR_DEPENDENCY"].includes(code)) throw new Error(message);
};
const bundle = await rollup({ input, onwarn, plugins: [nodeResolve({ browser: true }), terser()] });
const { output } = await bundle.write({ file: `${outDir}/bundle.js`, format: "es" });
console.log(JSON.stringify(output.flatMap(({ modules }) => Object.keys(modules))));
