/** The file of unknown rows, which the operator edits and passes to `--resolve`. */
import { existsSync } from "node:fs";
import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { fileError } from "../../src/import/import-error.ts";
import {
  type JournalRow,
  PlantStoreImportError,
  type RowDecision,
  type RowOutcome,
  readPlants,
} from "../../src/import/index.ts";
import { parseDecision } from "../../src/import/journal/decisions.ts";
import type { Journal } from "../../src/import/journal/journal.ts";
import { formatJson, plural } from "../terminal-text.ts";

export const unknownFileOf = (journal: string) => `${journal}.unknown.ndjson`;

/** A line of the file. It is a decision when its outcome is changed. */
export function formatUnknownRow(unknown: JournalRow): string {
  const { row, version, id, name, tag, line, time, attempt, reason, outcome } = unknown;
  return `${formatJson({ row, version, id, name, tag, line, time, attempt, reason, outcome })}\n`;
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
  journal: Journal,
  onNote: (text: string) => void,
): Promise<UnknownRows> {
  const { outcomes, problems } = await readOutcomes(path, journal);
  try {
    if (problems > 0) {
      await rename(path, `${path}.old`);
      const lines = `${plural(problems, "line")} of ${path} ${problems === 1 ? "has" : "have"} a mistake`;
      onNote(`${lines}. The old list is ${path}.old.`);
    }
    if (journal.count().unknown === 0) {
      await rm(path, { force: true });
      return { undecided: 0, reasons: new Map() };
    }
    // In one step, so that a crash leaves the old file or the new one.
    const written = await writeRows(`${path}.new`, journal, outcomes);
    await rename(`${path}.new`, path);
    return written;
  } catch (error) {
    throw fileError("journal", `Cannot write the list of unknown rows, ${path}`, error);
  }
}

async function writeRows(
  path: string,
  journal: Journal,
  outcomes: Map<string, RowOutcome>,
): Promise<UnknownRows> {
  const written: UnknownRows = { undecided: 0, reasons: new Map() };
  let file: FileHandle | undefined;
  try {
    file = await open(path, "w");
    let text = "";
    for (const row of journal.unknownRows()) {
      const outcome = outcomes.get(row.row);
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
  journal: Journal,
): Promise<{ outcomes: Map<string, RowOutcome>; problems: number }> {
  const outcomes = new Map<string, RowOutcome>();
  let problems = 0;
  if (!existsSync(path)) return { outcomes, problems };
  for await (const item of readPlants(path)) {
    const parsed = parseDecision("plant" in item ? item.plant : undefined);
    if (parsed.problem !== undefined) {
      problems += 1;
      continue;
    }
    const { row, version, outcome } = parsed.decision;
    const known = journal.find(parsed.key);
    if (known?.outcome === "unknown" && known.version === version && outcome !== "unknown")
      outcomes.set(row, outcome);
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
