/** What an operator decides about rows whose outcome is unknown. */
import { PlantStoreImportError } from "../import-error.ts";
import { parseRowKey, type RowKey } from "../input/row-key.ts";
import type { ImportJournal } from "./import-journal.ts";
import { isCount, isOutcome, OUTCOMES, type RowOutcome } from "./journal-entry.ts";
import { type JournalRow, RowHistory } from "./row-history.ts";
import { canBeDecided, isUnknown, type RowState } from "./row-state.ts";

/** What the operator found out about one attempt to create a row. `"unknown"` takes an earlier decision back. */
export interface RowDecision {
  /** Key of the row, from {@link UnknownRow}. */
  row: string;
  /** The attempt that the decision is about, from {@link UnknownRow}. */
  attempt: number;
  /** The number of decisions about this attempt so far, from {@link UnknownRow}. Another number is a stale decision. */
  revision: number;
  outcome: RowOutcome;
}

/** A row that may exist in the store. Change `outcome`, and it is a {@link RowDecision}. */
export interface UnknownRow {
  /** Key of the row. */
  row: string;
  /** The last attempt to create it, from 1. */
  attempt: number;
  /** The number of decisions about this attempt so far. */
  revision: number;
  /** The plant's id. */
  id: bigint;
  /** The plant's name, of which the journal keeps 200 characters. */
  name: string;
  /** Its tag, likewise. */
  tag?: string | undefined;
  /** Its line in the input of that run. */
  line?: number | undefined;
  /** When it was sent, ISO 8601. */
  time?: string | undefined;
  /** Why the outcome is unknown. Undefined if the process ended before it could record that. */
  reason?: string | undefined;
  outcome: "unknown";
}

/**
 * Lists the rows of a journal that may exist in the store, in the order of their last attempts. Reads the journal twice,
 * and keeps at most 60 bytes per row in memory.
 *
 * @throws PlantStoreImportError if the journal contains what an import did not write
 */
export async function* listUnknownRows(journal: ImportJournal): AsyncGenerator<UnknownRow, void, undefined> {
  const history = await RowHistory.read(journal);
  for await (const { index: _, ...row } of history.listUnknown()) yield { ...row, outcome: "unknown" };
}

/** How many decisions are recorded before they are made durable. Bounds the memory. */
const BATCH_SIZE = 1_000;

/**
 * Records the decisions that apply. Applying the same ones again changes nothing.
 *
 * @returns the number of rows that were decided
 * @throws PlantStoreImportError if one is not a decision, or two contradict each other; then none is recorded
 */
export async function applyDecisions(
  history: RowHistory,
  decisions: Iterable<RowDecision> | AsyncIterable<RowDecision>,
  onIgnored: (decision: RowDecision, reason: string) => void = () => {},
): Promise<number> {
  /** For each row, 0 or its outcome's index plus 1. All decisions are checked before the first one is recorded. */
  const decided = new Uint8Array(history.table.length);
  for await (const value of decisions) {
    const parsed = parseDecision(value);
    if (parsed.problem !== undefined) {
      throw new PlantStoreImportError("input", `A decision is malformed: ${parsed.problem}`);
    }
    const { decision, key } = parsed;
    const { outcome } = decision;
    const { index = -1, state } = history.find(key) ?? {};
    // The operator may repeat a command, or leave lines as they are.
    if (state && agrees(state, decision)) continue;
    const reason = state ? whyIgnored(state, decision) : NOT_IN_JOURNAL;
    if (reason !== undefined) {
      // An unchanged line of the list of unknown rows is not a mistake.
      if (outcome !== "unknown") onIgnored(decision, reason);
      continue;
    }
    const code = OUTCOMES.indexOf(outcome) + 1;
    if (decided[index] && decided[index] !== code) {
      const problem = `Two decisions about row ${decision.row} contradict each other`;
      throw new PlantStoreImportError("input", `${problem}. Keep the one that is true.`);
    }
    decided[index] = code;
  }

  let count = 0;
  let recorded: Promise<void> | undefined;
  for (const [index, code] of decided.entries()) {
    const outcome = OUTCOMES[code - 1];
    if (!outcome) continue;
    recorded = history.recordDecision(index, outcome);
    count += 1;
    // A journal keeps the order, so all records before this one are durable, too.
    if (count % BATCH_SIZE === 0) await recorded;
    else recorded.catch(() => {}); // A later record fails, too.
  }
  await recorded;
  return count;
}

/** Checks a decision, which may come from a file. Returns the problem as a sentence if it is not one. */
export function parseDecision(
  value: unknown,
): { decision: RowDecision; key: RowKey; problem?: undefined } | { problem: string } {
  const { row, attempt, revision, outcome } = Object(value) as Partial<RowDecision>;
  const key = parseRowKey(row);
  if (row === undefined || !key) return { problem: "`row` must be the key of a row." };
  if (!isCount(attempt)) return { problem: "`attempt` must be the number of an attempt." };
  if (!isCount(revision)) return { problem: "`revision` must be the number of earlier decisions." };
  if (!isOutcome(outcome))
    return { problem: '`outcome` must be "created", "exists", "not-created" or "unknown".' };
  return { decision: { row, attempt, revision, outcome }, key };
}

/** Whether the journal says the same about this attempt. */
function agrees(state: RowState, { attempt, outcome }: RowDecision): boolean {
  return (
    attempt === state.attempt && (outcome === state.status || (outcome === "unknown" && isUnknown(state)))
  );
}

const NOT_IN_JOURNAL = "The journal does not contain this row.";

const WORDS: Partial<Record<RowState["status"], string>> = {
  created: "is created",
  exists: "exists",
  "not-created": "is not created",
};

const whyCertain = ({ status }: RowState) => `A response of the store proved that the row ${WORDS[status]}.`;

function whyIgnored(state: RowState, { attempt, revision }: RowDecision): string | undefined {
  if (attempt !== state.attempt) {
    return `It is about attempt ${attempt}, but the row's last attempt is ${state.attempt}.`;
  }
  if (!canBeDecided(state)) return whyCertain(state);
  if (revision === state.revision) return undefined;
  return `It has revision ${revision}, but the row was decided since and has revision ${state.revision}.`;
}

/** The line that corrects the decision about a row, or why it cannot be corrected. */
export async function findCorrection(
  history: RowHistory,
  key: RowKey,
): Promise<{ line: JournalRow } | { problem: string }> {
  const found = history.find(key);
  if (found && !canBeDecided(found.state)) return { problem: whyCertain(found.state) };
  for await (const line of history.list((_, index) => index === found?.index)) return { line };
  return { problem: NOT_IN_JOURNAL };
}
