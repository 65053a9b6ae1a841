/** What the builds for Node do when they are loaded. */
import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { builtFile } from "../../scripts/built-file.ts";

const run = (code: string) =>
  execFileSync(process.execPath, ["--input-type=commonjs", "--eval", code], { encoding: "utf8" });

/** Node loads its HTTP client, which takes longer than the package, as soon as one of these is read. */
const LAZY = ["fetch", "FormData", "Headers", "Request", "Response", "WebSocket", "EventSource"];

test.each(["index", "route"].flatMap((entry) => [`import("${entry}.js")`, `require("${entry}.cjs")`]))(
  "%s does not make Node load its HTTP client",
  (load) => {
    const code = `
      for (const name of ${JSON.stringify(LAZY)})
        Object.defineProperty(globalThis, name, { get: () => { throw new Error(name + " was read"); } });
      Promise.resolve(${load.replace(/"(.*)"/, (_, file) => JSON.stringify(builtFile(file)))})
        .then((loaded) => console.log(Object.keys(loaded).length > 0));`;
    expect(run(code)).toBe("true\n");
  },
);

test.each(["index", "route", "mocks/store"])(
  "%s can be loaded where there is no TextEncoder, as in Jest's jsdom",
  (entry) => {
    const code = `
      for (const name of ["TextEncoder", "TextDecoder"]) delete globalThis[name];
      console.log(Object.keys(require(${JSON.stringify(builtFile(`${entry}.cjs`))})).length > 0);`;
    expect(run(code)).toBe("true\n");
  },
);
