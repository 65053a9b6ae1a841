/** Applications in TypeScript: which versions compile them, under which ways to resolve a module. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Cell, runNode, runs } from "../cell.ts";
import type { Group } from "../install.ts";

/** Ways to resolve a module, and the `module` that goes with each. */
const RESOLUTIONS = { node16: "node16", nodenext: "nodenext", bundler: "esnext" };
type Resolution = keyof typeof RESOLUTIONS;

interface Application {
  name: string;
  files: string[];
  lib: string[];
  types: string[];
  /** Which of its compiled files run. */
  run?: string[];
}

const DOM = ["es2022", "dom", "dom.iterable"];
const inNode = { name: "for Node", files: ["app.ts", "port.ts"], lib: ["es2022"], types: ["node"] };
const withDom = {
  name: "for Node, with the DOM's types",
  files: ["app.ts", "port.ts"],
  lib: DOM,
  types: ["node"],
};
const inBrowser = { name: "for browsers", files: ["app.ts", "page.ts"], lib: DOM, types: [] };
/** MSW's own types need the DOM's. */
const handlersWithoutDom: Application = { ...inNode, files: ["handlers.ts"] };

/** What an application compiles under a way to resolve: files that need what not every way has. */
function filesFor({ files, types }: Application, resolution: Resolution): string[] {
  const commonJs = resolution === "bundler" || !types.includes("node") ? [] : ["commonjs.cts"];
  // `module: node16` knows no import attributes.
  const json = resolution === "node16" ? [] : ["json.ts"];
  return [...files, ...commonJs, ...json];
}

/** Writes a configuration for the compiler, and gives its path and that of the compiled files. */
async function configure(
  folder: string,
  { lib, types }: Application,
  {
    version,
    resolution,
    files,
    options,
  }: { version: string; resolution: Resolution; files: string[]; options?: object },
) {
  const name = [version, resolution, ...lib, ...types].join("-");
  const compilerOptions = {
    ...{ target: "es2022", lib, types, module: RESOLUTIONS[resolution], moduleResolution: resolution },
    ...{
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      skipLibCheck: false,
    },
    ...{ resolveJsonModule: true, rootDir: "..", outDir: `../out/${name}` },
    ...options,
  };
  const config = join("app", `tsconfig.${name}.json`);
  await writeFile(join(folder, config), JSON.stringify({ compilerOptions, files }));
  return { config, compiled: `out/${name}/app` };
}

const compiler = (version: string) => `node_modules/typescript-${version}/bin/tsc`;

/** Compiles an application, with every library checked, and runs it where it is one for Node. */
function compiles(application: Application, version: string, resolution: Resolution): Cell {
  return {
    name: `TypeScript ${version}, ${resolution}, ${application.name}`,
    async run(folder) {
      const files = filesFor(application, resolution);
      const { config, compiled } = await configure(folder, application, { version, resolution, files });
      await runs([compiler(version), "-p", config])(folder);
      if (!application.types.includes("node")) return "";
      const programs = files.map((file) => file.replace(/ts$/, "js"));
      for (const program of programs) {
        await runs(["--no-warnings", `${compiled}/${program}`], { prints: [/^ok$/m] })(folder);
      }
      return `${programs.length} programs ran`;
    },
  };
}

/** Every way to resolve; what both kinds of application have in common, once. */
function matrix(version: string, node: Application, browser: Application, both: Application): Cell[] {
  const resolutions = Object.keys(RESOLUTIONS) as Resolution[];
  const cells = resolutions.flatMap((resolution) =>
    [node, browser].map((application) => compiles(application, version, resolution)),
  );
  return [...cells, compiles(both, version, "nodenext")];
}

const newest = { version: "6.0", resolution: "nodenext" as const, files: ["handlers.ts"] };

const limits: Cell[] = [
  {
    name: "the handlers without the DOM's types",
    limit: "MSW's types need those of the DOM: `lib` with dom, or skipLibCheck",
    async run(folder) {
      const { config } = await configure(folder, handlersWithoutDom, newest);
      const { output } = await runNode(folder, [compiler(newest.version), "-p", config]);
      const errors = output.split("\n").filter((line) => /error TS\d+/.test(line));
      const elsewhere = errors.filter((line) => !/^node_modules\/(msw|@mswjs|rettime)\//.test(line));
      if (errors.length === 0 || elsewhere.length > 0) {
        throw new Error(`only MSW's types must fail:\n${elsewhere.join("\n") || "nothing failed"}`);
      }
      return `${errors.length} errors, all in MSW`;
    },
  },
  {
    name: "the handlers without the DOM's types, with skipLibCheck",
    async run(folder) {
      const options = { skipLibCheck: true };
      const { config } = await configure(folder, handlersWithoutDom, { ...newest, options });
      return runs([compiler(newest.version), "-p", config])(folder);
    },
  },
  {
    name: "a Node application without @types/node",
    limit: "The types of fetch come from @types/node, or from `lib` with dom",
    async run(folder) {
      const { config } = await configure(folder, { ...inNode, types: [] }, { ...newest, files: ["app.ts"] });
      const prints = [/Cannot find name 'AbortSignal'/];
      return runs([compiler(newest.version), "-p", config], { exits: 2, prints })(folder);
    },
  },
];

const pageWithWorker = { ...inBrowser, files: [...inBrowser.files, "worker.ts"] };
const withHandlers = { ...withDom, files: [...withDom.files, "handlers.ts"] };

export const typescript: Group = {
  name: "typescript",
  cells: [
    ...["5.9", "6.0", "7.0"].flatMap((version) => matrix(version, inNode, pageWithWorker, withHandlers)),
    ...limits,
  ],
};

export const typescriptOfOld: Group = {
  name: "typescript-5.4",
  applicationsOf: "typescript",
  cells: matrix("5.4", inNode, inBrowser, withDom),
};
