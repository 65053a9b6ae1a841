/** What an operator decides about rows whose outcome is unknown. */
import { PlantStoreImportError } from "./import-error.ts";
import type { ImportJournal } from "./journal.ts";
import { invalidEntry, parseEntry } from "./journal-entry.ts";
import type { Ledger } from "./ledger.ts";
import { idOfRow, parseRowKey, type RowKey } from "./row-key.ts";

/** A decision that is not `"unknown"`. */
type Decided = RowDecision & { outcome: "created" | "not-created" };

/** What the operator found out about one attempt to create a row. `"unknown"` decides nothing. */
export interface RowDecision {
  /** Key of the row, from {@link UnknownRow}. */
  row: string;
  /** The attempt that the decision is about, from {@link UnknownRow}. */
  attempt: number;
  outcome: "created" | "not-created" | "unknown";
}

/** A row that may exist in the store. Change `outcome`, and it is a {@link RowDecision}. */
export interface UnknownRow {
  /** Key of the row. */
  row: string;
  /** The last attempt to create it, from 1. */
  attempt: number;
  /** The plant's id. */
  id: bigint;
  /** The plant's name, of which the journal keeps 200 characters. */
  name: string;
  outcome: "unknown";
}

/**
 * Lists the rows of a journal that may exist in the store, oldest first.
 *
 * @throws PlantStoreImportError if the journal contains what an import did not write
 */
export async function listUnknownRows(journal: ImportJournal): Promise<UnknownRow[]> {
  const unknown = new Map<string, UnknownRow>();
  let entries = 0;
  for await (const line of journal.read()) {
    entries += 1;
    const { entry } = parseEntry(line) ?? {};
    if (!entry) throw invalidEntry(entries);
    if (entry.event === "intent") {
      const { row, attempt, name } = entry;
      unknown.set(row, { row, attempt, id: idOfRow(row), name, outcome: "unknown" });
    } else if (entry.outcome !== "unknown") {
      unknown.delete(entry.row);
    }
  }
  return [...unknown.values()];
}

/**
 * Records the decisions that apply. Applying the same ones again changes nothing.
 *
 * @throws PlantStoreImportError if one is not a decision, or two contradict each other; then none is recorded
 */
export async function applyDecisions(
  ledger: Ledger,
  decisions: Iterable<RowDecision> | AsyncIterable<RowDecision>,
  onIgnored: (decision: RowDecision, reason: string) => void = () => {},
): Promise<void> {
  const recorded: Promise<void>[] = [];
  // All are checked before the first one is recorded: what is recorded cannot be corrected.
  for (const [decision, key] of await checkDecisions(decisions)) {
    const { row, attempt, outcome } = decision;
    const number = ledger.table.find(key);
    if (isRecorded(ledger, number, decision)) continue;
    const reason = whyIgnored(ledger, number, attempt);
    if (reason !== undefined) onIgnored(decision, reason);
    else recorded.push(ledger.decide({ number, row }, outcome));
  }
  await Promise.all(recorded);
}

async function checkDecisions(
  decisions: Iterable<RowDecision> | AsyncIterable<RowDecision>,
): Promise<[Decided, RowKey][]> {
  const checked: [Decided, RowKey][] = [];
  const outcomes = new Map<string, string>();
  for await (const decision of decisions) {
    const { row, attempt, outcome } = Object(decision) as RowDecision;
    const key = parseRowKey(row);
    if (!key || !Number.isSafeInteger(attempt) || !["created", "not-created", "unknown"].includes(outcome)) {
      const expected = 'a `row`, an `attempt`, and an `outcome` of "created", "not-created" or "unknown"';
      throw new PlantStoreImportError("input", `A decision must have ${expected}.`);
    }
    if (outcome === "unknown") continue;
    const other = outcomes.get(`${row} ${attempt}`) ?? outcome;
    if (other !== outcome) {
      const problem = `Two decisions about row ${row} contradict each other`;
      throw new PlantStoreImportError("input", `${problem}. Keep the one that is true.`);
    }
    outcomes.set(`${row} ${attempt}`, outcome);
    checked.push([{ row, attempt, outcome }, key]);
  }
  return checked;
}

/** Whether an earlier run recorded the same. The operator may repeat a command. */
function isRecorded({ table }: Ledger, row: number, { attempt, outcome }: Decided): boolean {
  return row !== -1 && table.attempt(row) === attempt && table.status(row) === outcome;
}

function whyIgnored({ table }: Ledger, row: number, attempt: number): string | undefined {
  if (row === -1) return "The journal does not contain this row.";
  const status = table.status(row);
  if (attempt !== table.attempt(row)) {
    return `It is about attempt ${attempt}, but the row's last attempt is ${table.attempt(row)}.`;
  }
  if (status === "sent" || status === "unknown") return undefined;
  return `The row is already known to be ${status === "created" ? "created" : "not created"}.`;
}
