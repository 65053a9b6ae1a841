import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { createApiReport, reportPath } from "../../scripts/api-report.ts";

test("the public types match docs/types.md", () => {
  const advice =
    "The built public types differ from docs/types.md. If the change is intended, run `npx node scripts/api-report.ts` and commit the page";
  expect(createApiReport(), advice).toBe(readFileSync(reportPath, "utf8"));
});
