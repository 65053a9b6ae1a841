/** What PyPI's packages write, and what the import reads of it. */
import { delimiter } from "node:path";
import { afterAll, beforeAll, describe, onTestFinished, test } from "vitest";
import {
  createPlantsFolder,
  expectKept,
  expectRightPlants,
  PLANTS_LIKE_VALUES,
} from "../import/run-data-tools.ts";
import { DATA_TOOLS } from "../support/data-tools.ts";
import { ENVIRONMENT, expectThere, installPython, isAvailable } from "./other-registries.ts";

const tools = DATA_TOOLS.filter(({ run }) => run === "PyPI");
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

describe.skipIf(!(await isAvailable("Python")))("Python", () => {
  let env: NodeJS.ProcessEnv;
  beforeAll(async () => {
    const packages = tools.map(({ tool, version }) => `${tool}==${version}`);
    const bin = await installPython(packages, "data-tools");
    env = { ...ENVIRONMENT, PATH: [bin, process.env.PATH].join(delimiter) };
    await expectThere(["python3", "-c", WRITE_WORKBOOKS], folder, env);
  }, 1_200_000);
  afterAll(remove);

  test.each(tools)("the import reads what $tool $version writes", (tool) =>
    expectRightPlants(tool, folder, env),
  );

  test.each(Object.entries(PLANTS_LIKE_VALUES))("names that look like %s stay", async (_, plants) => {
    const { folder, remove } = createPlantsFolder(plants);
    onTestFinished(remove);
    await expectThere(["python3", "-c", WRITE_WORKBOOKS], folder, env);
    for (const tool of tools) await expectKept(tool, plants, folder, env);
  });
});
