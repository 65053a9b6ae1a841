/** The buttons that queue faults, and the queue. */
import { describeFault, type Fault, type FaultOptions } from "plant-store-sdk/mocks/remote";
import { reportFailure } from "./alert.ts";
import { store } from "./connected-store.ts";
import { connectCopyButton } from "./copy-button.ts";
import { find, make, makeButton } from "./dom.ts";
import { FAULT_CHOICES, faultsCode, isUnreached } from "./fault-list.ts";
import type { Entry } from "./request-history.ts";

const choices = find("#fault-choices", HTMLElement);
const times = find("#fault-times", HTMLSelectElement);
const queue = find("#queued-faults", HTMLOListElement);
/** Screen readers announce it. */
const state = find("#queue-state", HTMLElement);
const clear = find("#clear-faults", HTMLButtonElement);
const release = find("#release", HTMLButtonElement);
const copy = find("#copy-faults", HTMLButtonElement);
/** On a narrow screen, it leads to the queue. */
const tab = find('#tabs [data-tab="faults"]', HTMLButtonElement);
/** What the last button does, for those who have no mouse. */
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
  choices.append(...FAULT_CHOICES.map(makeChoice));
  times.append(...TIMES.map(({ label }) => new Option(label)));
  clear.addEventListener("click", () => {
    choices.querySelector("button")?.focus(); // This button disappears.
    reportFailure(store.clearFaults());
  });
  release.addEventListener("click", () => reportFailure(store.release()));
  connectCopyButton("#copy-faults", () => faultsCode(queued));
}

function makeChoice(fault: Fault): HTMLButtonElement {
  const { label } = describeFault(fault);
  const button = makeButton(label, () => {
    reportFailure(store.enqueue({ ...fault, ...TIMES[times.selectedIndex]?.options }));
  });
  const show = () => {
    meaning.textContent = `${label}: ${effectOf(fault)}.`;
  };
  for (const event of ["focus", "pointerenter", "click"]) button.addEventListener(event, show);
  return button;
}

function effectOf(fault: Fault): string {
  const { effect } = describeFault(fault);
  return effect.charAt(0).toUpperCase() + effect.slice(1);
}

/** More would fill the page. */
const MAX_SHOWN = 12;

/** Shows the queue; nothing if the store cannot be reached. */
export function showFaults(faults: readonly Fault[] | undefined): void {
  queued = faults ?? [];
  const count = queued.length;
  const items = queued.slice(0, MAX_SHOWN).map(makeItem);
  const hidden = count - items.length;
  const focused = Array.from(queue.children).findIndex((item) => item.contains(document.activeElement));
  if (focused !== -1) focusAt = focused; // Its button is replaced.
  queue.replaceChildren(...items, ...(hidden > 0 ? [make("li", "more", `and ${hidden} more`)] : []));
  if (focusAt !== undefined && count > 0) {
    items[Math.min(focusAt, items.length - 1)]?.querySelector("button")?.focus();
    focusAt = undefined;
  }
  const text = count === 0 ? "None queued: the store responds normally." : `${count} queued: send a request.`;
  state.textContent = faults === undefined ? "" : text;
  clear.hidden = copy.hidden = count === 0;
  tab.textContent = count === 0 ? "Faults" : `Faults (${count})`;
}

/** Offers to release the requests that a fault holds. */
export function showHeld(requests: readonly Entry[]): void {
  release.hidden = !requests.some(({ isPending, fault }) => isPending && fault?.type === "hold");
}

function makeItem(fault: Fault, index: number): HTMLLIElement {
  const { label } = describeFault(fault);
  const remove = makeButton("", () => removeFault(index));
  remove.ariaLabel = `Remove ${label}`;
  const item = make("li", "pill", label, remove);
  const isLate = isUnreached(queued, index);
  item.classList.toggle("unreached", isLate);
  item.title = isLate ? "Never reached: a fault before it applies to every request." : effectOf(fault);
  return item;
}

/** The service can only empty the queue. A request in between meets no fault. */
function removeFault(index: number): void {
  const rest = queued.filter((_, other) => other !== index);
  choices.querySelector("button")?.focus(); // The button disappears.
  if (rest.length > 0) focusAt = index;
  reportFailure(store.clearFaults().then(() => (rest.length === 0 ? undefined : store.enqueue(...rest))));
}
