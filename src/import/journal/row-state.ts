/** What a journal says about a row, and how each of its entries changes that. */
import type { JournalEntry } from "./journal-entry.ts";

/** `"sent"`: an intent is recorded, but no outcome. */
export type RowStatus = "new" | "sent" | "created" | "exists" | "not-created" | "unknown";

export interface RowState {
  readonly status: RowStatus;
  /** How often the row was about to be sent. */
  readonly attempt: number;
  /** The number of decisions about this attempt. */
  readonly revision: number;
  /** Whether an earlier attempt may have created the plant. Then a rejection of this attempt proves nothing about it. */
  readonly isUncertain: boolean;
  /** Whether the state depends on a decision, which can be corrected. A response cannot. */
  readonly isDecided: boolean;
}

export const NEW_ROW: RowState = {
  status: "new",
  attempt: 0,
  revision: 0,
  isUncertain: false,
  isDecided: false,
};

/** Whether nobody knows if the plant exists. */
export const isUnknown = ({ status }: { status: RowStatus }) => status === "sent" || status === "unknown";

/** Whether nothing is left to do. */
export const isDone = ({ status }: { status: RowStatus }) => status === "created" || status === "exists";

export const canBeDecided = (state: RowState) => isUnknown(state) || state.isDecided;

/**
 * The state after an entry, or `undefined` if no import can have written it.
 *
 * Two processes may have written to one journal, until both noticed it. A process notices it before it sends a request.
 * So of two intents for one attempt, only the first one can have been sent, and the second one changes nothing.
 */
export function nextState(state: RowState, entry: JournalEntry): RowState | undefined {
  const { status, attempt, revision } = state;
  switch (entry.event) {
    case "intent":
      if (entry.attempt > attempt + 1) return undefined;
      if (entry.attempt <= attempt || isDone(state)) return state;
      return { ...state, status: "sent", attempt: attempt + 1, revision: 0, isUncertain: isUnknown(state) };
    case "outcome":
      if (entry.attempt > attempt) return undefined;
      if (entry.outcome === "created" || (entry.outcome === "exists" && status !== "created")) {
        return { ...state, status: entry.outcome, isUncertain: false, isDecided: false };
      }
      if (entry.attempt < attempt || status !== "sent") return state;
      return { ...state, status: state.isUncertain ? "unknown" : entry.outcome };
    case "row":
      if (attempt > 0 || entry.attempt === 0) return undefined;
      return {
        status: entry.outcome,
        attempt: entry.attempt,
        revision: entry.revision,
        isUncertain: false, // Read only while a request is in flight.
        isDecided: entry.isDecided === true,
      };
    case "decision":
      if (entry.attempt > attempt || (entry.attempt === attempt && entry.revision > revision))
        return undefined;
      if (entry.attempt < attempt || entry.revision < revision || !canBeDecided(state)) return state;
      return { ...state, status: entry.outcome, revision: revision + 1, isUncertain: false, isDecided: true };
  }
}
