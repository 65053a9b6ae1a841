/** Writes the table of docs/from-your-tool.md: `npx node test/support/data-tools-page.ts`. */
import { readFileSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { DATA_TOOLS, type DataTool } from "./data-tools.ts";

const page = resolve(import.meta.dirname, "../../docs/from-your-tool.md");

/** Marks the rows that tests run. */
const TESTED = "✓";

const code = (text: string) => {
  const fence = text.includes("`") ? "``" : "`";
  return `${fence}${text.replaceAll("|", "\\|").replaceAll("\t", "<tab>")}${fence}`;
};

function rowOf({ tool, version, run, command, file, options, writes, obvious }: DataTool): string {
  const cells = [
    `${tool} ${version}${run ? ` ${TESTED}` : ""}`,
    `${code(command)} writes ${code(writes)}`,
    code([file, options].filter(Boolean).join(" ")),
    obvious ? `${code(obvious.command)} writes ${code(obvious.writes)}` : "",
  ];
  return `| ${cells.join(" | ")} |`;
}

/** The page with the rows of today's {@link DATA_TOOLS}. */
export function createDataToolsPage(): string {
  const rows = DATA_TOOLS.map((tool) => `${rowOf(tool)}\n`).join("");
  return readFileSync(page, "utf8").replace(/(?<=^\| --- .*\n)(\|.*\n)*/m, () => rows);
}

if (import.meta.main) writeFileSync(page, createDataToolsPage());
