/** What an operator decides about rows that no response has proved. */
import { PlantStoreImportError } from "../import-error.ts";
import { parseRowKey, type RowKey } from "../input/row-key.ts";
import { isInShard } from "../input/shard.ts";
import type { Journal } from "./journal.ts";
import { isDone, type KnownRow, OUTCOMES, type RowOutcome } from "./journal-rows.ts";

/** What the operator found out about a row. `"unknown"` takes an earlier decision back. */
export interface RowDecision {
  /** Key of the row, from the list of unknown rows. */
  row: string;
  /** The version of the row in that list. With another one, the decision is stale, and ignored. */
  version: number;
  /** When it was sent, from that list. With another time, the decision is about another attempt, and ignored. */
  time?: string | null | undefined;
  outcome: RowOutcome;
}

/**
 * Records the decisions that apply. Applying the same ones again changes nothing.
 *
 * @throws PlantStoreImportError if one is not a decision, two contradict each other, or the journal has the row of none; then
 * none is recorded
 */
export function applyDecisions(
  journal: Journal,
  decisions: Iterable<RowDecision> | AsyncIterable<RowDecision>,
  onIgnored?: (decision: RowDecision, reason: string) => void,
): Promise<void> {
  const { shard } = journal;
  const decided = new Set<number>();
  /** Whether the decisions are about another journal: this one has the row of none. */
  let isOther: boolean | undefined;
  return journal.atOnce(async () => {
    for await (const value of decisions) {
      const parsed = parseDecision(value);
      if (parsed.problem !== undefined)
        throw new PlantStoreImportError("input", `A decision is malformed: ${parsed.problem}`);
      const { decision, key } = parsed;
      const known = journal.find(key);
      if (!known && shard && !isInShard(key, shard)) continue; // All shards can have one list.
      if (known) isOther = false;
      else if (decision.outcome !== "unknown") isOther ??= true;
      // The operator may repeat a command, or leave lines as they are.
      if (known?.outcome === decision.outcome) continue;
      if (known && decided.has(known.number) && isSameTime(known, decision)) {
        if (decision.outcome === "unknown") continue;
        const problem = `Two decisions about row ${decision.row} contradict each other`;
        throw new PlantStoreImportError("input", `${problem}. Keep the one that is true.`);
      }
      const reason = known ? whyIgnored(known, decision) : NOT_IN_JOURNAL;
      if (reason !== undefined) {
        // An unchanged line of the list of unknown rows is not a mistake.
        if (decision.outcome !== "unknown") onIgnored?.(decision, reason);
      } else if (known) {
        decided.add(known.number);
        journal.decide(known, decision.outcome);
      }
    }
    if (isOther) throw new PlantStoreImportError("journal", OTHER_JOURNAL, { advice: USE_OTHER });
  });
}

/** With a wrong journal, rows that exist would be sent again. */
const OTHER_JOURNAL =
  "The journal contains no row of the decisions, so they are about another journal. Nothing was sent.";
const USE_OTHER = { when: "To use that one", option: "journal" };

/** Checks a decision, which may come from a file. Returns the problem as a sentence if it is not one. */
export function parseDecision(
  value: unknown,
): { decision: RowDecision; key: RowKey; problem?: undefined } | { problem: string } {
  const { row, version, time, outcome } = Object(value) as Partial<RowDecision>;
  const key = parseRowKey(row);
  if (row === undefined || !key) return { problem: "`row` must be the key of a row." };
  if (!Number.isSafeInteger(version)) return { problem: "`version` must be the number from the list." };
  if (!OUTCOMES.includes(outcome as RowOutcome))
    return { problem: '`outcome` must be "created", "exists", "not-created" or "unknown".' };
  return { decision: { row, version: version as number, time, outcome: outcome as RowOutcome }, key };
}

export const NOT_IN_JOURNAL = "The journal does not contain this row.";

/** Whether the decision is about this state of the row. */
export const isCurrent = (known: KnownRow, decision: RowDecision): boolean =>
  decision.version === known.version && isSameTime(known, decision);

/** Programs that rewrite a list may write a time with more or fewer digits. */
function isSameTime({ time }: KnownRow, decision: RowDecision): boolean {
  const given = Date.parse(`${decision.time}`);
  return Number.isNaN(given) || given === Date.parse(time);
}

function whyIgnored(known: KnownRow, decision: RowDecision): string | undefined {
  const { outcome, reason, version, time } = known;
  if (isDone(outcome) && reason === null)
    // Otherwise, it was decided, or its response could not be used.
    return `A response of the store proved that the row ${outcome === "created" ? "is created" : "exists"}.`;
  if (isCurrent(known, decision)) return undefined;
  if (!isSameTime(known, decision))
    return `It is about an attempt at ${decision.time}, but the last one of this journal was at ${time}.`;
  return `It is about version ${decision.version} of the row, which has version ${version} now.`;
}
