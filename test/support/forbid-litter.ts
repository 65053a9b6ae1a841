/** Fails a run in which a test has left a file in the project's folder, because a release needs a clean one. */
import { readdirSync } from "node:fs";
import { resolve } from "node:path";

const PROJECT = resolve(import.meta.dirname, "../..");

export default function setUp() {
  const before = [...readdirSync(PROJECT), "coverage", ".cache"]; // Of Vitest and npm.
  return () => {
    const litter = readdirSync(PROJECT).filter((name) => !before.includes(name));
    if (litter.length > 0)
      throw new Error(`Tests have written ${litter.join(", ")}. Use \`createFolder\` for files of tests.`);
  };
}
