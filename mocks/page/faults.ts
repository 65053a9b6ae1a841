/** The chips that queue faults, and the queue. */
import type { Fault } from "plant-store-sdk/mocks/remote";
import { reportFailure } from "./alert.ts";
import { find, make, makeButton } from "./dom.ts";
import { FAULT_CHOICES, type FaultChoice, nameFault } from "./fault-choices.ts";
import { formatNumber } from "./format.ts";
import { OUTCOME_LABELS } from "./outcome.ts";
import { clearFaults, store } from "./store.ts";

const chips = find("#fault-choices", HTMLElement);
const times = find("#fault-times", HTMLSelectElement);
const queue = find("#queued-faults", HTMLOListElement);
/** Screen readers announce it. */
const state = find("#queue-state", HTMLElement);
const clear = find("#clear-faults", HTMLButtonElement);

/** How often a fault applies. */
const TIMES: { label: string; repeat: (fault: Fault) => Fault }[] = [
  { label: "the next request", repeat: (fault) => fault },
  { label: "the next 3 requests", repeat: (fault) => ({ type: "repeat", fault, times: 3 }) },
  { label: "every request", repeat: (fault) => ({ type: "repeat", fault }) },
];

export function setUpFaults(): void {
  chips.prepend(...FAULT_CHOICES.map(makeChip));
  times.append(...TIMES.map(({ label }) => new Option(label)));
  clear.addEventListener("click", () => {
    chips.querySelector("button")?.focus(); // This button disappears.
    reportFailure(clearFaults());
  });
}

function makeChip({ label, hint, outcome, fault }: FaultChoice): HTMLButtonElement {
  const chip = makeButton(label, "chip", () => {
    const { repeat } = TIMES[times.selectedIndex] ?? { repeat: () => fault };
    reportFailure(store.enqueue(repeat(fault)));
  });
  chip.title = hint;
  if (outcome !== undefined) {
    chip.dataset.outcome = outcome;
    chip.title += `. Outcome for the client: ${OUTCOME_LABELS[outcome].toLowerCase()}`;
  }
  return chip;
}

/** More would fill the page. */
const MAX_SHOWN = 12;

export function showFaults(faults: readonly Fault[]): void {
  const items = faults.slice(0, MAX_SHOWN).map((fault) => make("li", "", nameFault(fault)));
  const hidden = faults.length - items.length;
  if (hidden > 0) items.push(make("li", "more", `and ${hidden} more`));
  queue.replaceChildren(...items);
  state.textContent =
    faults.length === 0
      ? "None queued: the store responds normally."
      : `${formatNumber(faults.length)} queued: send a request.`;
  clear.hidden = faults.length === 0;
}
