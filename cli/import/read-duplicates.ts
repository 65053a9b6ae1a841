/** How the store rejects a plant that exists: `--duplicates`, or what `--rules` says. */
import type { ImportPlantsOptions } from "../../src/import/index.ts";
import { duplicatesOf, resolveDuplicates } from "../../src/import/run/duplicates.ts";
import { parseRejection, readRules } from "../rules-file.ts";
import { UsageError } from "../usage-error.ts";
import type { ImportArguments } from "./arguments.ts";

export type KnownDuplicates = Pick<ImportPlantsOptions, "duplicates" | "rules">;

/** @throws UsageError if the option or the file is invalid */
export async function readDuplicateOptions(
  { duplicates: text, rules: file }: ImportArguments,
  onNote: (text: string) => void,
): Promise<KnownDuplicates> {
  const duplicates = text === undefined ? undefined : parseDuplicates(text);
  if (file === undefined) return { duplicates };
  const rules = await readRules(file);
  const found = duplicates ?? duplicatesOf(rules);
  if (typeof found === "string")
    onNote(`The rules ${file} do not tell which rejection means that a plant exists: ${found}.`);
  return { duplicates, rules };
}

function parseDuplicates(text: string) {
  const rejection = parseRejection("--duplicates", text);
  if (rejection.status === 400 && rejection.error === undefined) {
    throw new UsageError(
      "--duplicates 400 needs an error number, such as 400:1003, because the store rejects every plant with a 400.",
    );
  }
  return resolveDuplicates(rejection);
}
