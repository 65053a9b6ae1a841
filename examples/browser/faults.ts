/** Queues faults in the mock. Each applies to one attempt and then leaves the queue. */
import { faults } from "plant-store-sdk/mocks";
import { find, make } from "./dom.ts";
import { mock } from "./store.ts";

const FAULTS = [
  { label: "Slow (3 s)", fault: faults.delay(3_000) },
  { label: "Reset", fault: faults.reset() },
  { label: "429, Retry-After 1 s", fault: faults.rateLimit(1) },
  { label: "Truncated", fault: faults.truncate(5) },
  { label: "400 rejected", fault: faults.status(400) },
  { label: "503", fault: faults.status(503) },
  { label: "Hang", fault: faults.hang() },
];

const fieldset = find("#faults", HTMLFieldSetElement);
const hint = find("#faults-hint", HTMLElement);
const choice = find("#fault", HTMLSelectElement);
const queue = find("#queued-faults", HTMLOListElement);

/** Fills the list of faults and connects the buttons. */
export function setUpFaults(): void {
  choice.append(...FAULTS.map(({ label }) => new Option(label)));
  find("#queue-fault", HTMLButtonElement).addEventListener("click", () => {
    const chosen = FAULTS[choice.selectedIndex];
    if (chosen === undefined) return;
    mock.enqueue(chosen.fault);
    queue.append(make("li", "", chosen.label));
  });
  find("#clear-faults", HTMLButtonElement).addEventListener("click", () => {
    mock.reset(); // Also ends requests that are delayed or hang.
    removeAppliedFaults();
  });
}

/** Faults work only with the mock. */
export function enableFaults(isMock: boolean): void {
  fieldset.disabled = !isMock;
  hint.textContent = isMock
    ? "Each attempt takes the next fault of the queue."
    : "Faults work only with the mock.";
}

/** Removes applied faults from the list. The queue is first in, first out. */
export function removeAppliedFaults(): void {
  const left = mock.faults.length;
  while (queue.childElementCount > left) queue.firstElementChild?.remove();
}
