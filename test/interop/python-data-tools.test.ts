/** What PyPI's packages write, and what the import reads of it. Skipped if PyPI does not answer. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPlantsFolder, expectRightPlants } from "../import/run-data-tools.ts";
import { DATA_TOOLS } from "../support/data-tools.ts";
import { runProgram } from "../support/run-program.ts";
import { installPythonPackages } from "./python-packages.ts";

const tools = DATA_TOOLS.filter(({ run }) => run === "PyPI");
const python = await installPythonPackages(tools.map(({ tool, version }) => `${tool}==${version}`));
const { folder, remove } = createPlantsFolder();

/** Writes `plants.xlsx`, whose ids are texts, and `numbers.xlsx`. */
const WRITE_WORKBOOKS = `
import csv, openpyxl
for file, kind in [("plants.xlsx", str), ("numbers.xlsx", int)]:
    book = openpyxl.Workbook()
    [header, *plants] = csv.reader(open("plants.csv", newline=""))
    book.active.append(header)
    for [id, name, tag] in plants:
        book.active.append([kind(id), name, tag or None])
    book.save(file)
`;

beforeAll(async () => {
  if (!python) return;
  const args = ["-c", WRITE_WORKBOOKS];
  const { code, stderr } = await runProgram("python3", args, { cwd: folder, env: python.env });
  expect([code, stderr]).toEqual([0, ""]);
});

afterAll(async () => {
  remove();
  await python?.remove();
});

test.skipIf(!python).each(tools)("the import reads what $tool $version writes", (tool) =>
  expectRightPlants(tool, folder, python?.env),
);
