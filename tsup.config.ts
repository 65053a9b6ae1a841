import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { type Comment, parse } from "acorn";
import { defineConfig, type Options } from "tsup";

/**
 * Replaces the program that bundles the live page by its result. Both formats share one file, which is `#live-page` in
 * package.json.
 */
const embedPage: NonNullable<Options["esbuildPlugins"]>[number] = {
  name: "embed-page",
  setup({ onLoad, onResolve }) {
    const filter = /[/\\]page[/\\]bundle\.ts$/;
    onResolve({ filter }, ({ kind }) =>
      kind === "dynamic-import" ? { path: "#live-page", external: true } : undefined,
    );
    onLoad({ filter }, async ({ path }) => {
      const { bundlePage } = await import(pathToFileURL(path).href);
      const files = JSON.stringify(await bundlePage());
      return { contents: `export const bundlePage = async () => (${files});` };
    });
  },
};

/**
 * Answers two questions that ky asks the runtime when it is loaded. To answer them itself, Node would load its whole HTTP
 * client, which takes 25 ms. Every runtime of these builds supports both.
 */
const answerKy: NonNullable<Options["esbuildPlugins"]>[number] = {
  name: "answer-ky",
  setup({ onLoad }) {
    onLoad({ filter: /[/\\]ky[/\\]distribution[/\\]core[/\\]constants\.js$/ }, async ({ path }) => {
      const questions = /^export const (supportsRequestStreams|supportsFormData) = .*?;$(?=\nexport )/gms;
      const code = await readFile(path, "utf8");
      if (code.match(questions)?.length !== 2) throw new Error("ky has changed: adapt answerKy.");
      return { contents: code.replaceAll(questions, "export const $1 = true;") };
    });
  },
};

/** Removes comments, except for those by which bundlers recognize what they may drop. */
const removeComments: NonNullable<Options["plugins"]>[number] = {
  name: "remove-comments",
  renderChunk(code) {
    const comments: Comment[] = [];
    parse(code, { ecmaVersion: "latest", sourceType: "module", allowHashBang: true, onComment: comments });
    for (const { start, end, value } of comments.reverse()) {
      if (/^\s*[@#]__/.test(value) || code.startsWith("#!", start)) continue;
      const lineStart = code.lastIndexOf("\n", start) + 1;
      const isLine = code.slice(lineStart, start).trim() === "" && code[end] === "\n";
      code = code.slice(0, isLine ? lineStart : start) + code.slice(isLine ? end + 1 : end);
    }
    return { code };
  },
};

const entry = {
  index: "src/index.ts",
  route: "src/route.ts",
  check: "tools/check/index.ts",
  import: "tools/import/index.ts",
  mocks: "mocks/index.ts",
  "mocks/store": "mocks/store.ts",
  "mocks/server": "mocks/server.ts",
  "mocks/remote": "mocks/remote.ts",
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
  esbuildPlugins: [embedPage, answerKy],
  plugins: [removeComments],
  dts: true,
  // A test reads there which packages the build contains.
  metafile: true,
} satisfies Options;

const buildForBrowsers = (entry: Record<string, string>): Options => ({
  ...shared,
  entry,
  dts: false,
  format: "esm",
  // The builds for Node are not minified: Node prints the line that threw an uncaught error.
  esbuildOptions: (options) => {
    options.minifySyntax = true;
    options.minifyWhitespace = true;
  },
  esbuildPlugins: [
    {
      name: "browser",
      setup: ({ onResolve }) =>
        onResolve({ filter: /\/(read-environment|classify-network-error)\.ts$/ }, () => ({
          path: resolve("src/call/in-browser.ts"),
        })),
    },
  ],
});

/**
 * The builds for Node contain the used parts of these dependencies. Otherwise ky's forty files and zod's fifty languages
 * would take most of the time to load the package. The build for browsers imports them, so that an application shares them.
 */
const BUNDLED = ["ky", "zod"];

export default defineConfig([
  {
    ...shared,
    entry: {
      ...entry,
      "cli/plant-store-sdk": "tools/plant-store-sdk.ts",
      "cli/plant-store-mock": "tools/plant-store-mock.ts",
      "live-page": "mocks/page/bundle.ts",
    },
    dts: { entry },
    format: "esm",
    clean: true,
    noExternal: BUNDLED,
  },
  // Builds of their own, because what the mock and the client share would be in another file, which compresses worse.
  buildForBrowsers({
    browser: "src/index.ts",
    // As modules of their own, bundlers drop them if an application does not use them.
    "browser/schemas": "src/contract/schemas.ts",
    "browser/version": "src/version.ts",
  }),
  buildForBrowsers({
    "browser/mocks": "mocks/index.ts",
    "browser/mocks/store": "mocks/store.ts",
    "browser/mocks/remote": "mocks/remote.ts",
  }),
  // ky 2 is ESM only, and not every CommonJS loader can require ESM: Jest's cannot.
  { ...shared, format: "cjs", noExternal: BUNDLED },
]);
