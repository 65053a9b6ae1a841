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
  // One copy of each shared class per format, whichever entry points an application imports.
  splitting: true,
  // esbuild alone leaves `import_ky.default` undefined in the CommonJS output of a `"type": "module"` package.
  treeshake: true,
  // Only so written does a bundler for workerd or Deno know Node's modules.
  removeNodeProtocol: false,
  dts: true,
} satisfies Options;

export default defineConfig([
  {
    ...shared,
    // A program, which nobody requires, and the way in that is Node's own.
    entry: { ...entry, "mocks/cli": "mocks/cli.ts", "mocks/node": "mocks/node-import.ts" },
    dts: { entry },
    format: "esm",
    clean: true,
  },
  // ky 2 is ESM only; inside the CommonJS output it also works where `require` cannot load ESM, as in Jest.
  {
    ...shared,
    entry: {
      ...entry,
      "mocks/node": "mocks/node-require.ts",
      "unexported-path": "src/unexported-path.ts",
    },
    dts: { entry },
    format: "cjs",
    noExternal: ["ky"],
  },
]);
