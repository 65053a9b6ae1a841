/** Compiles applications with several versions and options of TypeScript. Library types are checked too. */
import { cp, mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { reportPath } from "../../../scripts/api-report.ts";
import { expectRun, installApp, runNode } from "../app.ts";

const app = installApp();

/** The folder of the same application with the types of Node 20, which work with TypeScript 5.4. */
const OLD_TYPES = "old-types";

beforeAll(async () => {
  const [from, to] = [app.folder, join(app.folder, OLD_TYPES)];
  await cp(join(from, "typescript/app"), join(to, "typescript/app"), { recursive: true });
  const types = join(to, "node_modules/@types/node");
  await cp(join(from, "node_modules/types-node-20"), types, { recursive: true });
});

/** Compiler options of an application. */
type Options = Record<string, unknown>;

const inNode: Options = { lib: ["es2022"], types: ["node"] };
const inBrowser: Options = { lib: ["es2022", "dom", "dom.iterable"], types: [] };
const inNodeWithDom: Options = { ...inBrowser, types: ["node"] };

const node16: Options = { module: "node16", moduleResolution: "node16" };
const nodenext: Options = { module: "nodenext", moduleResolution: "nodenext" };
const bundler: Options = { module: "esnext", moduleResolution: "bundler" };

const nodeFiles = ["app.ts", "import-file.ts", "route.ts", "commonjs.cts"];
const nodeFilesWithMsw = [...nodeFiles, "json.ts", "handlers.ts"];
const pageFiles = ["app.ts", "route.ts", "page.ts"];

/** Every module resolution and every kind of application. node16 does not support the import attributes of json.ts. */
const COMBINATIONS = {
  "node16, for Node": [{ ...node16, ...inNode }, nodeFiles],
  "node16, for browsers": [{ ...node16, ...inBrowser }, [...pageFiles, "worker.ts"]],
  "nodenext, for Node": [{ ...nodenext, ...inNode }, [...nodeFiles, "json.ts"]],
  "nodenext, for browsers": [{ ...nodenext, ...inBrowser }, [...pageFiles, "json.ts", "worker.ts"]],
  "nodenext, for Node, ES2020": [{ ...nodenext, ...inNode, lib: ["es2020"] }, ["import-file.ts", "route.ts"]],
  "bundler, for Node": [{ ...bundler, ...inNode }, ["app.ts", "import-file.ts", "json.ts"]],
  "bundler, for browsers": [{ ...bundler, ...inBrowser }, [...pageFiles, "json.ts", "worker.ts"]],
} satisfies Record<string, [Options, files: string[]]>;

type Combination = keyof typeof COMBINATIONS;

/** TypeScript 7.0 takes one second for each combination. The others take five. */
const VERSIONS: Record<string, Combination[]> = {
  "5.4": ["node16, for Node", "nodenext, for browsers", "bundler, for browsers"],
  "5.9": ["nodenext, for browsers"],
  "6.0": ["bundler, for Node"],
  "7.0": Object.keys(COMBINATIONS) as Combination[],
};

const cases = Object.entries(VERSIONS).flatMap(([version, all]) => all.map((name) => ({ version, name })));

test.each(cases)("TypeScript $version, $name", ({ version, name }) => {
  const [options, files] = COMBINATIONS[name];
  // MSW 3 needs TypeScript 5.9.
  const compiled = files.filter((file) => version !== "5.4" || file !== "worker.ts");
  return expectCompiled(version, options, compiled);
});

test("an application for Node compiles with the types of the DOM, and runs", async () => {
  await expectCompiled("7.0", { ...nodenext, ...inNodeWithDom, noEmit: false }, nodeFilesWithMsw);
  const outputs = nodeFilesWithMsw.map((file) => join("typescript/out/app", file.replace(/ts$/, "js")));
  await Promise.all(outputs.map((file) => expectRun(app.folder, [file], [/^ok$/m])));
});

test("without strict, a result can be read after a check of success", () => {
  const loose = { strict: false, exactOptionalPropertyTypes: false };
  return expectCompiled("7.0", { ...nodenext, ...inNodeWithDom, ...loose }, ["not-strict.ts"]);
});

/** An application that exports what it gets from the package: TypeScript must name the types in declarations. */
describe("an application with `declaration: true` compiles", () => {
  /** As pnpm installs it: an application can import only its own dependencies, not zod. */
  const STRICT = "../strict";
  const files: string[] = [];

  beforeAll(async () => {
    const strict = join(app.folder, STRICT);
    await mkdir(join(strict, "typescript/app"), { recursive: true });
    await mkdir(join(strict, "node_modules"));
    for (const name of ["plant-store-sdk", "msw"])
      await symlink(join(app.folder, "node_modules", name), join(strict, "node_modules", name));
    const report = await readFile(reportPath, "utf8");
    for (const [, entry = "", types = ""] of report.matchAll(/^## (\S+)\n([\s\S]*?)^```$/gm)) {
      for (const extension of ["ts", "cts"]) {
        const file = `${entry.replaceAll("/", "-")}.${extension}`;
        files.push(file);
        for (const folder of [app.folder, strict])
          await writeFile(join(folder, "typescript/app", file), exportEverything(entry, types));
      }
    }
  });

  /** Exports the values of an entry point, the results of its functions, and the fields of its types. */
  function exportEverything(entry: string, types: string): string {
    const lines = Array.from(
      types.matchAll(/^export (class|const|function|interface|type) (\w+)(<)?/gm),
      ([, kind = "", name, isGeneric]) => {
        const isValue = ["class", "const", "function"].includes(kind);
        // The fields of these are Zod's: an application needs zod to name them.
        const isType = kind !== "const" && kind !== "function" && !/^PlantStoreSchema/.test(`${name}`);
        const call = `(...args: Parameters<typeof sdk.${name}>) => sdk.${name}(...args)`;
        const read = `(value: sdk.${name}${isGeneric ? "<unknown>" : ""}) => fields(value)`;
        return [
          isValue && `export const value_${name} = sdk.${name};`,
          kind === "function" && `export const result_${name} = ${call};`,
          isType && `export const fields_${name} = ${read};`,
        ];
      },
    );
    const narrowed = `
      export const parsed = sdk.newPlantSchema.safeParse({});
      export const failed = (event: sdk.PlantStoreEvent) => (event.type === "failure" ? event : undefined);`;
    const fields = "declare function fields<T>(value: T): { [K in keyof T]: T[K] };";
    const all = [`import * as sdk from "${entry}";`, fields, ...lines.flat()];
    return [...all, entry === "plant-store-sdk" && narrowed].filter((line) => line !== false).join("\n");
  }

  const combinations = Object.keys(VERSIONS).flatMap((version) => [
    { version, layout: "npm", folder: "." },
    { version, layout: "pnpm", folder: STRICT },
  ]);

  test.each(combinations)("TypeScript $version, as $layout installs it", ({ version, folder }) => {
    // MSW 3 needs TypeScript 5.9.
    const compiled = files.filter((file) => version !== "5.4" || !file.startsWith("plant-store-sdk-mocks."));
    const emitted = { noEmit: false, declaration: true, emitDeclarationOnly: true, skipLibCheck: true };
    return expectCompiled(version, { ...nodenext, ...inBrowser, ...emitted }, compiled, folder);
  });
});

describe("limitations, with TypeScript 7.0", () => {
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

async function compile(
  version: string,
  options: Options,
  files: string[],
  folder = version === "5.4" ? OLD_TYPES : ".",
) {
  // openapi-typescript needs 5.9 by its own name.
  const compiler = version === "5.9" ? "typescript" : `typescript-${version}`;
  const compilerOptions = {
    ...{ target: "es2022", strict: true, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
    // Checks the types of the packages, but not TypeScript's own.
    ...{ skipLibCheck: false, skipDefaultLibCheck: true, resolveJsonModule: true },
    ...{ noEmit: true, rootDir: "..", outDir: "../out" },
    ...options,
  };
  const project = join(folder, "typescript/app");
  await writeFile(join(app.folder, project, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
  return runNode(app.folder, [`node_modules/${compiler}/bin/tsc`, "-p", project]);
}
