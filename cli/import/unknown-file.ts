/** The list of unknown rows, which the operator edits and passes to `--resolve`. */
import { existsSync, rmSync } from "node:fs";
import {
  type JournalRow,
  PlantStoreImportError,
  type RowDecision,
  type RowOutcome,
  readPlants,
} from "../../src/import/index.ts";
import { parseDecision } from "../../src/import/journal/decisions.ts";
import type { Journal } from "../../src/import/journal/journal.ts";
import { checkOutput, OutputFile } from "../output-file.ts";
import { formatJson, plural } from "../terminal-text.ts";

export const unknownFileOf = (journal: string) => `${journal}.unknown.ndjson`;

/** A line of the list. It is a decision when its outcome is changed. */
export function formatUnknownRow({ attempt, outcome, ...row }: JournalRow): string {
  return formatJson({ ...row, attempt, outcome });
}

/** What the list has. */
export interface UnknownRows {
  /** How many outcomes the operator has set, but not passed to `--resolve`. */
  undecided: number;
  /** How many rows are unknown for the same reason. */
  reasons: Map<string, number>;
}

/** A crash leaves no reason in the journal. */
const KILLED = "the import was killed";

/**
 * Writes the unknown rows, or removes the list if there are none. Keeps each outcome that the operator has set, but not
 * passed to `--resolve`. A list with a mistake is left as it is, because somebody is editing it.
 *
 * @returns undefined if the list was not written
 */
export async function writeUnknownFile(
  path: string,
  journal: Journal,
  inputs: string[],
  onNote: (text: string) => void,
): Promise<UnknownRows | undefined> {
  checkOutput(path, inputs);
  const { outcomes, mistakes } = await readOutcomes(path, journal);
  if (mistakes > 0) {
    onNote(
      `${plural(mistakes, "line")} of ${path} cannot be read. Correct or delete it: it was not updated.`,
    );
    return undefined;
  }
  const list: UnknownRows = { undecided: 0, reasons: new Map() };
  if (journal.count().unknown === 0) {
    rmSync(path, { force: true });
    return list;
  }
  const file = new OutputFile(path, inputs);
  try {
    for (const row of journal.unknownRows()) {
      const outcome = outcomes.get(row.row);
      if (outcome !== undefined) list.undecided += 1;
      const { reason = KILLED } = row;
      list.reasons.set(reason, (list.reasons.get(reason) ?? 0) + 1);
      file.write(`${formatUnknownRow({ ...row, outcome: outcome ?? "unknown" })}\n`);
    }
    file.replace();
  } catch (error) {
    file.discard();
    throw error;
  }
  return list;
}

/** Reads what the operator has set in the list. */
async function readOutcomes(path: string, journal: Journal) {
  const outcomes = new Map<string, RowOutcome>();
  let mistakes = 0;
  if (!existsSync(path)) return { outcomes, mistakes };
  for await (const item of readPlants(path)) {
    const parsed = parseDecision("plant" in item ? item.plant : undefined);
    if (parsed.problem !== undefined) {
      mistakes += 1;
      continue;
    }
    const { row, version, outcome } = parsed.decision;
    const known = journal.find(parsed.key);
    const isCurrent = known?.outcome === "unknown" && known.version === version;
    if (isCurrent && outcome !== "unknown") outcomes.set(row, outcome);
  }
  return { outcomes, mistakes };
}

/** Reads a file of decisions. @throws PlantStoreImportError with the line if it is malformed */
export async function* readDecisions(path: string): AsyncGenerator<RowDecision, void, undefined> {
  for await (const item of readPlants(path)) {
    const parsed = "problem" in item ? item : parseDecision(item.plant);
    if (parsed.problem !== undefined) {
      throw new PlantStoreImportError("input", `${path}, line ${item.line}: ${parsed.problem}`);
    }
    yield parsed.decision;
  }
}
