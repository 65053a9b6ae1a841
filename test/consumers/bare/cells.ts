/** Applications with nothing but the package: no msw, no other. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { runs } from "../cell.ts";
import type { Group } from "../install.ts";

const TWO_PLANTS = { prints: [/^2 plants$/m] };
const WANTS_MSW = { exits: 1, prints: [/plant-store-sdk\/mocks needs msw/] };

export const bare: Group = {
  name: "bare",
  cells: [
    {
      name: "the package brings ky and zod, and no other package",
      async run(folder) {
        const lock = JSON.parse(await readFile(join(folder, "node_modules/.package-lock.json"), "utf8"));
        const names = Object.keys(lock.packages).map((path) => path.replace("node_modules/", ""));
        if (names.sort().join() !== "ky,plant-store-sdk,zod")
          throw new Error(`installed: ${names.join(", ")}`);
        return names.join(", ");
      },
    },
    { name: "ES module: the client, the store, a port", run: runs(["app/works.mjs"], TWO_PLANTS) },
    { name: "CommonJS: the client, the store, a port", run: runs(["app/works.cjs"], TWO_PLANTS) },
    { name: "ES module: the handlers", limit: "They need msw", run: runs(["app/handlers.mjs"], WANTS_MSW) },
    { name: "CommonJS: the handlers", limit: "They need msw", run: runs(["app/handlers.cjs"], WANTS_MSW) },
    {
      name: "other paths into the package are refused",
      run: runs(["app/no-entry.mjs"], {
        prints: [/^4 of 4 paths: plant-store-sdk does not export this path/m],
      }),
    },
  ],
};
