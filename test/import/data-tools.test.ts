/** What npm's packages write, and what the import reads of it. */
import { afterAll, onTestFinished, test } from "vitest";
import { DATA_TOOLS } from "../support/data-tools.ts";
import { createPlantsFolder, expectKept, expectRightPlants, PLANTS_LIKE_VALUES } from "./run-data-tools.ts";

const { folder, remove } = createPlantsFolder();
afterAll(remove);

const tools = DATA_TOOLS.filter(({ run }) => run === "npm");

test.each(tools)("the import reads what $tool writes", (tool) => expectRightPlants(tool, folder));

test.each(Object.entries(PLANTS_LIKE_VALUES))("names that look like %s stay", async (_, plants) => {
  const { folder, remove } = createPlantsFolder(plants);
  onTestFinished(remove);
  for (const tool of tools) await expectKept(tool, plants, folder);
});
