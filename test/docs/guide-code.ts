/** Reads the code blocks of the guides and runs them in an application. */
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { builtFile } from "../../scripts/built-file.ts";
import { type RunResult, runProgram } from "../support/run-program.ts";

const root = resolve(import.meta.dirname, "../..");

/** A block of code in a guide. */
export interface Block {
  /** The path of the guide in the project. */
  guide: string;
  /** `sh`, `ts` or `js`; any, if it is an excerpt or a file. */
  language: string;
  /** The name under which the reader saves it, if the guide says so. */
  file: string | undefined;
  /** The heading above it. */
  heading: string;
  /** The number of its first line in the guide. */
  line: number;
  code: string;
  /**
   * What runs as it stands in the folder that the README makes, a test file, a file that a later block uses, a fragment
   * that another test runs or that needs another machine, or a part of a file that another test runs.
   */
  kind: "program" | "test" | "file" | "fragment" | "excerpt";
  /** The file that an excerpt is a part of: its path in the project. */
  example: string;
}

/** The paths of the guides, relative to the project. */
export const listGuides = () => globSync("docs/*.md", { cwd: root }).sort();

/** @param file relative to the project. */
export const readProjectFile = (file: string) => readFileSync(join(root, file), "utf8");

/** Marks a part of a file of an example or a test, in any language. */
const EXCERPT = /^(examples|test)\//;

const FENCE = /^(`{3,})(\S*) *(.*)$/;

export function headingsOf(guide: string): string[] {
  const prose = readProjectFile(guide).replaceAll(/^(`{3,}).*\n[\s\S]*?^\1$/gm, "");
  return Array.from(prose.matchAll(/^#+ (.*)$/gm), ([, heading = ""]) => heading);
}

const RUN_LANGUAGES = ["sh", "ts", "js"];
const SAVE_AS = /^Save (?:this|it) as `([^`]+)`/;

/**
 * The blocks in shell, TypeScript or JavaScript, also marked `fragment`; those that the reader saves; and those with the path
 * of an example or a test.
 */
export function blocksOf(guide: string): Block[] {
  const blocks: Block[] = [];
  let heading = "";
  let file: string | undefined;
  let open: { fence: string; language: string; mark: string; line: number; lines: string[] } | undefined;
  for (const [index, line] of readProjectFile(guide).split("\n").entries()) {
    if (open === undefined) {
      const [, fence, language = "", mark = ""] = FENCE.exec(line) ?? [];
      if (fence !== undefined) open = { fence, language, mark, line: index + 2, lines: [] };
      else if (/^#+ /.test(line)) heading = line.replace(/^#+ /, "");
      else if (line !== "") file = SAVE_AS.exec(line)?.[1];
    } else if (line === open.fence) {
      const code = `${open.lines.join("\n")}\n`;
      const { language, mark: example, line } = open;
      if (file !== undefined || RUN_LANGUAGES.includes(language) || EXCERPT.test(example))
        blocks.push({
          guide,
          language,
          heading,
          line,
          code,
          file,
          kind: kindOf(example, code, file),
          example,
        });
      open = undefined;
      file = undefined;
    } else open.lines.push(line);
  }
  if (open !== undefined) throw new Error(`${guide}:${open.line - 1}: this block is never closed`);
  return blocks;
}

function kindOf(mark: string, code: string, file: string | undefined): Block["kind"] {
  if (EXCERPT.test(mark)) return "excerpt";
  if (mark !== "" && mark !== "fragment") throw new Error(`unknown mark of a code block: "${mark}"`);
  if (mark === "fragment") return "fragment";
  if (file !== undefined && !file.startsWith("app.")) return "file";
  return /^import .* from "vitest";$/m.test(code) ? "test" : "program";
}

/** The output that a block documents, in order: the comments after each `console.log(…);`, and `#> …` in a shell. */
export function documentedOutput(code: string): string[] {
  return Array.from(
    code.matchAll(/console\.log\(.*\); \/\/ (.*)$|^#> (.*)$/gm),
    ([, logged, printed]) => logged ?? printed ?? "",
  );
}

/** An application outside the project that imports the built package by its name. */
export class Application {
  readonly folder = mkdtempSync(join(tmpdir(), "plant-store-sdk-guides-"));

  constructor() {
    // With its package.json, the application is the package, which can import itself by its name.
    builtFile("index.js");
    for (const linked of ["package.json", "dist", "docs", "node_modules"])
      symlinkSync(join(root, linked), join(this.folder, linked));
    mkdirSync(join(this.folder, "blocks"));
    const compilerOptions = { paths: {}, rootDir: ".", typeRoots: [join(root, "node_modules/@types")] };
    const tsconfig = { extends: join(root, "tsconfig.json"), compilerOptions, include: ["blocks"] };
    writeFileSync(join(this.folder, "tsconfig.json"), JSON.stringify(tsconfig));
  }

  /** Adds a block as a file with the same line numbers as in the guide. */
  add(block: Block): void {
    writeFileSync(this.#fileOf(block), "\n".repeat(block.line - 1) + block.code);
  }

  /** Type-checks the added blocks with the settings of the project. */
  typeCheck(): Promise<RunResult> {
    return this.#node([join(root, "node_modules/typescript/bin/tsc"), "--pretty", "false"]);
  }

  run(block: Block, env: Record<string, string>): Promise<RunResult> {
    return this.#node([this.#fileOf(block)], env);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true });
  }

  #fileOf({ guide, line }: Block): string {
    return join(this.folder, "blocks", `${basename(guide, ".md")}-${line}.ts`);
  }

  /** Passes on only PATH: other environment variables, such as a proxy, could change the result. */
  #node(args: string[], env: Record<string, string> = {}): Promise<RunResult> {
    const cwd = this.folder;
    const NODE_COMPILE_CACHE = join(cwd, "compile-cache");
    const own = { PATH: process.env.PATH, NODE_NO_WARNINGS: "1", NO_COLOR: "1", NODE_COMPILE_CACHE };
    return runProgram(process.execPath, args, { cwd, env: { ...own, ...env } });
  }
}
