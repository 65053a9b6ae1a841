/** The sources and both builds of the package, wrapped by the token watch, and a token for them. */
import { createRequire } from "node:module";
import * as sources from "plant-store-sdk";
import { builtFile } from "../../scripts/built-file.ts";
import { watchSdk } from "./token-watch.ts";

/** Loads files without Vitest, which would transform them. */
const load = createRequire(import.meta.url);

const built = (path: string) => watchSdk(load(builtFile(path)) as typeof sources);

export const builds: [name: string, sdk: typeof sources][] = [
  ["the sources", sources],
  ["the ES module build", built("index.js")],
  ["the CommonJS build", built("index.cjs")],
];

/** A token that is also a valid header name, with letters of both cases. */
export const HEADER_SAFE_CANARY = "Canary-0123456789.aBc+dEf~gHi|jKl";
