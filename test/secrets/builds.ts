/** The package in every form that it has, under watch: a test of what goes over the wire runs with each. */
import { createRequire } from "node:module";
import * as sources from "plant-store-sdk";
import { watched } from "./token-watch.ts";

/** Past Vitest, which would load the files in its own way. */
const load = createRequire(import.meta.url);

const built = (path: string) => watched(load(path) as typeof sources);

/** The package's forms, by their names. */
export const builds: [form: string, sdk: typeof sources][] = [
  ["the sources", sources],
  ["the ES module build", built("../../dist/index.js")],
  ["the CommonJS build", built("../../dist/index.cjs")],
];
