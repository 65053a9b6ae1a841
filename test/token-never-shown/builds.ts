/** The sources and both builds of the package, wrapped by the token watch. */
import { createRequire } from "node:module";
import * as sources from "plant-store-sdk";
import { watchSdk } from "./token-watch.ts";

/** Loads files without Vitest, which would transform them. */
const load = createRequire(import.meta.url);

const built = (path: string) => watchSdk(load(path) as typeof sources);

export const builds: [name: string, sdk: typeof sources][] = [
  ["the sources", sources],
  ["the ES module build", built("../../dist/index.js")],
  ["the CommonJS build", built("../../dist/index.cjs")],
];
