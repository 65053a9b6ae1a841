import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** Creates an empty folder, which is removed when the test ends. */
export function createFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "plant-store-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}
