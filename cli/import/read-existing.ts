/** How the store rejects a plant that exists: `--existing`, or what `--rules` says. */
import {
  isSameRejection,
  otherRejections,
  type PlantStoreRules,
  type Rejection,
  readDuplicates,
  recognitionProblem,
} from "../../src/contract/rules.ts";
import type { ExistingPlantResponse } from "../../src/import/index.ts";
import { resolveExisting } from "../../src/import/run/existing.ts";
import { parseRejection, readRules } from "../rules-file.ts";
import { UsageError } from "../usage-error.ts";
import type { ImportArguments } from "./arguments.ts";

/** @throws UsageError if the option or the file is invalid */
export async function readExisting(
  { existing, rules }: ImportArguments,
  onNote: (text: string) => void,
): Promise<ExistingPlantResponse | undefined> {
  if (existing !== undefined) return parseExisting(existing);
  if (rules === undefined) return undefined;
  const found = existingIn(await readRules(rules));
  if (typeof found !== "string") return found;
  onNote(`The rules ${rules} do not say how the store rejects a plant that exists: ${found}.`);
  return undefined;
}

function parseExisting(text: string): ExistingPlantResponse {
  const rejection = parseRejection("--existing", text);
  if (rejection.status === 400 && rejection.error === undefined) {
    throw new UsageError(
      "--existing 400 needs an error number, such as 400:1003, because the store rejects every plant with a 400.",
    );
  }
  return resolveExisting(rejection);
}

/** What the rules say, or why they do not say it. */
export function existingIn(rules: PlantStoreRules): ExistingPlantResponse | string {
  const problem = recognitionProblem(rules);
  if (problem !== undefined) return problem;
  const { equal, different } = readDuplicates(rules) as Record<"equal" | "different", Rejection>;
  if (!isSameRejection(equal, different)) return "equal and different duplicates are rejected differently";
  if (rules.atomicIds !== true) return "two requests at the same time may both create a plant";
  // Without need, the body is not looked at: only a 400 has to have one.
  const needsError =
    equal.status === 400 || otherRejections(rules).some(({ status }) => status === equal.status);
  return { status: equal.status, error: equal.error ?? (needsError ? equal.status : undefined) };
}
