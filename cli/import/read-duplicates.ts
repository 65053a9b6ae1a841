/** How the store rejects a plant that exists: `--duplicates`, or what `--rules` says. */
import { readDuplicates } from "../../src/contract/rules.ts";
import type { DuplicateResponse, ImportPlantsOptions } from "../../src/import/index.ts";
import { duplicatesOf, resolveDuplicates } from "../../src/import/run/duplicates.ts";
import { readRules } from "../rules-file.ts";
import { UsageError } from "../usage-error.ts";
import type { ImportArguments } from "./arguments.ts";

/** @throws UsageError if the option or the file is invalid */
export async function readDuplicateOptions(
  { duplicates: text, rules: file }: ImportArguments,
  onNote: (text: string) => void,
): Promise<Pick<ImportPlantsOptions, "duplicates" | "rules">> {
  const duplicates = text === undefined ? undefined : parseDuplicates(text);
  if (file === undefined) return { duplicates };
  const rules = await readRules(file);
  const { equal, different } = readDuplicates(rules);
  const found = duplicates ?? duplicatesOf(rules);
  if (different === "created") {
    const other = "creates a plant whose id exists with other content, or replaces the one that exists";
    onNote(`Warning: by the rules ${file}, the store ${other}. Make sure that the ids are new.`);
  } else if (equal === "created") {
    onNote(`Warning: by the rules ${file}, the store creates an equal plant again.`);
  } else if (typeof found === "string") {
    onNote(`The rules ${file} do not show which rejection means that a plant exists: ${found}.`);
  }
  return { duplicates, rules };
}

function parseDuplicates(text: string): DuplicateResponse {
  const [, status, error] = /^(\d{3})(?::(-?\d{1,10}))?$/.exec(text) ?? [];
  if (status === undefined) {
    throw new UsageError("--duplicates must be a status such as 409, or 400:1003 with an error number.");
  }
  if (status === "400" && error === undefined) {
    const reason = "because the store rejects every plant with a 400";
    throw new UsageError(`--duplicates 400 needs an error number, such as 400:1003, ${reason}.`);
  }
  return resolveDuplicates({
    status: Number(status),
    error: error === undefined ? undefined : Number(error),
  });
}
