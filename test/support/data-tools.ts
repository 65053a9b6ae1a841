/**
 * The table of docs/from-your-tool.md: the command whose output the import reads as it was meant, and the one that people try
 * first. `test/import` runs those of npm's packages, and `test/interop` those of Debian's programs and PyPI's packages. A row
 * without ✓ was measured once: its program cannot be had by any of them.
 *
 * The commands read `plants.csv`, `plants.ndjson`, `plants.db` (SQLite), the database `plants` of a server, or a workbook.
 */
import { readFileSync } from "node:fs";
import { expect } from "vitest";

interface Written {
  command: string;
  /** What it writes of the page's example. */
  writes: string;
}

export interface DataTool extends Written {
  /** The name of a tool of PyPI is the name of its package. */
  tool: string;
  version: string;
  /** The name of the file for its output, and the options of the import. */
  file: string;
  options: string[];
  /** What people try first, if it does not write what was meant. */
  obvious: Written | undefined;
  /** Undefined if no test runs it. */
  run: "npm" | "Debian" | "PyPI" | undefined;
}

const OF_PYPI =
  /^(csvkit 2|pandas 3|polars|duckdb|pyarrow|petl|sqlite-utils|frictionless|pyexcel|openpyxl|python-calamine|xlsx2csv)/;

const page = readFileSync(new URL("../../docs/from-your-tool.md", import.meta.url), "utf8");

/** Reads a part of the page, which must match. */
function read(text: string, pattern: RegExp): (string | undefined)[] {
  return pattern.exec(text)?.slice(1) ?? expect.fail(`The page has a wrong cell: ${text}`);
}

function readWritten(cell: string): Written {
  const [, command = "", , writes = ""] = read(cell, /^(`+)(.+)\1 writes (`+)(.+)\3$/);
  return { command, writes };
}

export const DATA_TOOLS: DataTool[] = Array.from(
  page.matchAll(/^\| (?!tool |---)(.*) \|$/gm),
  ([, row = ""]) => {
    const cells = row.replaceAll("<tab>", "\t").split(" | ");
    const [name = "", right = "", input = "", wrong] = cells.map((cell) => cell.replaceAll("\\|", "|"));
    const [tool = "", version = "", isTested] = read(name, /^(.+) ([\d.]+)( ✓)?$/);
    const [file = "", ...options] = input.replaceAll("`", "").split(" ");
    const written = readWritten(right);
    const registry = OF_PYPI.test(name) ? "PyPI" : written.command.startsWith("node ") ? "npm" : "Debian";
    const obvious = wrong ? readWritten(wrong) : undefined;
    return { tool, version, ...written, file, options, obvious, run: isTested ? registry : undefined };
  },
);
