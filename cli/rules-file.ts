/** Reads a file of rules. */
import { readFile } from "node:fs/promises";
import { type PlantStoreRules, parseRulesText } from "../src/contract/rules.ts";
import { UsageError } from "./usage-error.ts";

/** @throws UsageError with the file and every problem */
export async function readRules(file: string): Promise<PlantStoreRules> {
  const what = `--rules ${file}`;
  const text = await readFile(file, "utf8").catch((error: Error) => {
    throw new UsageError(`${what}: ${error.message}`);
  });
  try {
    return parseRulesText(text, what);
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
