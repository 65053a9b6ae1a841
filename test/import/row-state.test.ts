/** What each entry of a journal changes. */
import { expect, test } from "vitest";
import type { JournalEntry, RowOutcome } from "../../src/import/journal/journal-entry.ts";
import { NEW_ROW, nextState, type RowState } from "../../src/import/journal/row-state.ts";

const row = "1:0123456789abcdef";
const intent = (attempt: number): JournalEntry => ({ event: "intent", row, attempt, name: "Fern" });
const outcome = (attempt: number, result: RowOutcome): JournalEntry => ({
  event: "outcome",
  row,
  attempt,
  outcome: result,
});
const decision = (attempt: number, revision: number, result: RowOutcome): JournalEntry => ({
  event: "decision",
  row,
  attempt,
  revision,
  outcome: result,
});

const compacted = (attempt: number, result: RowOutcome): JournalEntry => ({
  event: "row",
  row,
  attempt,
  revision: 2,
  outcome: result,
  isDecided: true,
});

const lost = [intent(1), outcome(1, "unknown")];
const rejected = [intent(1), outcome(1, "not-created")];

test.each<[string, JournalEntry[], Partial<RowState> | undefined]>([
  [
    "a compacted row",
    [compacted(3, "unknown")],
    { status: "unknown", attempt: 3, revision: 2, isDecided: true },
  ],
  ["a compacted row that was never sent", [compacted(0, "unknown")], undefined],
  ["a compacted row after another entry about it", [intent(1), compacted(1, "created")], undefined],
  ["an intent without an outcome", [intent(1)], { status: "sent", attempt: 1 }],
  ["a rejection", rejected, { status: "not-created", attempt: 1 }],
  ["a second attempt after a rejection", [...rejected, intent(2)], { status: "sent", isUncertain: false }],
  [
    "a rejection after a lost response",
    [...lost, intent(2), outcome(2, "not-created")],
    { status: "unknown" },
  ],
  ["a rejection after a crash", [intent(1), intent(2), outcome(2, "not-created")], { status: "unknown" }],
  [
    "several rejections after a lost response",
    [...lost, intent(2), outcome(2, "not-created"), intent(3), outcome(3, "not-created")],
    { status: "unknown", attempt: 3 },
  ],
  [
    "a rejection that says that the plant exists, after a lost response",
    [...lost, intent(2), outcome(2, "exists")],
    { status: "exists", isUncertain: false },
  ],
  [
    "another attempt for a row that exists",
    [intent(1), outcome(1, "exists"), intent(2)],
    { status: "exists", attempt: 1 },
  ],
  ["a success after a lost response", [...lost, intent(2), outcome(2, "created")], { status: "created" }],
  [
    "a rejection after a decision",
    [...lost, decision(1, 0, "not-created"), intent(2), outcome(2, "not-created")],
    { status: "not-created", isDecided: true },
  ],
  ["a decision", [...lost, decision(1, 0, "created")], { status: "created", revision: 1, isDecided: true }],
  [
    "a corrected decision",
    [...lost, decision(1, 0, "created"), decision(1, 1, "not-created")],
    { status: "not-created", revision: 2 },
  ],
  [
    "a decision that is taken back",
    [...lost, decision(1, 0, "created"), decision(1, 1, "unknown")],
    { status: "unknown" },
  ],
  ["a decision about a later revision", [...lost, decision(1, 1, "created")], undefined],
  ["a decision about a row that was never sent", [decision(1, 0, "created")], undefined],
  ["an outcome without an intent", [outcome(1, "created")], undefined],
  ["a second attempt without a first", [intent(2)], undefined],
  // Two processes wrote to the journal.
  ["an intent that was written twice", [intent(1), intent(1)], { status: "sent", attempt: 1 }],
  [
    "an intent of a process that did not know the outcome",
    [intent(1), outcome(1, "created"), intent(1)],
    { status: "created", attempt: 1 },
  ],
  [
    "an attempt after the row was created",
    [intent(1), outcome(1, "created"), intent(2)],
    { status: "created" },
  ],
  [
    "a success of an earlier attempt",
    [intent(1), intent(2), outcome(1, "created"), outcome(2, "not-created")],
    { status: "created" },
  ],
  [
    "a rejection of an earlier attempt",
    [intent(1), intent(2), outcome(1, "not-created")],
    { status: "sent", isUncertain: true },
  ],
  [
    "a response after a decision",
    [intent(1), decision(1, 0, "not-created"), outcome(1, "created")],
    { status: "created", isDecided: false },
  ],
  [
    "a decision after a response",
    [...rejected, decision(1, 0, "created")],
    { status: "not-created", revision: 0 },
  ],
])("%s", (_, entries, expected) => {
  let state: RowState | undefined = NEW_ROW;
  for (const entry of entries) state = state && nextState(state, entry);
  if (expected) expect(state).toMatchObject(expected);
  else expect(state).toBeUndefined();
});
