/** The chips that queue faults, and the queue. */
import { describeFault, type Fault, type FaultOptions } from "plant-store-sdk/mocks/remote";
import { reportFailure } from "./alert.ts";
import { find, make, makeButton } from "./dom.ts";
import { FAULT_CHOICES } from "./fault-choices.ts";
import { formatNumber } from "./format.ts";
import { OUTCOME_LABELS } from "./outcome.ts";
import { store } from "./store.ts";

const chips = find("#fault-choices", HTMLElement);
const times = find("#fault-times", HTMLSelectElement);
const queue = find("#queued-faults", HTMLOListElement);
/** Screen readers announce it. */
const state = find("#queue-state", HTMLElement);
const clear = find("#clear-faults", HTMLButtonElement);

/** How often a fault applies. */
const TIMES: { label: string; options: Pick<FaultOptions, "times" | "for"> }[] = [
  { label: "the next request", options: {} },
  { label: "the next 3 requests", options: { times: 3 } },
  { label: "every request", options: { times: "always" } },
  { label: "all requests for 30 s", options: { for: 30_000 } },
];

export function setUpFaults(): void {
  chips.prepend(...FAULT_CHOICES.map(makeChip));
  times.append(...TIMES.map(({ label }) => new Option(label)));
  clear.addEventListener("click", () => {
    chips.querySelector("button")?.focus(); // This button disappears.
    reportFailure(store.clearFaults());
  });
}

function makeChip(fault: Fault): HTMLButtonElement {
  const { label, effect, failure } = describeFault(fault);
  const chip = makeButton(label, "chip", () => {
    reportFailure(store.enqueue({ ...fault, ...TIMES[times.selectedIndex]?.options }));
  });
  chip.title = effect.charAt(0).toUpperCase() + effect.slice(1);
  if (failure !== undefined) {
    chip.dataset.outcome = failure.outcome;
    chip.title += `. Outcome for the client: ${OUTCOME_LABELS[failure.outcome].toLowerCase()}`;
  }
  return chip;
}

/** More would fill the page. */
const MAX_SHOWN = 12;

export function showFaults(faults: readonly Fault[]): void {
  const items = faults.slice(0, MAX_SHOWN).map((fault) => make("li", "", describeFault(fault).label));
  const hidden = faults.length - items.length;
  if (hidden > 0) items.push(make("li", "more", `and ${hidden} more`));
  queue.replaceChildren(...items);
  state.textContent =
    faults.length === 0
      ? "None queued: the store responds normally."
      : `${formatNumber(faults.length)} queued: send a request.`;
  clear.hidden = faults.length === 0;
}

/** Call this when the store cannot be reached. */
export function forgetFaults(): void {
  queue.replaceChildren();
  state.textContent = "";
  clear.hidden = true;
}
