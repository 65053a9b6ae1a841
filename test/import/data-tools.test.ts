/** What npm's packages write, and what the import reads of it. */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { DATA_TOOLS } from "../support/data-tools.ts";
import { createDataToolsPage } from "../support/data-tools-page.ts";
import { createPlantsFolder, expectKept, expectRightPlants, PLANTS_LIKE_VALUES } from "./run-data-tools.ts";

test("the guide has the commands of the table", () => {
  const advice = "Run `npx node test/support/data-tools-page.ts`, and commit the page.";
  const page = readFileSync(resolve(import.meta.dirname, "../../docs/from-your-tool.md"), "utf8");
  expect(createDataToolsPage(), advice).toBe(page);
});

const { folder, remove } = createPlantsFolder();
afterAll(remove);

const tools = DATA_TOOLS.filter(({ run }) => run === "npm");

test.each(tools)("the import reads what $tool writes", (tool) => expectRightPlants(tool, folder));

test.each(Object.entries(PLANTS_LIKE_VALUES))("names that look like %s stay", async (_, plants) => {
  const { folder, remove } = createPlantsFolder(plants);
  onTestFinished(remove);
  for (const tool of tools) await expectKept(tool, plants, folder);
});
