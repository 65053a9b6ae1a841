/** Shows the settings of the store, and sets its latency. */
import type { Latency, MockStoreSettings } from "plant-store-sdk/mocks/remote";
import { reportFailure } from "./alert.ts";
import { store } from "./connected-store.ts";
import { find } from "./dom.ts";
import { formatDuration } from "./format.ts";
import { formatValue } from "./value-text.ts";

const select = find("#latency", HTMLSelectElement);

const CHOICES: readonly Latency[] = [0, 200, 1_000, 3_000];

/** The latency of the store, as far as the page knows. */
let current: Latency = 0;

export function setUpLatency(): void {
  showLatency(current);
  select.addEventListener("change", () => {
    const change = store.configure({ latency: JSON.parse(select.value) });
    change.catch(() => showLatency(current));
    reportFailure(change);
  });
}

export function showSettings({ latency, rules }: MockStoreSettings): void {
  showLatency(latency);
  // How the store differs from the plainest reading of the specification.
  find("#rules", HTMLElement).hidden = Object.keys(rules).length === 0;
  find("#rules-value", HTMLElement).textContent = formatValue(rules);
}

/** Offers the current latency too if it is not one of the choices. */
function showLatency(latency: Latency): void {
  current = latency;
  const value = JSON.stringify(latency);
  const isChoice = CHOICES.some((choice) => JSON.stringify(choice) === value);
  const offered = isChoice ? CHOICES : [...CHOICES, latency];
  select.replaceChildren(...offered.map((choice) => new Option(nameLatency(choice), JSON.stringify(choice))));
  select.value = value;
}

/** "none", "200 ms", "100 ms to 1 s" */
function nameLatency(latency: Latency): string {
  if (typeof latency !== "number") return latency.map(formatDuration).join(" to ");
  return latency === 0 ? "none" : formatDuration(latency);
}
