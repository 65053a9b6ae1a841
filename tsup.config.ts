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
  dts: true,
} satisfies Options;

export default defineConfig([
  {
    ...shared,
    entry: { ...entry, "mocks/cli": "mocks/cli.ts" }, // A program, which nobody requires.
    dts: { entry },
    format: "esm",
    clean: true,
  },
  // ky 2 is ESM only; inside the CommonJS output it also works where `require` cannot load ESM, as in Jest.
  { ...shared, format: "cjs", noExternal: ["ky"] },
]);
