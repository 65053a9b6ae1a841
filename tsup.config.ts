import { defineConfig, type Options } from "tsup";

const entry = {
  index: "src/index.ts",
  mocks: "mocks/index.ts",
  "mocks/store": "mocks/store.ts",
  "mocks/server": "mocks/server.ts",
};

const shared = {
  entry,
  target: "es2022",
  // One copy of shared classes per format, for applications that import several entry points.
  splitting: true,
  // Without it, `import_ky.default` is undefined in the CommonJS output.
  treeshake: true,
  // Bundlers for workerd and Deno recognize Node's modules only with the prefix.
  removeNodeProtocol: false,
  dts: true,
} satisfies Options;

export default defineConfig([
  {
    ...shared,
    entry: { ...entry, "cli/mock": "cli/mock.ts" },
    dts: { entry },
    format: "esm",
    clean: true,
  },
  // ky 2 is ESM only, and not every CommonJS loader can require ESM: Jest's cannot. So this output contains ky.
  { ...shared, format: "cjs", noExternal: ["ky"] },
]);
