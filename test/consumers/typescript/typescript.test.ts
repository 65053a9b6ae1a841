/** Compiles applications with several versions and options of TypeScript. Library types are checked too. */
import { cp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { expectRun, installApp, runNode } from "../app.ts";

const app = installApp(import.meta.dirname);

/** The folder of the same application with the types of Node 20, which work with TypeScript 5.4. */
const OLD_TYPES = "old-types";

beforeAll(async () => {
  const [from, to] = [app.folder, join(app.folder, OLD_TYPES)];
  await cp(join(from, "app"), join(to, "app"), { recursive: true });
  await cp(join(from, "node_modules/types-node-20"), join(to, "node_modules/@types/node"), {
    recursive: true,
  });
});

/** Compiler options of an application. */
type Options = Record<string, unknown>;

const inNode: Options = { lib: ["es2022"], types: ["node"] };
const inBrowser: Options = { lib: ["es2022", "dom", "dom.iterable"], types: [] };
const inNodeWithDom: Options = { ...inBrowser, types: ["node"] };

const node16: Options = { module: "node16", moduleResolution: "node16" };
const nodenext: Options = { module: "nodenext", moduleResolution: "nodenext" };
const bundler: Options = { module: "esnext", moduleResolution: "bundler" };

type Combination = [name: string, options: Options, files: string[]];

const nodeFiles = ["app.ts", "port.ts", "import-file.ts", "route.ts", "commonjs.cts"];
const nodeFilesWithMsw = [...nodeFiles, "json.ts", "handlers.ts"];

/** Every module resolution and every kind of application. node16 does not support the import attributes of json.ts. */
const COMBINATIONS: Combination[] = [
  ["node16, for Node", { ...node16, ...inNode }, nodeFiles],
  ["nodenext, for Node with the DOM's types", { ...nodenext, ...inNodeWithDom }, nodeFilesWithMsw],
  [
    "bundler, for browsers",
    { ...bundler, ...inBrowser },
    ["app.ts", "route.ts", "page.ts", "json.ts", "worker.ts"],
  ],
];

/** The other combinations. Tested only with TypeScript 7.0, which takes one second for each instead of five. */
const OTHER_COMBINATIONS: Combination[] = [
  ["node16, for browsers", { ...node16, ...inBrowser }, ["app.ts", "route.ts", "page.ts", "worker.ts"]],
  ["nodenext, for Node", { ...nodenext, ...inNode }, [...nodeFiles, "json.ts"]],
  [
    "nodenext, for browsers",
    { ...nodenext, ...inBrowser },
    ["app.ts", "route.ts", "page.ts", "json.ts", "worker.ts"],
  ],
  ["bundler, for Node", { ...bundler, ...inNode }, ["app.ts", "port.ts", "import-file.ts", "json.ts"]],
];

/** MSW 3 needs TypeScript 5.9. Its types take most of the time, so they are not compiled with 6.0. */
const VERSIONS = [
  { version: "5.4", hasMsw: false, folder: OLD_TYPES },
  { version: "5.9", hasMsw: true },
  { version: "6.0", hasMsw: false },
  { version: "7.0", hasMsw: true },
];

describe.each(VERSIONS)("TypeScript $version", ({ version, hasMsw, folder }) => {
  test.each(COMBINATIONS)("%s", (_, options, files) => {
    const compiled = files.filter((file) => hasMsw || !["handlers.ts", "worker.ts"].includes(file));
    return expectCompiled(version, options, compiled, folder);
  });
});

test.each(OTHER_COMBINATIONS)("TypeScript 7.0, %s", (_, options, files) =>
  expectCompiled("7.0", options, files),
);

test("the compiled application runs in Node", async () => {
  await expectCompiled("7.0", { ...nodenext, ...inNodeWithDom, noEmit: false }, nodeFilesWithMsw);
  for (const file of nodeFilesWithMsw) {
    await expectRun(app.folder, [join("out/app", file.replace(/ts$/, "js"))], [/^ok$/m]);
  }
});

test("without strict, a result can be read after a check of success", () => {
  const loose = { strict: false, exactOptionalPropertyTypes: false };
  return expectCompiled("7.0", { ...nodenext, ...inNodeWithDom, ...loose }, ["not-strict.ts"]);
});

describe("limitations, with TypeScript 7.0", () => {
  test("MSW's types need the types of the DOM", async () => {
    const { output } = await compile("7.0", { ...nodenext, ...inNode }, ["handlers.ts"]);
    const errors = output.split("\n").filter((line) => /error TS\d+/.test(line));
    expect(errors).not.toEqual([]);
    expect(errors.filter((line) => !/^node_modules\/(msw|@mswjs|rettime)\//.test(line))).toEqual([]);
  });

  test("MSW's types compile without the types of the DOM if skipLibCheck is set", () =>
    expectCompiled("7.0", { ...nodenext, ...inNode, skipLibCheck: true }, ["handlers.ts"]));

  test("the SDK's types need the types of the DOM or @types/node", async () => {
    const { code, output } = await compile("7.0", { ...nodenext, ...inNode, types: [] }, ["app.ts"]);
    expect(output).toMatch(/Cannot find name 'AbortSignal'/);
    expect(code).not.toBe(0);
  });
});

async function expectCompiled(...args: Parameters<typeof compile>): Promise<void> {
  const { code, output } = await compile(...args);
  expect(code, output).toBe(0);
}

async function compile(version: string, options: Options, files: string[], folder = ".") {
  const compilerOptions = {
    ...{ target: "es2022", strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
    // Checks the types of the packages, but not TypeScript's own.
    ...{
      skipLibCheck: false,
      skipDefaultLibCheck: true,
      resolveJsonModule: true,
      noEmit: true,
      rootDir: "..",
      outDir: "../out",
    },
    ...options,
  };
  const project = join(folder, "app");
  await writeFile(join(app.folder, project, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
  return runNode(app.folder, [`node_modules/typescript-${version}/bin/tsc`, "-p", project]);
}
