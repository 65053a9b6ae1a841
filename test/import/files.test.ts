/**
 * Reads small inputs as people have them. Beside each file in `files` is what its owner means: its rows, and what is wrong
 * with it. Texts of problems are beginnings. CSV is also compared with what Python's `csv` reads.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { NewPlant } from "plant-store-sdk";
import type { PlantRow, ReadPlantsOptions } from "plant-store-sdk/import";
import { expect, test } from "vitest";
import { findProgram } from "../../scripts/installed-programs.ts";
import { parseJson } from "../../src/contract/json.ts";
import { InputReading } from "../../tools/import/input/input-reading.ts";
import { readBatches } from "../../tools/import/input/read-plants.ts";
import { runProgram } from "../support/run-program.ts";

interface Reading {
  options?: ReadPlantsOptions;
  rows: PlantRow[];
  error?: string;
  /** What the operator is told. Any notes if it is missing. */
  notes?: string[];
  /** False if Python's `csv` does not know what the file has. */
  python?: false;
}

const folder = join(import.meta.dirname, "files");
const files = readdirSync(folder).filter((name) => !name.endsWith(".reading.json"));
const readingOf = (name: string) =>
  parseJson(readFileSync(join(folder, `${name}.reading.json`), "utf8")) as Reading;

async function read(name: string) {
  const path = join(folder, name);
  const rows: PlantRow[] = [];
  const notes: string[] = [];
  const reading = new InputReading(undefined, (note) => notes.push(note));
  try {
    for await (const batch of readBatches(path, readingOf(name).options, reading)) rows.push(...batch);
    return { rows, notes, error: undefined };
  } catch (error) {
    return { rows, notes, error: (error as Error).message.slice(`Cannot read ${path}: `.length) };
  }
}

/** As much of a text as its reading says. */
const beginningOf = (text?: string, reading?: string) => text?.slice(0, reading?.length);

test.each(files)("%s is read as its owner means it", async (name) => {
  const expected = readingOf(name);
  const { rows, notes, error } = await read(name);
  const found = rows.map((row, index) => {
    const reading = expected.rows[index];
    if ("plant" in row || !reading || "plant" in reading) return row;
    return { line: row.line, problem: beginningOf(row.problem, reading.problem) };
  });
  expect(found).toEqual(expected.rows);
  expect(beginningOf(error, expected.error)).toBe(expected.error);
  expect(notes).toEqual(expected.notes ?? notes);
});

const PYTHON = `
import csv, json, sys
for name in sys.argv[2:]:
  path, delimiter = name.rsplit("=", 1)
  with open(sys.argv[1] + "/" + path, newline="", encoding="utf-8") as file:
    rows = [row for row in csv.reader(file, delimiter=delimiter) if any(cell.strip() for cell in row)]
  print(json.dumps([dict(zip(rows[0], row)) for row in rows[1:]]))
`;

test.runIf(findProgram("python3"))("Python's csv reads the same cells", async () => {
  const compared = files.filter((name) => {
    const { error, python } = readingOf(name);
    return /\.(csv|tsv|txt)$/.test(name) && error === undefined && python !== false;
  });
  expect(compared.length).toBeGreaterThan(8);
  const delimiterOf = (name: string) =>
    readingOf(name).options?.delimiter ?? (name.endsWith(".tsv") ? "	" : ",");
  const args = compared.map((name) => `${name}=${delimiterOf(name)}`);
  const { stdout } = await runProgram("python3", ["-c", PYTHON, folder, ...args]);
  for (const [index, line] of stdout.trim().split("\n").entries()) {
    const name = `${compared[index]}`;
    const { rows, options } = readingOf(name);
    const { id = "id", name: title = "name", tag = "tag" } = options?.columns ?? {};
    const cells: Record<string, string>[] = JSON.parse(line);
    expect(cells.length, name).toBe(rows.length);
    for (const [number, row] of rows.entries()) {
      const cell = cells[number] ?? {};
      if (!("plant" in row)) continue;
      const plant = row.plant as NewPlant;
      const python = [cell[id]?.replace(/\.0$/, ""), cell[title], cell[tag] || undefined];
      expect([String(plant.id), plant.name, plant.tag], name).toEqual(python);
    }
  }
});
