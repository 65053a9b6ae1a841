/** What npm's packages write, and what the import reads of it. */
import { afterAll, test } from "vitest";
import { DATA_TOOLS } from "../support/data-tools.ts";
import { createPlantsFolder, expectRightPlants } from "./run-data-tools.ts";

const { folder, remove } = createPlantsFolder();
afterAll(remove);

test.each(DATA_TOOLS.filter(({ run }) => run === "npm"))("the import reads what $tool writes", (tool) =>
  expectRightPlants(tool, folder),
);
