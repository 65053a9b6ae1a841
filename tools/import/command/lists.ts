/** The lists that the operator edits: rows that were not created, and rows that may exist. */
import { existsSync, rmSync, statSync } from "node:fs";
import { plural } from "../../../src/common/format-count.ts";
import { attemptWrite, OutputFile, writeOutput } from "../../terminal/output-file.ts";
import { formatJson } from "../../terminal/print.ts";
import { UsageError } from "../../terminal/usage-error.ts";
import type { ImportedRow, JournalRow, RowDecision, RowOutcome } from "../index.ts";
import { readBatches, rowsOf } from "../input/read-plants.ts";
import { isCurrent, parseDecision } from "../journal/decisions.ts";
import type { Journal } from "../journal/journal.ts";

export const notCreatedFileOf = (journal: string) => `${journal}.not-created.ndjson`;
export const unknownFileOf = (journal: string) => `${journal}.unknown.ndjson`;

/** The rows that a run did not create, which the operator corrects in the input. The import continues without its list. */
export class NotCreatedFile {
  /** Why the list could not be written. */
  error: unknown;
  readonly #path: string;
  readonly #inputs: readonly (string | undefined)[];
  #file: OutputFile | undefined;

  /** @param inputs what the run reads */
  constructor(path: string, inputs: readonly (string | undefined)[]) {
    this.#path = path;
    this.#inputs = inputs;
  }

  add({ line, plant, text, message: reason }: ImportedRow): void {
    this.#attempt(() => {
      this.#file ??= new OutputFile(this.#path, this.#inputs);
      this.#file.write(`${formatJson({ line, plant, text, reason })}\n`);
    });
  }

  /** Replaces the list of the last run, and returns its path if there is one. */
  end(): string | undefined {
    return this.#attempt(() => {
      if (this.#file) this.#file.replace();
      else attemptWrite(this.#path, () => rmSync(this.#path, { force: true }));
      return this.#file?.path;
    });
  }

  #attempt<T>(act: () => T): T | undefined {
    if (this.error !== undefined) return undefined;
    try {
      return act();
    } catch (error) {
      this.error = error;
      this.#file?.discard();
      return undefined;
    }
  }
}

/** A line of the unknown rows. It is a decision when its outcome is changed. */
export function formatUnknownRow({ attempt, outcome, ...row }: JournalRow): string {
  return formatJson({ ...row, attempt, outcome });
}

/**
 * Writes the unknown rows, or removes the list if there are none. Keeps each outcome that the operator has set, but not
 * passed to `--resolve`. A list with a mistake is left as it is, because somebody is editing it.
 *
 * @returns the path of the list, if it was written
 */
export async function writeUnknownFile(
  path: string,
  journal: Journal,
  inputs: string[],
  onNote: (text: string) => void,
): Promise<string | undefined> {
  const { outcomes, mistakes } = await readOutcomes(path, journal);
  if (mistakes > 0) {
    const problem = `${plural(mistakes, "line")} of ${path} cannot be read`;
    onNote(`${problem}. Correct or delete it: it was not updated.`);
    return undefined;
  }
  if (journal.count().unknown === 0) {
    rmSync(path, { force: true });
    return undefined;
  }
  const lines = function* () {
    for (const row of journal.unknownRows())
      yield `${formatUnknownRow({ ...row, outcome: outcomes.get(row.row) ?? "unknown" })}\n`;
  };
  writeOutput(path, lines(), inputs);
  return path;
}

/** Reads what the operator has set in the list. */
async function readOutcomes(path: string, journal: Journal) {
  const outcomes = new Map<string, RowOutcome>();
  let mistakes = 0;
  if (!existsSync(path)) return { outcomes, mistakes };
  for await (const parsed of readLines(path)) {
    if (parsed.problem !== undefined) {
      mistakes += 1;
      continue;
    }
    const { row, outcome } = parsed.decision;
    const known = journal.find(parsed.key);
    const isWanted = known?.outcome === "unknown" && isCurrent(known, parsed.decision);
    if (isWanted && outcome !== "unknown") outcomes.set(row, outcome);
  }
  return { outcomes, mistakes };
}

/** Reads the file of `--resolve`. @throws UsageError, with the line if it is malformed */
export async function* readDecisions(path: string): AsyncGenerator<RowDecision, void, undefined> {
  const name = `--resolve ${path}`;
  try {
    for await (const { line, ...parsed } of readLines(path, name)) {
      if (parsed.problem !== undefined) throw new Error(`${name}, line ${line}: ${parsed.problem}`);
      yield parsed.decision;
    }
  } catch (error) {
    throw new UsageError((error as Error).message, "--resolve");
  }
}

async function* readLines(path: string, name = path) {
  if (statSync(path, { throwIfNoEntry: false })?.size === 0) return; // All of its lines were removed.
  for await (const item of rowsOf(readBatches(path, { format: "json" }, undefined, name)))
    yield { line: item.line, ...("plant" in item ? parseDecision(item.plant) : { problem: item.problem }) };
}
