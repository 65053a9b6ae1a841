/** The file of unknown rows, which the operator edits and passes to `--resolve`. */
import { existsSync } from "node:fs";
import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { fileError } from "../../src/import/import-error.ts";
import { PlantStoreImportError, type RowDecision, readPlants } from "../../src/import/index.ts";
import { parseDecision } from "../../src/import/journal/operator-decisions.ts";
import type { JournalRow, RowHistory } from "../../src/import/journal/row-history.ts";
import { isUnknown } from "../../src/import/journal/row-state.ts";
import { formatJson, plural } from "../terminal-text.ts";

export const unknownFileOf = (journal: string) => `${journal}.unknown.ndjson`;

/** A line of the file. It is a decision when its outcome is changed. */
export function formatUnknownRow(unknown: JournalRow): string {
  const { row, attempt, revision, id, name, tag, line, time, reason, outcome } = unknown;
  return `${formatJson({ row, attempt, revision, id, name, tag, line, time, reason, outcome })}\n`;
}

/** What the file has. */
export interface UnknownRows {
  /** How many outcomes the operator has set, but not passed to `--resolve`. */
  undecided: number;
  /** How many rows are unknown for the same reason. */
  reasons: Map<string, number>;
}

/** A crash leaves no reason in the journal. */
const KILLED = "the import was killed";

/** The outcomes that the operator has set, by the index of the row: 1 byte per row. */
const SET_OUTCOMES = [undefined, "created", "not-created", "exists"] as const;

/** How much is written at once. */
const BATCH_CHARACTERS = 64 * 1024;

/**
 * Writes the unknown rows, or removes the file if there are none. An outcome that the operator has set, but not passed to
 * `--resolve`, is kept. If another line was edited and cannot be read, the old file is kept under another name.
 *
 * @throws PlantStoreImportError if the old file cannot be read, which then stays, or the new one cannot be written
 */
export async function writeUnknownFile(
  path: string,
  history: RowHistory,
  onNote: (text: string) => void,
): Promise<UnknownRows> {
  const { outcomes, problems } = await readOutcomes(path, history);
  try {
    if (problems > 0) {
      await rename(path, `${path}.old`);
      const lines = `${plural(problems, "line")} of ${path} ${problems === 1 ? "has" : "have"} a mistake`;
      onNote(`${lines}. The old list is ${path}.old.`);
    }
    if (history.count().unknown === 0) {
      await rm(path, { force: true });
      return { undecided: 0, reasons: new Map() };
    }
    // In one step, so that a crash leaves the old file or the new one.
    const written = await writeRows(`${path}.new`, history, outcomes);
    await rename(`${path}.new`, path);
    return written;
  } catch (error) {
    throw fileError("journal", `Cannot write the list of unknown rows, ${path}`, error);
  }
}

async function writeRows(path: string, history: RowHistory, outcomes: Uint8Array): Promise<UnknownRows> {
  const written: UnknownRows = { undecided: 0, reasons: new Map() };
  let file: FileHandle | undefined;
  try {
    file = await open(path, "w");
    let text = "";
    for await (const row of history.listUnknown()) {
      const outcome = SET_OUTCOMES[outcomes[row.index] ?? 0];
      if (outcome !== undefined) written.undecided += 1;
      const { reason = KILLED } = row;
      written.reasons.set(reason, (written.reasons.get(reason) ?? 0) + 1);
      text += formatUnknownRow({ ...row, outcome: outcome ?? "unknown" });
      if (text.length < BATCH_CHARACTERS) continue;
      await file.write(text);
      text = "";
    }
    await file.write(text);
    return written;
  } finally {
    await file?.close();
  }
}

/** Reads what the operator has set in the file. */
async function readOutcomes(
  path: string,
  history: RowHistory,
): Promise<{ outcomes: Uint8Array; problems: number }> {
  const outcomes = new Uint8Array(history.table.length);
  let problems = 0;
  if (!existsSync(path)) return { outcomes, problems };
  for await (const item of readPlants(path)) {
    const parsed = parseDecision("plant" in item ? item.plant : undefined);
    if (parsed.problem !== undefined) {
      problems += 1;
      continue;
    }
    const { attempt, revision, outcome } = parsed.decision;
    const found = history.find(parsed.key);
    if (!found || !isUnknown(found.state)) continue;
    if (attempt !== found.state.attempt || revision !== found.state.revision) continue;
    outcomes[found.index] = outcome === "unknown" ? 0 : SET_OUTCOMES.indexOf(outcome);
  }
  return { outcomes, problems };
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
