/** How the store rejects a plant that exists: `--existing`, or what `--rules` says. */
import {
  type PlantStoreRules,
  type Rejection,
  readDuplicates,
  readUnauthorized,
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

const isSame = (a: Rejection, b: Rejection) =>
  a.status === b.status && (a.error ?? a.status) === (b.error ?? b.status);

/** What the rules say, or why they do not say it. */
export function existingIn(rules: PlantStoreRules): ExistingPlantResponse | string {
  const { equal, different } = readDuplicates(rules);
  if (typeof equal !== "object" || typeof different !== "object") return "it may create duplicates";
  if (!isSame(equal, different)) return "equal and different duplicates are rejected differently";
  if (rules.atomicIds !== true) return "two requests at the same time may both create a plant";
  const { invalid, name, unknownFields } = rules;
  const { missing, wrong } = readUnauthorized(rules);
  const others = [missing, wrong, invalid, name?.unique, unknownFields].filter(
    (other) => typeof other === "object",
  );
  if (others.some((other) => isSame(other, equal))) return "another rejection looks the same";
  // Without need, the body is not looked at: only a 400 has to have one.
  const needsError = equal.status === 400 || others.some(({ status }) => status === equal.status);
  return { status: equal.status, error: equal.error ?? (needsError ? equal.status : undefined) };
}
