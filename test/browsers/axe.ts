/** Checks with axe that everyone can use a page. */
import axe from "axe-core";
import { expect } from "vitest";
import type { PageDriver } from "./page-driver.ts";

declare global {
  interface Window {
    axe: typeof axe;
    violations?: string[];
  }
}

/** @param rules those of axe to check; by default all */
export async function expectNoAxeViolations(page: PageDriver, rules?: string[]): Promise<void> {
  await page.runSource(axe.source);
  const violations = await page.run(async (rules) => {
    for (const animation of document.getAnimations()) animation.cancel(); // They mix colors.
    const { violations } = await window.axe.run(rules === null ? {} : { runOnly: rules });
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`)}`,
    );
  }, rules ?? null);
  expect(violations).toEqual([]);
}
