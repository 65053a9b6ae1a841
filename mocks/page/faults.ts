/** The chips that queue faults, and the queue. */

import { describeFault, type Fault, type FaultOptions } from "plant-store-sdk/mocks/remote";
import { reportFailure } from "./alert.ts";
import { connectCopyButton } from "./copy-button.ts";
import { find, make, makeButton } from "./dom.ts";
import { FAULT_CHOICES } from "./fault-choices.ts";
import { faultsCode, isUnreached } from "./fault-queue.ts";
import { formatNumber } from "./format.ts";
import { store } from "./store.ts";

const chips = find("#fault-choices", HTMLElement);
const times = find("#fault-times", HTMLSelectElement);
const queue = find("#queued-faults", HTMLOListElement);
/** Screen readers announce it. */
const state = find("#queue-state", HTMLElement);
const clear = find("#clear-faults", HTMLButtonElement);
const copy = find("#copy-faults", HTMLButtonElement);
/** On a phone, it leads to the queue. */
const tab = find('#tabs [data-tab="faults"]', HTMLButtonElement);
/** What the last chip does, for those who have no mouse. */
const meaning = find("#fault-meaning", HTMLElement);

let queued: readonly Fault[] = [];
/** The position of the fault that gets the focus, as soon as it is shown. */
let focusAt: number | undefined;

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
  connectCopyButton("#copy-faults", () => faultsCode(queued));
}

function makeChip(fault: Fault): HTMLButtonElement {
  const { label } = describeFault(fault);
  const chip = makeButton(label, "chip", () => {
    reportFailure(store.enqueue({ ...fault, ...TIMES[times.selectedIndex]?.options }));
  });
  chip.title = meaningOf(fault);
  const show = () => {
    meaning.textContent = `${label}: ${chip.title}.`;
  };
  for (const event of ["focus", "pointerenter", "click"]) chip.addEventListener(event, show);
  return chip;
}

function meaningOf(fault: Fault): string {
  const { effect } = describeFault(fault);
  return effect.charAt(0).toUpperCase() + effect.slice(1);
}

/** More would fill the page. */
const MAX_SHOWN = 12;

export function showFaults(faults: readonly Fault[]): void {
  queued = faults;
  const items = faults.slice(0, MAX_SHOWN).map(makeItem);
  const hidden = faults.length - items.length;
  if (hidden > 0) items.push(make("li", "more", `and ${hidden} more`));
  const focused = Array.from(queue.children).findIndex((item) => item.contains(document.activeElement));
  if (focused !== -1) focusAt = focused; // Its button is replaced.
  queue.replaceChildren(...items);
  if (focusAt !== undefined && faults.length > 0) {
    items[Math.min(focusAt, faults.length - 1)]?.querySelector("button")?.focus();
    focusAt = undefined;
  }
  state.textContent =
    faults.length === 0
      ? "None queued: the store responds normally."
      : `${formatNumber(faults.length)} queued: send a request.`;
  showButtons();
}

/** Call this when the store cannot be reached. */
export function forgetFaults(): void {
  queued = [];
  queue.replaceChildren();
  state.textContent = "";
  showButtons();
}

function showButtons(): void {
  clear.hidden = copy.hidden = queued.length === 0;
  tab.textContent = queued.length === 0 ? "Faults" : `Faults (${formatNumber(queued.length)})`;
}

function makeItem(fault: Fault, index: number): HTMLLIElement {
  const { label } = describeFault(fault);
  const remove = makeButton("", "remove", () => removeFault(index));
  remove.ariaLabel = `Remove ${label}`;
  const item = make("li", "", label, remove);
  item.title = meaningOf(fault);
  if (isUnreached(queued, index)) {
    item.classList.add("unreached");
    item.title = "Never reached: a fault before it applies to every request.";
  }
  return item;
}

/** The service can only empty the queue. A request in between meets no fault. */
function removeFault(index: number): void {
  const rest = queued.filter((_, other) => other !== index);
  chips.querySelector("button")?.focus(); // The button disappears.
  if (rest.length > 0) focusAt = index;
  reportFailure(store.clearFaults().then(() => (rest.length === 0 ? undefined : store.enqueue(...rest))));
}
