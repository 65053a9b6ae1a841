import { readFile, writeFile } from "node:fs/promises";
import { defineConfig, type Options } from "tsup";
import { bundlePage } from "./mocks/page/bundle.ts";
import { writeBillOfMaterials } from "./scripts/bill-of-materials.ts";
import { BUNDLED_PACKAGES } from "./scripts/bundled-packages.ts";

/**
 * Answers the questions that ky asks the runtime when it is loaded. To answer them itself, Node would load its whole HTTP
 * client and its streams, which takes 25 ms. "No" to the two about abort saves ky a signal for each request, a quarter of the
 * time of a call: the client passes its own signal to `fetch`, and none to ky. Also lets ky's TextEncoder wait until it is
 * needed, because Jest's jsdom has none, and must be able to load the package.
 */
const answerKy: NonNullable<Options["esbuildPlugins"]>[number] = {
  name: "answer-ky",
  setup({ onLoad }) {
    onLoad({ filter: /[/\\]ky[/\\]distribution[/\\]core[/\\]constants\.js$/ }, async ({ path }) => {
      const questions = /^export const (supports\w+) = .*?;$(?=\nexport )/gms;
      const code = await readFile(path, "utf8");
      if (code.match(questions)?.length !== 5) throw new Error("ky has changed: adapt answerKy.");
      const answer = (_: string, name: string) => `export const ${name} = ${!/Abort/.test(name)};`;
      return { contents: code.replaceAll(questions, answer) };
    });
    onLoad({ filter: /[/\\]ky[/\\]distribution[/\\]utils[/\\]body\.js$/ }, async ({ path }) => {
      const code = await readFile(path, "utf8");
      const encoder = "const encoder = new TextEncoder();\n";
      if (!code.includes(encoder)) throw new Error("ky has changed: adapt answerKy.");
      return {
        contents: code.replace(encoder, "").replaceAll("encoder.encode(", "new TextEncoder().encode("),
      };
    });
  },
};

const shared = {
  entry: {
    index: "src/index.ts",
    route: "src/route.ts",
    check: "tools/check/index.ts",
    import: "tools/import/index.ts",
    mocks: "mocks/index.ts",
    "mocks/store": "mocks/store.ts",
    "mocks/server": "mocks/server.ts",
    "mocks/remote": "mocks/remote.ts",
  },
  target: "es2022",
  // One copy of shared classes per format, for applications that import several entry points.
  splitting: true,
  // Without it, `import_ky.default` is undefined in the CommonJS output.
  treeshake: true,
  // Bundlers for workerd and Deno recognize Node's modules only with the prefix.
  removeNodeProtocol: false,
  esbuildPlugins: [answerKy],
  external: ["#live-page"],
  dts: true,
  // A test reads there which packages the build contains.
  metafile: true,
} satisfies Options;

const forBrowsers = (entry: Record<string, string>): Options => ({
  ...shared,
  entry,
  dts: false,
  format: "esm",
  platform: "browser",
  // The builds for Node are not minified: Node prints the line that threw an uncaught error.
  esbuildOptions: (options) => Object.assign(options, { minifySyntax: true, minifyWhitespace: true }),
});

/** For Node. ky 2 is ESM only, and not every CommonJS loader can require ESM: Jest's cannot. */
const forNode = {
  ...shared,
  noExternal: BUNDLED_PACKAGES,
  // Every entry point then needs all of the client, so esbuild puts it into one file. Otherwise it makes 17, one for each set
  // of entry points, which take twice as long to load. src/package.json says that esbuild must keep this import.
  inject: ["src/index.ts"],
} satisfies Options;

export default defineConfig([
  {
    ...forNode,
    entry: {
      ...shared.entry,
      "cli/plant-store-sdk": "tools/plant-store-sdk.ts",
      "cli/plant-store-mock": "tools/plant-store-mock.ts",
    },
    dts: { entry: shared.entry },
    format: "esm",
    clean: true,
    onSuccess: async () => {
      await writeFile("dist/sbom.cdx.json", writeBillOfMaterials());
      // `#live-page` of package.json, which both formats share. The sources have the one of mocks/package.json.
      const files = JSON.stringify(await bundlePage());
      await writeFile("dist/live-page.js", `export const bundlePage = async () => (${files});\n`);
    },
  },
  forBrowsers({
    browser: "src/index.ts",
    // As modules of their own, bundlers drop them if an application does not use them.
    "browser/schemas": "src/contract/schemas.ts",
    "browser/version": "src/version.ts",
  }),
  // A build of its own: what the mock and the client share would be in another file, which compresses worse.
  forBrowsers({
    "browser/mocks": "mocks/index.ts",
    "browser/mocks/store": "mocks/store.ts",
    "browser/mocks/remote": "mocks/remote.ts",
  }),
  // scripts/cjs-declarations.ts writes its declarations.
  { ...forNode, format: "cjs", dts: false },
]);
